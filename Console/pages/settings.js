// SPDX-License-Identifier: Apache-2.0

import { openSettings } from '../app.js';
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
    const focused = place.contains(document.activeElement) ? document.activeElement.id : null;
    const groups = Map.groupBy ? Map.groupBy(report.settings, (entry) => entry.name.split('.')[0]) : grouped(report.settings);
    replace(place, mayChange() ? null : h('p', { class: 'not-allowed' }, t(store.hello.role === 'viewer' ? 'session.needed' : 'session.admin')),
      h('div', { class: 'cards' }, [...groups].map(([group, entries]) =>
        h('section', { class: 'card' }, h('h2', {}, label(group)), entries.map(field)))));
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  function grouped(entries) {
    const groups = new Map();
    for (const entry of entries) {
      const group = entry.name.split('.')[0];
      groups.set(group, [...(groups.get(group) ?? []), entry]);
    }
    return groups;
  }

  function field(entry) {
    const rule = part(entry.name);
    const id = `setting-${entry.name.replaceAll('.', '-')}`;
    const input = control(entry, rule, id);
    const problem = h('p', { class: 'problem', role: 'alert', id: `${id}-problem` });
    input.addEventListener('change', () => apply(entry, read(input, rule), problem));
    const unit = rule.unit ? ` (${rule.unit})` : '';
    return h('div', { class: 'setting', 'data-origin': entry.origin },
      h('label', { for: id }, label(entry.name) + unit), input,
      h('p', { class: 'note', id: `${id}-text`, lang: language === 'en' ? null : 'en' }, rule.description ?? ''),
      entry.locked ? h('p', { class: 'note' }, outside(entry.locked, 400)) : null,
      h('p', { class: 'note' }, t(`setting-origin.${entry.origin}`, { value: shown(entry.file) }), ' ',
        entry.origin === 'person' ? button(null, t('setting.reset'), () => apply(entry, null, problem),
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
  async function apply(entry, value, problem, tries = 3) {
    replace(problem);
    let answer;
    try {
      answer = await fetch('/v1/settings', {
        method: 'PATCH', cache: 'no-store', headers: { 'Content-Type': 'application/json', 'If-Match': `"${report.version}"` },
        body: JSON.stringify({ [entry.name]: value }),
      });
    } catch {
      replace(problem, t('link.no-answer'));
      return;
    }
    const body = await answer.json();
    if (closed) return;
    if (answer.ok) {
      report = body;
      draw();
      toast(t('setting.changed', { name: label(entry.name) }), { severity: 'good' });
    } else if (answer.status === 412) {
      await load();
      const now = report.settings.find((other) => other.name === entry.name);
      if (value !== null && now && now.value !== entry.value) conflict(now, value);
      // Only another setting changed; this one still has the value that the person saw.
      else if (now && tries > 1) await apply(now, value, document.getElementById(`setting-${entry.name.replaceAll('.', '-')}-problem`) ?? problem, tries - 1);
    } else {
      replace(problem, outside(body.detail, 600));
    }
  }

  /** The setting was changed elsewhere: shows both values and lets the person decide. */
  function conflict(now, value) {
    const element = dialog(t('setting.conflict', { name: label(now.name) }), [
      h('p', {}, t('setting.conflict.text', { now: shown(now.value), own: shown(value) })),
    ], [h('button', { type: 'button', onclick: () => {
      element.close();
      apply(now, value, document.getElementById(`setting-${now.name.replaceAll('.', '-')}-problem`));
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
    store.on('hello', () => report && draw()),
  ];
  return {
    close: () => {
      closed = true;
      ends.forEach((end) => end());
    },
    redraw: () => report && draw(),
  };
}
