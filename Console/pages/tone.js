// SPDX-License-Identifier: Apache-2.0

import { setting } from '../settings.js';
import * as store from '../store.js';

/** The maximum number of tones, if several points were recorded since the last report. */
const MOST = 3;

let context = null;
let last = null;

/** Plays a tone for each point of the path that is being recorded, on every page. */
export const tone = {
  /** Allows tones. Call it on a click or key, without which browsers play no sound. */
  arm(isOn) {
    if (!isOn) return;
    context ??= typeof AudioContext === 'function' ? new AudioContext() : null;
    context?.resume().then(() => play(1));
  },
};

function play(count) {
  if (context?.state !== 'running') return;
  for (let number = 0; number < count; number++) {
    const start = context.currentTime + 0.15 * number;
    const [oscillator, volume] = [context.createOscillator(), context.createGain()];
    oscillator.frequency.value = 880;
    // Without a fade the loudspeaker clicks.
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.3, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.1);
    oscillator.connect(volume).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + 0.12);
  }
}

store.on('path', ({ path }) => {
  const before = last;
  last = path ? { id: path.id, points: path.points } : null;
  if (!path || setting('tone') !== 'yes') return;
  const added = before?.id === path.id ? path.points - before.points : 0;
  if (added > 0) play(Math.min(added, MOST));
});

// After a reload, the browser waits for a click or key before it allows sound.
for (const name of ['pointerdown', 'keydown']) {
  addEventListener(name, () => {
    if (setting('tone') !== 'yes' || context?.state === 'running') return;
    context ??= typeof AudioContext === 'function' ? new AudioContext() : null;
    context?.resume();
  });
}
