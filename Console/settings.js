// SPDX-License-Identifier: Apache-2.0

/** What this person prefers, kept by the browser; in memory where it keeps nothing (private windows). */
const DEFAULTS = {
  language: '', theme: 'system', units: 'metric', speed: 'km/h', coordinates: 'dd', tiles: 'none', follow: 'yes',
  systems: '',
};
const memory = new Map();
const listeners = new Set();

/** @param {keyof typeof DEFAULTS} name */
export function setting(name) {
  try {
    return localStorage.getItem(`gnss.${name}`) ?? DEFAULTS[name];
  } catch {
    return memory.get(name) ?? DEFAULTS[name];
  }
}

/** Changes a setting, which holds at once. */
export function change(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem(`gnss.${name}`, value);
  } catch {
    // It holds until the page is closed.
  }
  for (const listener of listeners) listener(name, value);
}

/** Calls a function with each change. */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
