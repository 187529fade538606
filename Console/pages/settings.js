// SPDX-License-Identifier: Apache-2.0

import { openSettings, send } from '../app.js';
import { h, outside, replace } from '../dom.js';
import { number } from '../format.js';
import { button, dialog, state, toast } from '../parts.js';
import * as store from '../store.js';
import { has, language, t } from '../text.js';

/** Shows the gateway's settings, generated from their description, so that new ones appear automatically. */
export function show(root) {
  const place = h('div', { id: 'settings-list' }, state('loading', t('loading')));
  root.append(h('h1', {}, t('nav.settings')), h('p', { class: 'note' }, t('settings.intro')),
    h('p', {}, button('settings', t('settings.title'), openSettings)), place);
  let report = null;
  let schema = null;
  let closed = false;
  /** What was typed and is not in force, by setting: it stays when the fields are made again. */
  const typed = new Map();
  /** The role that the page was drawn for. */
  let role;

  const mayChange = () => store.hello.role === 'admin';
  /** A setting's name for people, else its key. */
  const label = (name) => (has(`setting.${name}`) ? t(`setting.${name}`) : name);
  const part = (name) => name.split('.').reduce((inner, key) => inner?.properties?.[key], schema) ?? {};
  const shown = (value) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no')
    : typeof value === 'number' ? number(value, Number.isInteger(value) ? 0 : 2) : String(value));

  async function load() {
    try {
      const answers = await Promise.all(['/v1/settings', '/v1/settings/schema'].map((path) => fetch(path, { cache: 'no-store' })));
      if (answers.some((answer) => !answer.ok)) throw new Error();
      [report, schema] = await Promise.all(answers.map((answer) => answer.json()));
    } catch {
      if (!report && !closed) replace(place, state('error', t('link.no-answer'), button(null, t('again'), load)));
      return;
    }
    if (!closed) draw();
  }

  function draw() {
    role = store.hello.role;
    const focused = place.contains(document.activeElement) ? document.activeElement.id : null;
    const groups = grouped(report.settings);
    replace(place, mayChange() ? null : h('p', { class: 'not-allowed' }, t(store.hello.role === 'viewer' ? 'session.needed' : 'session.admin')),
      h('div', { class: 'cards' }, [...groups].map(([group, entries]) =>
        h('section', { class: 'card' }, h('h2', {}, label(group)), entries.map(field), reset(group, entries)))));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  /** A button that takes back what was changed in a group. */
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
    const input = control(entry, rule, id);
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
      h('p', { class: 'note', id: `${id}-text`, lang: language === 'en' ? null : 'en' }, rule.description ?? ''),
      entry.locked ? h('p', { class: 'note' }, outside(entry.locked, 400)) : null,
      h('p', { class: 'note' }, t(`setting-origin.${entry.origin}`, { value: shown(entry.file) }), ' ',
        entry.origin === 'person' ? button(null, t('setting.reset'), () => apply(entry, null),
          { class: 'quiet', disabled: !mayChange() || Boolean(entry.locked), 'aria-label': `${t('setting.reset')}: ${label(entry.name)}` }) : null),
      problem);
  }

  function control(entry, rule, id) {
    const common = { id, disabled: !mayChange() || Boolean(entry.locked), 'aria-describedby': `${id}-text ${id}-problem` };
    if (rule.type === 'boolean' || rule.enum) {
      const values = rule.enum ?? [true, false];
      return h('select', common, values.map((value) =>
        h('option', { value: JSON.stringify(value), selected: value === entry.value }, shown(value))));
    }
    if (rule.type === 'integer' || rule.type === 'number') {
      const input = h('input', { ...common, type: 'number', min: rule.minimum, max: rule.maximum, step: rule.type === 'integer' ? 1 : 'any', inputmode: 'decimal' });
      input.value = entry.value;
      return input;
    }
    const input = h('input', { ...common, type: 'text' });
    input.value = entry.value ?? '';
    return input;
  }

  function read(input, rule) {
    if (input.tagName === 'SELECT') return JSON.parse(input.value);
    if (rule.type !== 'integer' && rule.type !== 'number') return input.value;
    // The gateway refuses input that is not a number, with its own explanation.
    return input.value === '' || Number.isNaN(input.valueAsNumber) ? input.value : input.valueAsNumber;
  }

  /** Changes a setting from the value that this person saw. If it changed meanwhile, both values are shown. */
  async function apply(entry, value, tries = 3) {
    complain(entry, null);
    const answer = await send('PATCH', '/v1/settings', { [entry.name]: value }, { 'If-Match': `"${report.version}"` });
    if (closed) return;
    if (answer.ok) {
      typed.delete(entry.name);
      report = answer.value;
      draw();
      toast(t('setting.changed', { name: label(entry.name) }), { severity: 'good' });
    } else if (answer.status === 412) {
      await load();
      const now = report.settings.find((other) => other.name === entry.name);
      if (value !== null && now && now.value !== entry.value) conflict(now, value);
      // Another setting was changed: this one is as this person saw it.
      else if (now && tries > 1) await apply(now, value, tries - 1);
    } else {
      // Once this person has signed in again, or the gateway answers, the same can be tried again.
      const isLater = [undefined, 401, 403, 429, 503].includes(answer.status);
      complain(entry, [outside(answer.problem.detail, 600), isLater
        ? button(null, t('again'), () => apply(report.settings.find((other) => other.name === entry.name) ?? entry, value), { class: 'quiet' }) : null]);
    }
  }

  /** Says at a setting why it was not changed. */
  function complain(entry, problem) {
    const own = typed.get(entry.name);
    if (own) own.problem = problem;
    const element = document.getElementById(`setting-${entry.name.replaceAll('.', '-')}-problem`);
    if (element) replace(element, problem);
  }

  /** Somebody else has changed it: both values, and a person decides. */
  function conflict(now, value) {
    typed.delete(now.name);
    draw();
    const element = dialog(t('setting.conflict', { name: label(now.name) }), [
      h('p', {}, t('setting.conflict.text', { now: shown(now.value), own: shown(value) })),
    ], [h('button', { type: 'button', onclick: () => {
      element.close();
      apply(now, value);
    } }, t('setting.conflict.own', { own: shown(value) }))]);
  }

  load();
  let known;
  const ends = [
    // Another page or program changed a setting.
    store.on('state', (gateway) => {
      if (known !== undefined && gateway.settings !== known && gateway.settings !== report?.version
        && !place.contains(document.activeElement)) load();
      known = gateway.settings;
    }),
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
