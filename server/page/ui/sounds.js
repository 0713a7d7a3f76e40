/** Five short sounds, made by the browser's synthesizer. */

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

export class Sounds {
  isOn = false;
  /** @type {AudioContext | null} */
  #context = null;

  constructor() {
    for (const gesture of ['pointerup', 'keydown']) addEventListener(gesture, () => this.#unlock());
  }

  /** @param {Sound} sound */
  play(sound) {
    this.#unlock();
    const context = this.#context;
    if (!this.isOn || context?.state !== 'running') return;
    NOTES[sound].forEach((frequency, index) => {
      const start = context.currentTime + index * NOTE_SECONDS;
      const note = new OscillatorNode(context, { frequency, type: 'triangle' });
      const volume = new GainNode(context, { gain: LOUDNESS });
      volume.gain.setTargetAtTime(0, start, NOTE_SECONDS / 3);
      note.connect(volume).connect(context.destination);
      note.start(start);
      note.stop(start + NOTE_SECONDS);
    });
  }

  /** Browsers allow sounds only after a click or a key, and phones interrupt them while they sleep. */
  #unlock() {
    if (!this.isOn) return;
    this.#context ??= new AudioContext();
    if (this.#context.state !== 'running') void this.#context.resume();
  }
}
