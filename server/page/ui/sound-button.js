/** The button that turns sounds on and off. */

import { saveSoundsOn, savedSoundsOn } from '../shell/storage.js';
import { playSound, unlockSounds } from '../shell/sounds.js';
import { button, setAttribute } from './dom.js';

/** @import { Sound } from '../page' */

export class SoundButton {
  #isOn = savedSoundsOn();
  #button = button('sound', () => this.#toggle());

  constructor() {
    this.#draw();
    for (const gesture of ['pointerup', 'keydown'])
      addEventListener(gesture, () => this.#isOn && unlockSounds());
  }

  /** @param {Sound} sound */
  play(sound) {
    if (this.#isOn) playSound(sound);
  }

  #toggle() {
    this.#isOn = !this.#isOn;
    saveSoundsOn(this.#isOn);
    this.#draw();
    if (!this.#isOn) return;
    unlockSounds();
    playSound('move');
  }

  #draw() {
    setAttribute(this.#button, 'aria-pressed', String(this.#isOn));
  }
}
