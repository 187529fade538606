// SPDX-License-Identifier: Apache-2.0

import { send } from '../request.js';
import { h, outside, refresh, replace, setText } from '../dom.js';
import { bytes, instant, length, number, span } from '../format.js';
import { button, card, facts, failure, indicator, state, toast, warn } from '../parts.js';
import { question } from './question.js';
import { chainItem } from './corrections-chain.js';
import { casterForm } from './corrections-setup.js';
import { mayChange, once, pageOf, whomToAsk } from './receiver-parts.js';
import * as store from '../store.js';
import { code, t } from '../text.js';

export const hasTexts = true;

const ADDRESS = '/v1/corrections';

/** Shows the path of corrections from the caster to the receivers, and sets up the caster. */
export function show(root) {
  let closed = false;
  let beats = 0;
  /** The newest overview, and the time of its arrival. */
  let overview;
  let arrival = 0;
  let form = null;
  let role;
  const notice = h('div', { id: 'corrections-notice' }, state('loading', t('loading')));
  const chain = h('div', { id: 'corrections-chain' });
  const commands = h('div', { class: 'row', id: 'corrections-commands' });
  const stream = facts([['stream', t('corrections.stream')], ['origin', t('corrections.origin')], ['state', t('corrections.state')], ['age', t('corrections.age')],
    ['station', t('position.station')], ['numbers', t('corrections.numbers')], ['bytes', t('corrections.bytes')],
    ['connections', t('corrections.connections')], ['next', t('uplink.next')], ['position', t('corrections.position')]]);
  const age = h('span', { id: 'corrections-age' }, '—');
  stream.set('age', age);
  const receivers = h('div', { id: 'corrections-receivers' });
  const setup = h('div', { id: 'corrections-setup' });
  const body = h('div', { hidden: true }, h('div', { class: 'cards two' },
    h('section', { class: 'card span' }, h('h2', {}, t('corrections.chain')), chain, commands),
    h('div', { class: 'stack' }, card(t('corrections.data'), stream.list), card(t('nav.receivers'), receivers)),
    h('div', { class: 'stack' }, card(t('corrections.setup'), setup))));
  root.append(h('h1', { tabindex: '-1' }, t('nav.corrections')), notice, body);

  const load = once(async () => {
    const answer = await send('GET', ADDRESS, null, {}, 30);
    if (closed) return;
    if (answer.ok) return draw(answer.value);
    if (body.hidden) replace(notice, failure(answer.problem, load));
  });

  function draw(value) {
    overview = value;
    arrival = performance.now();
    body.hidden = false;
    replace(notice);
    const { report } = value;
    refresh(chain, value.origin === 'none' ? state('empty', t('corrections.none'))
      : value.stopped ? indicator('grey', t('corrections.stopped'))
        : report ? h('ol', { class: 'indicators' }, links(report)) : state('loading', t('loading')));
    drawStream(value, report);
    refresh(receivers, (report?.receivers ?? []).length === 0 ? t('corrections.receivers.none')
      : h('ul', { class: 'indicators' }, report.receivers.map(receiver)));
    drawCommands(value);
    if (role !== store.hello.role) drawSetup();
  }

  /** The steps that all receivers share, and the last one for each receiver. */
  function links({ chain: all = [], receivers: uses = [] }) {
    const shared = all.slice(0, 3).map((link) => chainItem(link));
    return [...shared, ...(uses.length ? uses.map(({ receiver: id, use }) => chainItem(use, id)) : all.slice(3).map((link) => chainItem(link)))];
  }

  function drawStream(value, report) {
    stream.set('stream', value.stream ? outside(value.stream, 300) : '—');
    stream.set('origin', code('corrections-origin', value.origin));
    stream.set('state', report ? code('corrections-state', report.state) : '—');
    stream.set('station', report?.station === undefined ? '—' : String(report.station));
    const numbers = Object.entries(report?.message_numbers ?? {}).sort(([a], [b]) => a - b);
    stream.set('numbers', numbers.length ? h('span', { class: 'pair' }, numbers.map(([name, count]) => h('span', {}, `${name}: ${number(count)}`))) : '—');
    stream.set('bytes', report ? bytes(report.bytes) : '—');
    stream.set('connections', report ? number(report.connections) : '—');
    stream.set('next', report?.next_try ? instant(report.next_try) : '—');
    stream.set('position', report?.last_position ? instant(report.last_position) : t('corrections.position.never'));
    tickAge();
  }

  function tickAge() {
    const seconds = overview?.report?.last_message_age_s;
    setText(age, seconds === undefined ? '—' : t('age.ago', { span: span(seconds + (performance.now() - arrival) / 1000) }));
  }

  function receiver({ receiver: id, quality, correction_age_s: old, correction_station: station, baseline_m: baseline, delivered }) {
    const words = [
      quality ? code('quality', quality) : t('position.none'),
      old === undefined ? '' : t('corrections.receiver.age', { age: span(old) }),
      station === undefined ? '' : t('corrections.receiver.station', { station }),
      baseline === undefined ? '' : t('corrections.receiver.baseline', { length: baseline < 10000 ? length(baseline, 0) : `${number(baseline / 1000, 1)} km` }),
    ];
    return h('li', {}, h('a', { href: pageOf(id) }, h('strong', {}, outside(id, 80))), h('div', {}, words.filter(Boolean).join(' · ')),
      h('div', { class: 'note' }, delivered ? t('receiver.corrections', {
        messages: number(delivered.messages), bytes: bytes(delivered.bytes), lost: number(delivered.refused + delivered.given_up),
      }) : t('corrections.receiver.nothing')));
  }

  // MARK: Commands

  let shown = '';
  function drawCommands(value) {
    const key = [value.origin, value.stopped, value.in_file, store.hello.role].join();
    // The buttons stay while a dialog is open, because the focus returns to the one that opened it.
    if (key === shown || document.querySelector('dialog')) return;
    shown = key;
    const isFocused = commands.contains(document.activeElement);
    const command = (name, onclick) => button(null, t(`corrections.${name}`), onclick, { id: `corrections-${name}`, disabled: !mayChange() });
    refresh(commands,
      value.origin === 'none' ? null : value.stopped ? command('start', () => act('POST', `${ADDRESS}/start`, 'corrections.started'))
        : command('stop', () => question(t('corrections.stop.ask'), h('p', {}, t('corrections.stop.text')), t('corrections.stop'),
          () => order('POST', `${ADDRESS}/stop`, 'corrections.stopped'))),
      value.origin === 'person' ? command('reset', () => question(t('corrections.reset.ask'),
        h('p', {}, t(value.in_file ? 'corrections.reset.file' : 'corrections.reset.none')), t('corrections.reset'),
        () => order('DELETE', ADDRESS, 'corrections.reset.done'))) : null);
    if (isFocused) (commands.querySelector('button:not(:disabled)') ?? root.querySelector('h1')).focus();
  }

  /** Sends a command. Resolves to the reason if it is refused, otherwise to null. */
  async function order(method, path, done) {
    const answer = await send(method, path);
    if (!answer.ok) return answer.problem.detail;
    toast(t(done), { severity: 'good' });
    if (!closed) draw(answer.value);
    if (!closed && method === 'DELETE') {
      form = null;
      drawSetup();
    }
    return null;
  }

  async function act(...parameters) {
    const reason = await order(...parameters);
    if (reason !== null) warn(reason);
  }

  // MARK: Set-up

  async function drawSetup() {
    role = store.hello.role;
    // What was typed is kept until this browser may change something again.
    if (form) form.element.hidden = !mayChange();
    replace(setup, whomToAsk(), form?.element);
    if (form || !mayChange()) return;
    const isThere = overview.origin !== 'none';
    const answer = isThere ? await send('GET', `${ADDRESS}/entry`) : { ok: true, value: { entry: {}, has_password: false } };
    if (closed || form || !mayChange()) return;
    if (!answer.ok) return replace(setup, failure(answer.problem, drawSetup));
    form = casterForm(answer.value, {
      save: (entry) => send('PUT', ADDRESS, entry),
      list: (query) => send('POST', `${ADDRESS}/mountpoints`, query),
      done(saved) {
        toast(t('corrections.saved'), { severity: 'good' });
        if (closed) return;
        draw(saved);
        // The form keeps the typed values, except the password, which only the gateway keeps.
      },
    });
    replace(setup, form.element);
  }

  load();
  const ends = [store.on('state', () => !body.hidden && load()), store.on('hello', () => overview && store.hello.role !== role && draw(overview))];
  return {
    close: () => {
      closed = true;
      form?.close();
      ends.forEach((end) => end());
    },
    tick() {
      tickAge();
      if (store.link.state !== 'live') return;
      beats += 1;
      if (beats % 2 === 0) load();
    },
    redraw: () => overview && draw(overview),
  };
}
