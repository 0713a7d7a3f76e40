/** Five short sounds, made by the browser's synthesizer. Off until the player turns them on. */

/** @import { Sound } from '../page' */

/** The notes of each sound in hertz. @type {Record<Sound, number[]>} */
const NOTES = {
  move: [440],
  'other-move': [330],
  'your-turn': [523, 659],
  win: [523, 659, 784],
  loss: [330, 262],
};

const NOTE_SECONDS = 0.12;
const LOUDNESS = 0.15;

/** @type {AudioContext | null} */
let context = null;

/** Browsers allow sounds only after a click or a key: call this in its handler. */
export function unlockSounds() {
  context ??= new AudioContext();
  // Phones interrupt it while they sleep.
  if (context.state !== 'running') void context.resume();
}

/** @param {Sound} sound */
export function playSound(sound) {
  if (context?.state !== 'running') return;
  for (const [index, frequency] of NOTES[sound].entries()) {
    const start = context.currentTime + index * NOTE_SECONDS;
    const [note, volume] = [
      new OscillatorNode(context, { frequency, type: 'triangle' }),
      new GainNode(context),
    ];
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS);
    note.connect(volume).connect(context.destination);
    note.start(start);
    note.stop(start + NOTE_SECONDS);
  }
}
