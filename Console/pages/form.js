// SPDX-License-Identifier: Apache-2.0

import { h, outside, replace } from '../dom.js';
import { number } from '../format.js';
import { has, language, phrase, t } from '../text.js';

/** A setting's value as text for people. They may type it, and `numeric` knows no marks between thousands. */
export const shown = (value) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no')
  : typeof value === 'number' ? number(value, Number.isInteger(value) ? 0 : 2, false) : String(value));

const isNumeric = (rule) => rule.type === 'integer' || rule.type === 'number';
/** A value that a person writes as JSON: a list, or an object whose keys the schema does not name. */
const isFree = (rule) => rule.type === 'array' || rule.type === 'object';
const isSection = (rule) => rule.type === 'object' && rule.properties !== undefined;

/**
 * Creates the control for a value.
 * @param {object} rule its JSON Schema
 * @param {any} value undefined if none is set
 * @param {Record<string, any>} attributes of the control
 * @param {(value: any) => string} [words] returns the text for a value of a choice
 */
export function control(rule, value, attributes, words = shown) {
  if (rule.type === 'boolean' || rule.enum) {
    const values = rule.enum ?? [true, false];
    return h('select', attributes, value === undefined ? h('option', { value: '' }, '—') : null,
      values.map((each) => h('option', { value: JSON.stringify(each), selected: each === value }, words(each))));
  }
  const input = isFree(rule) ? h('textarea', { ...attributes, rows: 4, spellcheck: 'false' })
    : h('input', { ...attributes, type: 'text', inputmode: isNumeric(rule) && 'decimal' });
  input.value = value === undefined ? '' : isFree(rule) ? JSON.stringify(value) : value;
  return input;
}

/** Reads a number with a decimal point or comma. Returns other text unchanged. A field for numbers would drop the comma of some languages. */
export const numeric = (text) => (/^-?\d*[.,]?\d+$/.test(text) ? Number(text.replace(',', '.')) : text);

/** Reads a control. Returns a value that does not match the rule as text, which the gateway then refuses with its own explanation. */
export function read(input, rule) {
  if (input.tagName === 'SELECT') return input.value === '' ? '' : JSON.parse(input.value);
  const text = input.value.trim();
  if (isFree(rule)) {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  return [rule.type].flat().some((type) => isNumeric({ type })) ? numeric(text) : text;
}

/**
 * Creates the fields of an object.
 * @param {object} schema its JSON Schema
 * @param {Record<string, any>} value the keys that are set
 * @param {string} path of the object: "config"
 */
export function fields(schema, value = {}, path = '') {
  const entries = Object.entries(schema.properties ?? {}).map(([key, rule]) => {
    const name = path ? `${path}.${key}` : key;
    return isSection(rule) ? section(key, name, rule, value[key]) : field(key, name, rule, value[key], (schema.required ?? []).includes(key));
  });
  return {
    /** Each field with its key, and whether it is set or required. */
    entries,
    /** The keys that are set. */
    read: () => Object.fromEntries(entries.map((entry) => [entry.key, entry.read()]).filter(([, each]) => each !== undefined)),
    /**
     * Shows each problem at its field.
     * @param {{key: string, text: string, message?: object}[]} errors
     * @returns the errors that belong to no field
     */
    complain(errors) {
      return entries.reduce((rest, entry) => entry.complain(rest), errors);
    },
  };
}

/** The name of a key for people, otherwise the key. */
export const label = (key) => (has(`key.${key}`) ? t(`key.${key}`) : key);

/** Passes the errors about a key, or a key below it, to `take`, and returns the others. */
const others = (errors, name, take) => errors.filter((error) => {
  const isOwn = error.key === name || error.key?.startsWith(`${name}.`) || error.key?.startsWith(`${name}[`);
  if (isOwn) take(error);
  return !isOwn;
});

function field(key, name, rule, value, isRequired) {
  const id = `field-${name.replaceAll(/\W/g, '-')}`;
  const given = value ?? rule.default;
  const isChoice = rule.type === 'boolean' || rule.enum;
  const input = control(rule, isChoice ? given : value, {
    id, 'aria-describedby': `${id}-text ${id}-problem`, 'aria-required': isRequired ? 'true' : null, autocomplete: 'off',
    placeholder: isChoice || rule.default === undefined ? null : String(rule.default),
  });
  const problem = h('p', { class: 'problem', role: 'alert', id: `${id}-problem` });
  const element = h('div', { class: 'setting' },
    h('label', { for: id }, label(key), rule.unit ? ` (${rule.unit})` : '', isRequired ? ` – ${t('form.required')}` : ''), input,
    h('p', { class: 'note', id: `${id}-text`, lang: rule.isOwn || language === 'en' ? null : 'en' }, rule.description ?? ''), problem);
  return {
    key, element, input, isSet: value !== undefined || isRequired,
    read() {
      const now = read(input, rule);
      if (now === '') return undefined;
      return value === undefined && now === rule.default ? undefined : now;
    },
    complain(errors) {
      const own = [];
      const rest = others(errors, name, (error) => own.push(error));
      input.setAttribute('aria-invalid', own.length > 0);
      replace(problem, own.map((error) => h('span', { class: 'line' }, outside(phrase(error.message, error.text), 600))));
      return rest;
    },
  };
}

function section(key, name, rule, value) {
  const inner = fields(rule, value, name);
  return {
    key, element: h('fieldset', {}, h('legend', {}, label(key)), inner.entries.map((entry) => entry.element)), isSet: value !== undefined,
    read() {
      const now = inner.read();
      return value === undefined && Object.keys(now).length === 0 ? undefined : now;
    },
    complain: inner.complain,
  };
}

/** The JSON Merge Patch (RFC 7396) that turns one object into another. */
export function difference(before, after) {
  const patch = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[key], after[key]];
    if (now === undefined) patch[key] = null;
    else if (isObject(old) && isObject(now)) {
      const inner = difference(old, now);
      if (Object.keys(inner).length) patch[key] = inner;
    } else if (JSON.stringify(old) !== JSON.stringify(now)) patch[key] = now;
  }
  return patch;
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
