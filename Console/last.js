// SPDX-License-Identifier: Apache-2.0

import * as store from './store.js';

/** The last position that this browser saw, for a page that is opened while the gateway cannot be reached. */

const KEY = 'gnss.last';
/** The time between two stored positions, in milliseconds. */
const PAUSE = 5000;
/** The least age of a position from an earlier visit, in seconds, so that even a wrong clock never makes it current. */
const LEAST = 31;
/** The members of a fix that are stored. */
const MEMBERS = ['latitude_deg', 'longitude_deg', 'horizontal_accuracy_m', 'time'];

let stored = -Infinity;

/** Stores the position as it changes, and restores it if the gateway cannot be reached. */
export function follow() {
  store.on('fix', (fix) => {
    if (fix?.latitude_deg === undefined || store.link.state === 'lost' || performance.now() - stored < PAUSE) return;
    stored = performance.now();
    write({ at: Date.now(), fix: Object.fromEntries(MEMBERS.map((name) => [name, fix[name]])) });
  });
  store.on('link', ({ state }) => {
    if (state === 'denied') forget();
    else if (state === 'lost') restore();
  });
  if (store.link.state === 'lost') restore();
}

/** Removes the position from this browser, so that its next user does not see it. */
export function forget() {
  write(null);
}

function restore() {
  if (store.get('fix')) return;
  try {
    const { at, fix } = JSON.parse(localStorage.getItem(KEY)) ?? {};
    if (!(Math.abs(fix?.latitude_deg) <= 90 && Math.abs(fix?.longitude_deg) <= 180)) return;
    store.set('fix', fix, Math.max(LEAST, (Date.now() - at) / 1000 || LEAST));
  } catch {
    // Nothing is stored, or it is damaged.
  }
}

function write(value) {
  try {
    if (value) localStorage.setItem(KEY, JSON.stringify(value));
    else localStorage.removeItem(KEY);
  } catch {
    // The browser stores nothing for this site.
  }
}
