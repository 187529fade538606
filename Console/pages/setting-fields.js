// SPDX-License-Identifier: Apache-2.0

import { h, outside, replace } from '../dom.js';
import { button, dialog, failure, state, toast } from '../parts.js';
import { control, read, shown as plain } from './form.js';
import { send } from '../request.js';
import * as store from '../store.js';
import { has, language, phrase, t } from '../text.js';

/** Arranges each group of fields in a card. */
const cards = (groups) => h('div', { class: 'cards' }, groups.map(([title, fields]) => h('section', { class: 'card' }, h('h2', {}, title), fields)));

/**
 * Shows fields for the gateway's settings, generated from their description.
 * @param {HTMLElement} place
 * @param {{isWanted?: (name: string) => boolean, hasNote?: boolean, arrange?: (groups: [string, HTMLElement[]][]) => any}} [options]
 * the settings to show, whether a note names the role that may change them, and the arrangement of each group's fields
 */
export function settingFields(place, { isWanted = () => true, hasNote = true, arrange = cards } = {}) {
  let report = null;
  let schema = null;
  let closed = false;
  /** Typed values that are not yet in effect, by setting, kept when the fields are created again. */
  const typed = new Map();
  /** The newest values of the settings that are being changed, by setting. */
  const wanted = new Map();
  /** The role that the page was drawn for. */
  let role;

  const mayChange = () => store.hello.role === 'admin';
  /** A setting's name for people, otherwise its key. */
  const label = (name) => (has(`setting.${name}`) ? t(`setting.${name}`) : name);
  const part = (name) => name.split('.').reduce((inner, key) => inner?.properties?.[key], schema) ?? {};
  const shown = (value, name = '') => (has(`setting.${name}.${value}`) ? t(`setting.${name}.${value}`) : plain(value));

  /** The numbers that are allowed, in words; null if there is no range. */
  const rangeOf = ({ minimum, maximum }) => (minimum !== undefined && maximum !== undefined ? t('setting.range', { from: shown(minimum), to: shown(maximum) }) : null);

  async function load() {
    const answers = await Promise.all(['/v1/settings', '/v1/settings/schema'].map((path) => send('GET', path, null, { 'Accept-Language': language })));
    const failed = answers.find((answer) => !answer.ok);
    if (failed) {
      if (!report && !closed) replace(place, failure(failed.problem, load));
      return;
    }
    [report, schema] = answers.map((answer) => answer.value);
    if (!closed) draw();
  }

  function draw() {
    role = store.hello.role;
    const focused = place.contains(document.activeElement) ? document.activeElement.id : null;
    const groups = grouped(report.settings.filter((entry) => isWanted(entry.name)));
    replace(place, mayChange() || !hasNote ? null : h('p', { class: 'not-allowed' }, t('session.admin')),
      arrange([...groups].map(([group, entries]) => [label(group), [entries.map(field), reset(group, entries)]])));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** A button that resets the changes of a group. */
  function reset(group, entries) {
    if (!entries.some((entry) => entry.origin === 'person' && !entry.locked)) return null;
    const problem = h('p', { class: 'problem', role: 'alert' });
    return h('div', {}, button(null, t('setting.reset-group'), async () => {
      const patch = Object.fromEntries(entries.filter((entry) => !entry.locked).map((entry) => [entry.name, null]));
      const answer = await send('PATCH', '/v1/settings', patch);
      if (closed) return;
      if (!answer.ok) return replace(problem, outside(answer.problem.detail, 600));
      for (const entry of entries) typed.delete(entry.name);
      report = answer.value;
      draw();
      toast(t('setting.changed', { name: label(group) }), { severity: 'good' });
    }, { class: 'quiet', disabled: !mayChange(), 'aria-label': `${t('setting.reset-group')}: ${label(group)}` }), problem);
  }

  /** The settings by the part of their name before the last dot. */
  function grouped(entries) {
    const groups = new Map();
    for (const entry of entries) {
      const group = entry.name.split('.').slice(0, -1).join('.');
      groups.set(group, [...(groups.get(group) ?? []), entry]);
    }
    return groups;
  }

  function field(entry) {
    const rule = part(entry.name);
    const id = `setting-${entry.name.replaceAll('.', '-')}`;
    const input = control(rule, entry.value ?? '', {
      id, disabled: !mayChange() || Boolean(entry.locked), 'aria-describedby': `${id}-text ${id}-problem`,
    }, (value) => shown(value, entry.name));
    const before = typed.get(entry.name);
    if (before) input.value = before.text;
    const problem = h('p', { class: 'problem', role: 'alert', id: `${id}-problem` }, before?.problem);
    input.addEventListener('input', () => typed.set(entry.name, { text: input.value }));
    input.addEventListener('change', () => {
      typed.set(entry.name, { text: input.value });
      apply(entry, read(input, rule));
    });
    const unit = rule.unit ? ` (${rule.unit})` : '';
    return h('div', { class: 'setting', 'data-origin': entry.origin },
      h('label', { for: id }, label(entry.name) + unit), input,
      h('p', { class: 'note', id: `${id}-text` }, rule.description ?? ''),
      h('p', { class: 'note' }, rangeOf(rule), ' ', t('setting.default', { value: shown(entry.default, entry.name) })),
      entry.locked ? h('p', { class: 'note', id: `${id}-locked` }, outside(phrase(entry.locked_message, entry.locked), 400)) : null,
      h('p', { class: 'note' }, t(`setting-origin.${entry.origin}`, { value: shown(entry.file, entry.name) }), ' ',
        entry.origin === 'person' ? button(null, t('setting.reset'), () => apply(entry, null),
          { class: 'quiet', disabled: !mayChange() || Boolean(entry.locked), 'aria-label': `${t('setting.reset')}: ${label(entry.name)}` }) : null),
      problem);
  }

  const find = (name) => report.settings.find((other) => other.name === name);
  const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

  /** Changes a setting, with one request at a time: of the values that follow meanwhile, the newest is sent then. */
  async function apply({ name }, value) {
    const isBusy = wanted.has(name);
    wanted.set(name, value);
    if (isBusy) return;
    let sent;
    do {
      sent = wanted.get(name);
      const entry = find(name);
      if (entry) await change(entry, sent);
    } while (!closed && wanted.has(name) && wanted.get(name) !== sent);
    wanted.delete(name);
  }

  /** Changes a setting if it still has the value that this user saw. Otherwise shows both values. */
  async function change(entry, value, tries = 3) {
    complain(entry, null);
    const own = typed.get(entry.name);
    const answer = await send('PATCH', '/v1/settings', { [entry.name]: value }, { 'If-Match': `"${report.version}"` });
    if (closed) return;
    if (answer.ok) {
      // What was typed meanwhile stays.
      if (typed.get(entry.name) === own) typed.delete(entry.name);
      report = answer.value;
      draw();
      toast(t('setting.changed', { name: label(entry.name) }), { severity: 'good' });
    } else if (answer.status === 412) {
      await load();
      const now = find(entry.name);
      if (value !== null && now && !isSame(now.value, entry.value) && !isSame(now.value, value)) conflict(now, wanted.get(now.name));
      // Only another setting was changed, or this one to the same value.
      else if (now && tries > 1) await change(now, value, tries - 1);
    } else {
      // After another sign-in, or when the gateway answers, the same change may succeed.
      const isLater = [undefined, 401, 403, 429, 503].includes(answer.status);
      // The gateway says only in English what is wrong with a value. One within the range is wrong in another way.
      const rule = part(entry.name);
      const words = answer.status === 400 && language !== 'en' && !(value >= rule.minimum && value <= rule.maximum) && rangeOf(rule);
      complain(entry, [outside(words || answer.problem.detail, 600), isLater
        ? button(null, t('again'), () => apply(entry, value), { class: 'quiet' }) : null]);
    }
  }

  /** Shows at a setting why it was not changed. */
  function complain(entry, problem) {
    const own = typed.get(entry.name);
    if (own) own.problem = problem;
    const element = document.getElementById(`setting-${entry.name.replaceAll('.', '-')}-problem`);
    if (element) replace(element, problem);
  }

  /** Shows both values after a change by another person or program, and lets the user decide. */
  function conflict(now, value) {
    typed.delete(now.name);
    wanted.delete(now.name);
    draw();
    const element = dialog(t('setting.conflict', { name: label(now.name) }), [
      h('p', {}, t('setting.conflict.text', { now: shown(now.value, now.name), own: shown(value, now.name) })),
    ], [h('button', { type: 'button', onclick: () => {
      element.close();
      apply(now, value);
    } }, t('setting.conflict.own', { own: shown(value, now.name) }))]);
  }

  load();
  let known;
  /** Loads the settings if another page or program changed one, or created or deleted an agrirouter endpoint, which locks settings. */
  function look(gateway) {
    const now = { version: gateway.settings, endpoint: gateway.agrirouter?.endpoint };
    if (known && (now.endpoint !== known.endpoint || (now.version !== known.version && now.version !== report?.version))) {
      // Not while a person types; afterwards.
      if (place.contains(document.activeElement)) return;
      load();
    }
    known = now;
  }
  place.addEventListener('focusout', () => setTimeout(() => !closed && store.get('state') && look(store.get('state'))));
  const ends = [
    store.on('state', look),
    store.on('hello', () => report && store.hello.role !== role && draw()),
  ];
  return {
    close: () => {
      closed = true;
      ends.forEach((end) => end());
    },
    redraw: () => report && draw(),
  };
}
