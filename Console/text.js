// SPDX-License-Identifier: Apache-2.0

import { send } from './request.js';
import { setting } from './settings.js';
import catalogue from './texts/en.js';

export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' };

const english = keyed(catalogue);
let own = english;
/** The English texts of the pages' catalogue, once it is loaded. */
let others = {};
/** True once a page has needed them. */
let isAdded = false;
/** The gateway's sentences by code: "osnma.reason.no_galileo", "alert.low-disk". */
let messages = {};
/** The page's language. */
export let language = 'en';

/** Loads the catalogue of the chosen language, otherwise of the browser's preferred one. */
export async function loadTexts() {
  const wanted = setting('language');
  language = wanted in LANGUAGES ? wanted
    : navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in LANGUAGES) ?? 'en';
  const mine = language;
  const texts = mine === 'en' ? english : await import(`./texts/${mine}.js`).then((module) => keyed(module.default, english)).catch(() => null);
  // Another language was chosen meanwhile.
  if (mine !== language) return;
  own = texts ?? english;
  if (!texts) language = 'en';
  document.documentElement.lang = language;
  if (isAdded) await loadPages();
  messages = {};
  // Reports come with English sentences.
  sentences = language === 'en' || loadSentences(language);
}

/** The loading of the gateway's sentences; it ends whether they come or not. */
export let sentences = null;

async function loadSentences(wanted) {
  const answer = await send('GET', '/v1/messages', null, { 'Accept-Language': wanted });
  // Otherwise reports appear with their English texts.
  if (answer.ok && wanted === language) messages = answer.value;
}

/** Adds the catalogue of the pages: `texts/pages-LANGUAGE.js`. */
export async function addTexts() {
  if (isAdded) return;
  await loadPages();
  // Loaded again when the language changes.
  isAdded = true;
}

async function loadPages() {
  const mine = language;
  const parts = await Promise.all(['en', mine].map((tag) => import(`./texts/pages-${tag}.js`)));
  if (mine !== language) return loadPages();
  const base = keyed(parts[0].default);
  [others, own] = [{ ...others, ...base }, { ...own, ...(language === 'en' ? base : keyed(parts[1].default, base)) }];
}

/** A catalogue by key. The program sends texts as lines: English ones behind their keys, the others in the order of these. */
function keyed(texts, base) {
  if (typeof texts !== 'string') return texts;
  const lines = texts.slice(1, -1).split('\n');
  return Object.fromEntries(base ? Object.keys(base).map((key, index) => [key, lines[index]])
    : lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
}

/** A value for a sentence: without marks that turn the direction of writing, and isolated if its letters run from right to left. */
const straight = (value) => String(value).replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').replace(/^.*[\u0590-\u08ff].*$/s, '\u2068$&\u2069');

/**
 * Returns a text of the page's own catalogue.
 * @param {string} key if the language lacks it, the text is English
 * @param {Record<string, any>} [parameters] put in place of {name}
 */
export function t(key, parameters = {}) {
  const text = own[key] ?? english[key] ?? others[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => straight(parameters[name] ?? all));
}

/** Turns words into a sentence with a full stop and a capital letter, except for the name agrirouter. */
export function sentence(text) {
  return String(text ?? '').replace(/^(?!agrirouter)\p{Ll}/u, (letter) => letter.toLocaleUpperCase(language)).replace(/[\p{L}\p{N})]$/u, '$&.');
}

/** True if the catalogue has a text for the key. */
export function has(key) {
  return key in english || key in others;
}

/** The gateway's text for a code in the page's language, otherwise the text from the report. */
export function words(kind, code, fallback = '') {
  return messages[`osnma.${kind}.${code}`] ?? fallback ?? code;
}

/**
 * A sentence of the gateway in the page's language. English keeps the report's own text, which may say more.
 * @param {{code: string, parameters?: Record<string, any>}} [message] the sentence by its code
 * @param {string} [english] the gateway's English text
 */
export function phrase(message, english = '') {
  return language === 'en' || !message || !(message.code in messages) ? english : filled(message);
}

function filled({ code, parameters = {} }) {
  return (messages[code] ?? code).replace(/\{(\w+)(?::(\d))?\}/g, (_, name, digits = 0) => {
    const value = parameters[name];
    if (typeof value === 'number') {
      return value.toLocaleString(language, { minimumFractionDigits: +digits, maximumFractionDigits: +digits });
    }
    // An older version of the gateway may have stored the sentence with fewer parameters.
    return typeof value === 'object' ? filled(value) : straight(value ?? '…');
  });
}

/** The word for a code from the page's own catalogue; the code itself if it is unknown. */
export function code(group, value) {
  const key = `${group}.${value}`;
  return has(key) ? t(key) : String(value ?? '—').replaceAll('_', ' ');
}
