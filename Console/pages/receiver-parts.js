// SPDX-License-Identifier: Apache-2.0

import { send } from '../request.js';
import { h, outside, replace } from '../dom.js';
import { fields, label } from './form.js';
import { number, span } from '../format.js';
import { button, toast, warn } from '../parts.js';
import { question } from './question.js';
import * as store from '../store.js';
import { language, phrase, t } from '../text.js';

/** The address of a receiver's page. */
export const pageOf = (id, more = '') => `#/receivers/${id === 'add' ? '%61dd' : encodeURIComponent(id)}${more}`;

/** A function that performs an action only once at a time: on a slow link, requests would pile up and overtake each other. */
export function once(action) {
  let isRunning = false;
  return async () => {
    if (isRunning) return;
    isRunning = true;
    await action().finally(() => { isRunning = false; });
  };
}

/**
 * Returns a function to call each second, which loads states every 2 s, and the rest every 10 s.
 * @param {() => void} load
 * @param {() => void} more
 * @param {() => void} redraw shows the growing ages while nothing can be loaded
 */
export function loading(load, more, redraw) {
  let beats = 0;
  return () => {
    if (store.link.state !== 'live') return redraw();
    beats += 1;
    if (beats % 2 === 0) load();
    if (beats % 10 === 0) more();
  };
}

/** True if this browser may change receivers. */
export const mayChange = () => store.hello.role === 'admin';

/** A note on how to get the permission to change receivers; null if this browser has it. */
export const whomToAsk = () => (mayChange() || !store.hello.role ? null
  : h('p', { class: 'not-allowed' }, t('session.admin')));

/** The time since a report arrived, in seconds. */
export const arrived = (report) => (performance.now() - (report.arrival ??= performance.now())) / 1000;

/** A receiver's rate, the age of its data, and its restarts, in words; a dash for a report that is too old. */
export function delivery(report) {
  const since = arrived(report);
  if (store.isGone(since)) return '—';
  const age = report.last_data_age_s;
  return [
    report.rate_hz ? t('status.rate', { rate: number(report.rate_hz, 1) }) : '',
    age === undefined ? t('receiver.no-data') : t('status.last', { span: span(age + since) }),
    report.restarts ? t('status.restarts', { count: report.restarts }) : '',
  ].filter(Boolean).join(' · ');
}

/**
 * The buttons for a receiver.
 * @param {object} report of the receiver
 * @param {(isGone: boolean) => void} done called after a command, whether it succeeded or not
 */
function commands(report, done) {
  const path = `/v1/receivers/${encodeURIComponent(report.id)}`;
  /** Sends a command. Resolves to the reason if it is refused, otherwise to null. */
  const order = async (method, where, body, text, isGone = false) => {
    const answer = await send(method, where, body);
    if (answer.ok) toast(text, { severity: 'good' });
    done(answer.ok && isGone);
    return answer.ok ? null : answer.problem.detail;
  };
  const act = async (...parameters) => {
    const reason = await order(...parameters);
    if (reason !== null) warn(reason);
  };
  const command = (name, onclick) => button(null, t(`receiver.${name}`), onclick,
    { 'data-command': name, disabled: !mayChange(), 'aria-label': `${t(`receiver.${name}`)}: ${report.id}` });
  const post = (name) => ['POST', `${path}/${name}`, null, t(`receiver.${name}.done`, { id: report.id })];
  const kind = ['added', 'found'].includes(report.origin) ? report.origin : 'configured';
  return [
    report.chosen
      ? command('automatic', () => act('DELETE', '/v1/receivers/active', null, t('receiver.automatic.done')))
      : command('use', () => act('PUT', '/v1/receivers/active', { id: report.id }, t('receiver.use.done', { id: report.id }))),
    report.state === 'stopped' ? command('start', () => act(...post('start'))) : [
      command('stop', () => (report.active
        ? question(t('receiver.stop.ask', { id: report.id }), h('p', {}, t('receiver.stop.text')), t('receiver.stop'), () => order(...post('stop')))
        : act(...post('stop')))),
      command('restart', () => act(...post('restart'))),
    ],
    command(kind === 'added' ? 'remove' : 'forget', () => question(
      t(kind === 'added' ? 'receiver.remove.ask' : 'receiver.forget.ask', { id: report.id }), h('p', {}, t(`receiver.forget.${kind}`)),
      t(kind === 'added' ? 'receiver.remove' : 'receiver.forget'),
      () => order('DELETE', path, null, t(kind === 'added' ? 'receiver.remove.done' : 'receiver.forget.done', { id: report.id }), kind === 'added'))),
  ];
}

/** The command whose button gets the focus if the button that had it is gone. */
const COUNTERPARTS = { use: 'automatic', automatic: 'use', stop: 'start', restart: 'start', start: 'stop' };

/**
 * Returns a function that updates a receiver's buttons and keeps the focus.
 * @param {HTMLElement} place
 * @param {(report: object) => any} more returns further content
 */
export function commandBar(place, done, more = () => null) {
  let shown = '';
  return (report) => {
    const key = [report.active, report.chosen, report.state === 'stopped', report.origin, store.hello.role].join();
    // The buttons stay while a dialog is open, because the focus returns to the one that opened it.
    if (key === shown || document.querySelector('dialog')) return;
    shown = key;
    const focused = place.contains(document.activeElement) ? document.activeElement.dataset.command : null;
    replace(place, commands(report, done), more(report));
    if (focused === null) return;
    const names = [focused, COUNTERPARTS[focused]].map((name) => place.querySelector(`[data-command=${name}]`));
    (names.find(Boolean) ?? place.querySelector('button')).focus();
  };
}

/** The facts about a device's port: the program that holds it, the permissions, and the remedy. */
export function portNotes(device) {
  const english = language === 'en' ? null : 'en';
  const note = (text) => (text ? h('p', { class: 'note', lang: english }, outside(text, 600)) : null);
  return [
    device.holders?.length ? h('p', { class: 'problem' }, t('device.held'), ' ', outside(device.holders.join(', '), 300)) : null,
    device.accessible === false ? h('p', { class: 'problem' }, t('device.denied')) : null,
    note(device.advice), note(device.finding), note(device.remark), (device.risks ?? []).map(note),
  ];
}

/** The keys of a receiver that are not its driver's. */
const GENERAL = {
  properties: {
    id: { type: 'string', isOwn: true }, priority: { type: 'integer', isOwn: true }, silence_s: { type: 'number', isOwn: true },
  },
};

/**
 * The form for a receiver's keys.
 * @param {object[]} drivers to choose from, each with the JSON Schema of its keys
 * @param {object} entry the keys that are set
 * @param {{isNew?: boolean, submitText: string, extra?: any, submit: (entry: object) => Promise<object>, done: (report: object) => void}} options
 *   `submit` sends the keys and returns the answer
 */
export function receiverForm(drivers, entry, { isNew = true, submitText, extra = null, submit, done }) {
  let own;
  let general;
  let isSent = false;
  const place = h('div');
  const problem = h('p', { class: 'problem', role: 'alert', id: 'form-problem' });
  const choice = h('select', { id: 'field-driver', 'aria-describedby': 'driver-text', onchange: () => build({ ...entry, config: own.read() }) },
    drivers.map((driver) => h('option', { value: driver.driver, selected: driver.driver === entry.driver }, driver.driver)));
  const summary = h('p', { class: 'note', id: 'driver-text', lang: language === 'en' ? null : 'en' });
  const send = h('button', { type: 'submit', class: 'primary', id: 'form-submit' }, submitText);
  const form = h('form', { class: 'card', novalidate: true, id: 'receiver-form' },
    h('div', { class: 'setting' }, h('label', { for: 'field-driver' }, label('driver')), choice, summary),
    place, extra, problem, h('p', { class: 'row' }, send));

  const driver = () => drivers.find((each) => each.driver === choice.value) ?? drivers[0];

  function build(value) {
    replace(summary, outside(driver().summary, 300));
    own = fields(driver().schema, value.config, 'config');
    const rules = Object.fromEntries(Object.entries(GENERAL.properties).filter(([key]) => isNew || key !== 'id')
      .map(([key, rule]) => [key, { ...rule, description: t(`key.${key}.note`) }]));
    general = fields({ properties: rules }, value);
    const first = own.entries.filter((each) => each.isSet);
    const rest = [...own.entries.filter((each) => !each.isSet), ...general.entries];
    replace(place, first.map((each) => each.element), h('details', {}, h('summary', {}, t('form.more')), rest.map((each) => each.element)));
  }

  function complain(errors) {
    const rest = general.complain(own.complain(errors));
    const wrong = place.querySelector('[aria-invalid=true]');
    const hidden = wrong?.closest('details');
    if (hidden) hidden.open = true;
    wrong?.focus();
    return rest;
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSent) return;
    isSent = true;
    replace(problem);
    // An emptied field removes its key.
    const kept = Object.fromEntries(Object.entries(entry).filter(([key]) => !general.entries.some((each) => each.key === key)));
    const answer = await submit({ ...kept, ...general.read(), driver: driver().driver, config: own.read() }, general);
    isSent = false;
    if (!form.isConnected && !answer.ok) return;
    const errors = answer.ok ? [] : answer.problem.errors ?? [];
    const rest = complain(errors);
    if (answer.ok) return done(answer.value);
    const words = errors.length === 0 ? [answer.problem.detail] : rest.map((error) => `${error.key}: ${phrase(error.message, error.text)}`);
    replace(problem, words.map((each) => h('span', { class: 'line' }, outside(each, 600))));
  });
  build(entry);
  return {
    element: form,
    /** Puts a value into a field of the driver. */
    set(key, value) {
      const found = own.entries.find((each) => each.key === key);
      if (found?.input) found.input.value = value;
    },
    field: (key) => own.entries.find((each) => each.key === key),
  };
}

/**
 * The form that adds a receiver, with a checkbox that makes it the active one.
 * @param {object[]} drivers as in `receiverForm`
 * @param {object} entry the keys that are set at first
 * @param {() => boolean} isClosed true if the page was left, and must not change any more
 */
export function addForm(drivers, entry, isClosed) {
  const used = h('input', { type: 'checkbox', id: 'add-use', checked: true });
  return receiverForm(drivers, entry, {
    submitText: t('nav.receiver-add'), extra: h('p', {}, h('label', { class: 'check' }, used, t('add.use'))),
    submit: (now) => add(now, used.checked),
    done({ id }) {
      toast(t('add.done', { id }), { severity: 'good' });
      if (!isClosed()) location.hash = pageOf(id);
    },
  });
}

/** Adds a receiver, and selects it on request. */
async function add(entry, isUsed) {
  const answer = await send('POST', '/v1/receivers', entry);
  if (!answer.ok || !isUsed) return answer;
  const use = await send('PUT', '/v1/receivers/active', { id: answer.value.id });
  if (!use.ok) warn(use.problem.detail);
  return answer;
}
