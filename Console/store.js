// SPDX-License-Identifier: Apache-2.0

/** The newest value of each topic and its age. Ages do not depend on this device's clock. */

/** @type {Map<string, {value: any, at: number}>} */
const values = new Map();
/** @type {Map<string, Set<Function>>} */
const listeners = new Map();

/** The state of the connection: 'connecting', 'live', 'lost' or 'denied' (not signed in), and its start (performance.now()). */
export const link = { state: 'connecting', since: performance.now() };

/** The gateway's report about itself at the beginning of the stream. The role is empty until the gateway has reported it. */
export const hello = { boot: '', console: '', version: '', role: '' };

/** The newest value of a topic; undefined if none has arrived. */
export function get(topic) {
  return values.get(topic)?.value;
}

/** The age of a topic's newest value in seconds; Infinity if none has arrived. */
export function age(topic) {
  const entry = values.get(topic);
  return entry ? (performance.now() - entry.at) / 1000 : Infinity;
}

/**
 * Stores a value.
 * @param {string} topic
 * @param {any} value
 * @param {number} [seconds] its age
 */
export function set(topic, value, seconds = 0) {
  values.set(topic, { value, at: performance.now() - seconds * 1000 });
  tell(topic, value);
}

/** Stores a value's age as the gateway reports it. */
export function setAge(topic, seconds) {
  const entry = values.get(topic);
  if (entry) entry.at = performance.now() - seconds * 1000;
}

/** The gateway's time minus this device's, in milliseconds; 0 until the gateway has reported its time. */
let difference = 0;

/**
 * Stores the gateway's time.
 * @param {string} text ISO 8601
 * @param {number} [seconds] how long ago that was
 */
export function setTime(text, seconds = 0) {
  const time = Date.parse(text);
  if (Number.isFinite(time)) difference = time + seconds * 1000 - Date.now();
}

/** The gateway's time in milliseconds since 1970. */
export function now() {
  return Date.now() + difference;
}

/** The lead of the gateway's clock over this device's in whole seconds; 0 if they agree within 5 s. */
export function clockDifference() {
  return Math.abs(difference) < 5000 ? 0 : Math.round(difference / 1000);
}

/** Forgets all values, because the gateway restarted or this browser may no longer see them. */
export function forget() {
  values.clear();
}

/** Sets the state of the connection. */
export function setLink(state) {
  if (link.state === state) return;
  link.state = state;
  link.since = performance.now();
  tell('link', link);
}

/**
 * Calls a function for each new value of a topic, and immediately if there is one already.
 * @returns {Function} ends the calls
 */
export function on(topic, listener) {
  if (!listeners.has(topic)) listeners.set(topic, new Set());
  listeners.get(topic).add(listener);
  if (values.has(topic)) listener(get(topic));
  return () => listeners.get(topic)?.delete(listener);
}

/**
 * Waits until all given topics have a value, so that a page appears complete.
 * @param {string[]} topics
 * @param {number} milliseconds how long to wait at most
 */
export function first(topics, milliseconds) {
  return new Promise((resolve) => {
    const missing = new Set(topics.filter((topic) => !values.has(topic)));
    if (!missing.size) return resolve();
    const ends = [...missing].map((topic) => on(topic, () => {
      missing.delete(topic);
      if (!missing.size) end();
    }));
    const timer = setTimeout(end, milliseconds);
    function end() {
      clearTimeout(timer);
      for (const stop of ends) stop();
      resolve();
    }
  });
}

/** Calls the listeners of a topic. */
export function tell(topic, value) {
  for (const listener of listeners.get(topic) ?? []) listener(value);
}

/** True if a value of this age in seconds is too old to be shown. */
export const isGone = (seconds) => !(seconds <= 30);

/** Classifies a value by its age: 'fresh', 'stale' or 'gone'. */
export function standing(topic, period = 1) {
  const seconds = age(topic);
  if (isGone(seconds)) return 'gone';
  return seconds > Math.max(5, 3 * period) ? 'stale' : 'fresh';
}
