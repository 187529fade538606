// SPDX-License-Identifier: Apache-2.0

import { setting } from '../settings.js';
import * as store from '../store.js';

/** The maximum number of tones, if several points were recorded since the last report. */
const MOST = 3;
/** The pitches in Hz of the sounds for a recorded point, and for an alert by its severity. */
const POINT = [880];
const ALERT = { warning: [660, 550], critical: [660, 550, 660, 550] };

let context = null;
let last = null;
/** The alerts that were active at the last report; null before the first one. */
let known = null;

/** Plays a tone for each point of the path that is being recorded, and for each new alert, on every page. */
export const tone = {
  /** Allows tones, and plays an example. Call it on a click or key, without which browsers play no sound. */
  arm(isOn, pitches = POINT) {
    if (!isOn) return;
    resume()?.then(() => play(pitches));
  },
  /** Plays an example of the sound for an alert. */
  armAlerts: (isOn) => tone.arm(isOn, ALERT.warning),
};

/** Switches the sound on, if the browser has any. */
function resume() {
  context ??= typeof AudioContext === 'function' ? new AudioContext() : null;
  return context?.resume();
}

function play(pitches) {
  if (context?.state !== 'running') return;
  for (const [number, pitch] of pitches.entries()) {
    const start = context.currentTime + 0.15 * number;
    const [oscillator, volume] = [context.createOscillator(), context.createGain()];
    oscillator.frequency.value = pitch;
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
  if (added > 0) play(Array(Math.min(added, MOST)).fill(POINT[0]));
});

store.on('state', ({ alerts = [] }) => {
  const before = known;
  known = new Set(alerts.map(({ code, receiver, since }) => [code, receiver, since].join(' ')));
  if (!before || setting('alert-tone') !== 'yes') return;
  const added = alerts.filter(({ code, receiver, since }) => !before.has([code, receiver, since].join(' ')));
  // One sound, however many begin at once: that of the most severe one.
  const worst = ['critical', 'warning'].find((level) => added.some(({ severity }) => severity === level));
  if (worst) play(ALERT[worst]);
});

/** When the page was opened, shown or hidden (performance.now()). */
let turned = 0;
document.addEventListener('visibilitychange', () => { turned = performance.now(); });

store.on('link', ({ state }) => {
  // A page that has only been opened or shown again has not lost a gateway: nothing has come from it yet.
  const isLoss = state === 'lost' && performance.now() - turned > 1000 * store.age('hello');
  if (isLoss && setting('alert-tone') === 'yes') play(ALERT.critical);
});

// After a reload, the browser waits for a click or key before it allows sound.
for (const name of ['pointerdown', 'keydown']) {
  addEventListener(name, () => {
    if ((setting('tone') === 'yes' || setting('alert-tone') === 'yes') && context?.state !== 'running') resume();
  });
}
