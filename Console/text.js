// SPDX-License-Identifier: Apache-2.0

import { setting } from './settings.js';
import english from './texts/en.js';

export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' };

let own = english;
/** The gateway's own sentences by their codes: "osnma.reason.no_galileo", "alert.low-disk". */
let messages = {};
/** The language that the page is in. */
export let language = 'en';

/** Loads the catalogue of the chosen language, or of the one that the browser prefers. */
export async function loadTexts() {
  const wanted = setting('language');
  language = wanted in LANGUAGES ? wanted
    : navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES) ?? 'en';
  try {
    own = language === 'en' ? english : (await import(`./texts/${language}.js`)).default;
  } catch {
    [own, language] = [english, 'en'];
  }
  document.documentElement.lang = language;
  messages = {};
  // Reports come with English sentences.
  if (language === 'en') return;
  try {
    const answer = await fetch('/v1/messages', { headers: { 'Accept-Language': language } });
    if (answer.ok) messages = await answer.json();
  } catch {
    // The words that came with a report are shown then.
  }
}

/**
 * A text of the page.
 * @param {string} key missing in a language: English
 * @param {Record<string, any>} [parameters] put in place of {name}
 */
export function t(key, parameters = {}) {
  const text = own[key] ?? english[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => parameters[name] ?? all);
}

/** Words that stand alone as a sentence, whose first letter is a capital and which has an end. */
export function sentence(text) {
  return String(text ?? '').replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(language)).replace(/[\p{L}\p{N})]$/u, '$&.');
}

/** Whether there is a text. */
export function has(key) {
  return key in english;
}

/** The gateway's words for a code in this language; else the text that came with the report. */
export function words(kind, code, fallback = '') {
  return messages[`osnma.${kind}.${code}`] ?? fallback ?? code;
}

/**
 * A sentence of the gateway in the page's language. In English it is as it came, which may say more.
 * @param {{code: string, parameters?: Record<string, any>}} [message] the sentence by its code
 * @param {string} [english] what the gateway wrote
 */
export function phrase(message, english = '') {
  return language === 'en' || !message || !(message.code in messages) ? english : filled(message);
}

function filled({ code, parameters = {} }) {
  return (messages[code] ?? code).replace(/\{(\w+)(?::(\d))?\}/g, (all, name, digits = 0) => {
    const value = parameters[name];
    if (typeof value === 'number') {
      return value.toLocaleString(language, { minimumFractionDigits: +digits, maximumFractionDigits: +digits });
    }
    return value === undefined ? all : typeof value === 'object' ? filled(value) : String(value);
  });
}

/** The word of a code of the page's own catalogue; the code itself where it is unknown. */
export function code(group, value) {
  const key = `${group}.${value}`;
  return has(key) ? t(key) : String(value ?? '—').replaceAll('_', ' ');
}
