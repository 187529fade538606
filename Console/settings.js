// SPDX-License-Identifier: Apache-2.0

/** The user's preferences as far as the browser does not store them: the defaults, and all of them if it stores nothing (private windows). */
const values = {
  language: '', theme: 'system', units: 'metric', speed: 'km/h', coordinates: 'dd', tiles: 'none', 'hidden-areas': '', follow: 'yes',
  systems: '', expected: 'no', tone: 'no', 'alert-tone': 'no', pan: 'no', tasks: '',
};
let tell;

/** @param {keyof typeof values} name */
export function setting(name) {
  try {
    return localStorage.getItem(`gnss.${name}`) ?? values[name];
  } catch {
    return values[name];
  }
}

/** Changes a setting with immediate effect. */
export function change(name, value) {
  try {
    localStorage.setItem(`gnss.${name}`, value);
  } catch {
    // The setting then lasts until the page is closed.
    values[name] = value;
  }
  tell?.(name);
}

/** Calls a function on each change, also in another tab of this browser. There can be one such function. */
export function onChange(listener) {
  tell = listener;
  addEventListener('storage', ({ key }) => {
    const name = key?.slice(5);
    // A change of the language draws the page anew, and what is typed there would be lost.
    if (name in values && name !== 'language') tell(name);
  });
}
