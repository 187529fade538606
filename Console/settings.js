// SPDX-License-Identifier: Apache-2.0

/** The user's preferences, stored by the browser, or in memory if it stores nothing (private windows). */
const DEFAULTS = {
  language: '', theme: 'system', units: 'metric', speed: 'km/h', coordinates: 'dd', tiles: 'none', 'hidden-areas': '', follow: 'yes',
  systems: '', expected: 'no', tone: 'no', 'alert-tone': 'no', pan: 'no',
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

/** Changes a setting with immediate effect. */
export function change(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem(`gnss.${name}`, value);
  } catch {
    // The setting then lasts until the page is closed.
  }
  for (const listener of listeners) listener(name, value);
}

/** Calls a function on each change. */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
