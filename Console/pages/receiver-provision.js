// SPDX-License-Identifier: Apache-2.0

import { decoded, send } from '../request.js';
import { h, outside, refresh, replace, setText } from '../dom.js';
import { number } from '../format.js';
import { button, card, indicator, state } from '../parts.js';
import { mayChange, pageOf, whomToAsk } from './receiver-parts.js';
import * as store from '../store.js';
import { language, phrase, t } from '../text.js';

export const hasTexts = true;

/** The interval at which the state of a set-up in progress is requested, in milliseconds. */
const PAUSE = 500;
const RATES = [1, 2, 5, 10, 20];
const BAUDS = [9600, 38400, 57600, 115200, 230400, 460800, 921600];
const COLOURS = { made: 'green', refused: 'yellow' };

/** Sets up a u-blox receiver: options, the plan, and the changes as the receiver acknowledges them. */
export function show(root, { path }) {
  const id = decoded(path.split('/')[2]);
  let closed = false;
  let timer = null;
  let session = null;
  let shown = '';
  const ask = h('div');
  const problem = h('div', { id: 'provision-problem', role: 'alert' });
  const title = h('h2', { tabindex: '-1', id: 'provision-title' });
  const bar = h('progress', { id: 'provision-progress', 'aria-labelledby': 'provision-title' });
  const body = h('div', { id: 'provision-body' });
  const actions = h('p', { class: 'row', id: 'provision-actions' });
  const plan = h('section', { class: 'card', hidden: true, id: 'provision' }, h('div', { role: 'status' }, title), bar, body, actions);
  const wishes = form();
  root.append(h('p', {}, h('a', { href: pageOf(id) }, t('receiver.back-to'), ' ', outside(id, 80))),
    h('h1', { tabindex: '-1' }, t('receiver.provision'), ': ', outside(id, 80)), ask, h('p', { class: 'note' }, t('provision.note')), wishes, problem, plan);

  function form() {
    const choice = (name, values) => h('select', { id: `provision-${name}`, name }, values.map(([value, words]) => h('option', { value }, words)));
    const field = (name, input) => h('label', { class: 'field', for: `provision-${name}` }, h('span', {}, t(`provision.${name}`)), input);
    const inputs = {
      rate: choice('rate', [['', t('provision.keep')], ...RATES.map((rate) => [rate, t('provision.hertz', { rate: number(rate) })])]),
      baud: choice('baud', [['', t('provision.baud.auto')], ['keep', t('provision.keep')], ...BAUDS.map((baud) => [baud, number(baud)])]),
      memory: choice('memory', [['ram', t('provision.ram')], ['flash', t('provision.flash')]]),
    };
    const silent = h('input', { type: 'checkbox', id: 'provision-nmea' });
    const element = h('form', { id: 'provision-form' }, Object.entries(inputs).map(([name, input]) => field(name, input)),
      h('label', { class: 'check', for: 'provision-nmea' }, silent, ' ', t('provision.nmea')),
      h('p', { class: 'row' }, h('button', { type: 'submit', class: 'primary', id: 'provision-read' }, t('provision.read'))));
    element.addEventListener('submit', (event) => {
      event.preventDefault();
      const { rate, baud, memory } = inputs;
      begin({
        memory: memory.value, nmea: !silent.checked, ...(rate.value ? { rate_hz: Number(rate.value) } : {}),
        ...(baud.value === 'keep' ? { keep_baud: true } : baud.value ? { baud: Number(baud.value) } : {}),
      });
    });
    return card(t('provision.wishes'), element);
  }

  function complain(answer) {
    replace(problem, answer.ok ? null : h('p', { class: 'problem' }, outside(answer.problem.detail, 600)));
  }

  async function begin(wanted) {
    follow(await send('POST', `/v1/receivers/${encodeURIComponent(id)}/provision`, wanted));
  }

  const place = () => `/v1/receivers/provisionings/${session.id}`;
  const agree = async (agrees) => follow(await send('POST', place(), { agrees }));
  const end = async () => follow(await send('DELETE', place()));

  /** Shows an answer, and requests the state again while the set-up is in progress. */
  function follow(answer) {
    if (closed) return;
    clearTimeout(timer);
    complain(answer);
    if (answer.ok) {
      session = answer.value;
      draw();
    } else if (answer.status === 404 && session) {
      // The gateway was restarted, or has dropped a plan that was not answered.
      session = null;
      plan.hidden = true;
    }
    draw.form();
    if (session && ['reading', 'changing'].includes(session.state)) timer = setTimeout(look, PAUSE);
  }

  async function look() {
    const answer = await send('GET', place());
    if (closed) return;
    if (answer.ok || answer.status === 404) return follow(answer);
    timer = setTimeout(look, 4 * PAUSE);
  }

  function draw() {
    const { state: now } = session;
    const isNothing = now === 'done' && !session.changes?.length;
    plan.hidden = false;
    plan.dataset.state = now;
    setText(title, t(isNothing ? 'provision.nothing' : `provision.${now}`, { memory: t(`provision.${session.memory}`) }));
    const [tried, count] = [session.changes?.filter((change) => change.outcome).length, session.changes?.length];
    bar.hidden = !['reading', 'changing'].includes(now);
    if (now === 'changing' && count) [bar.max, bar.value] = [count, tried];
    else bar.removeAttribute('value');
    refresh(body, session.error ? h('p', { class: 'problem', id: 'provision-error' }, outside(phrase(session.error, session.error_text), 600)) : null,
      session.model ? h('p', {}, outside(session.model, 200), session.port ? [' · ', outside(session.port, 20)] : null) : null, changes(), notes());
    if (now === shown) return;
    const isFirst = shown === '';
    shown = now;
    replace(actions, buttons(now));
    if (!isFirst || now !== 'reading') title.focus();
  }

  /** The options cannot be changed while the gateway works. */
  draw.form = () => {
    refresh(ask, whomToAsk());
    const isBusy = session && ['reading', 'changing'].includes(session.state);
    wishes.querySelectorAll('select, input, button').forEach((input) => { input.disabled = isBusy || !mayChange(); });
  };

  const buttons = (now) => ({
    reading: [button(null, t('cancel'), end, { id: 'provision-cancel' })],
    planned: [button(null, t('provision.decline'), () => agree(false), { id: 'provision-decline' }),
      button(null, t('provision.make'), () => agree(true), { id: 'provision-make', class: 'primary' })],
    changing: [button(null, t('cancel'), end, { id: 'provision-cancel' })],
  })[now] ?? [h('a', { class: 'go', id: 'provision-back', href: pageOf(id) }, t('receiver.back-to'), ' ', outside(id, 80))];

  function changes() {
    if (!session.changes?.length) return null;
    const english = language === 'en' ? null : 'en';
    const value = (message, text) => outside(phrase(message, text), 80);
    return h('ul', { class: 'indicators', id: 'provision-changes' }, session.changes.map((change) => h('li', { 'data-outcome': change.outcome ?? '' },
      h('strong', { lang: english }, outside(change.setting, 80)), ': ', value(change.old_message, change.old), ' → ', value(change.new_message, change.new),
      change.outcome ? h('div', {}, indicator(change.failure ? 'red' : COLOURS[change.outcome] ?? 'green', outside(phrase(change.message, change.text), 200))) : null)));
  }

  function notes() {
    if (!session.changes) return null;
    const list = (key, names) => (names?.length ? h('p', { class: 'note' }, t(`provision.${key}`), ' ', outside(names.join(', '), 400)) : null);
    return [
      h('p', { class: 'note' }, t('provision.correct', { count: number(session.correct) }), ' ', session.load === undefined
        ? t('provision.bytes', { bytes: number(session.bytes_per_second) })
        : t('provision.load', { bytes: number(session.bytes_per_second), percent: number(session.load * 100) })),
      list('unsupported', session.unsupported), list('omitted', session.omitted),
      session.new_baud && session.changes.length ? h('p', { class: 'note' }, t('provision.new-baud', { baud: number(session.new_baud) })) : null,
    ];
  }

  /** Finds a set-up of this receiver that was begun before, here or elsewhere. */
  async function load() {
    draw.form();
    if (!mayChange() || session) return;
    const answer = await send('GET', '/v1/receivers/provisionings');
    if (closed || session || !answer.ok) return;
    const known = answer.value.find((each) => each.receiver === id && ['reading', 'planned', 'changing'].includes(each.state));
    if (known) follow({ ok: true, value: known });
  }

  load();
  const ends = [store.on('hello', load)];
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
      ends.forEach((stop) => stop());
    },
  };
}
