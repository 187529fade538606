// SPDX-License-Identifier: Apache-2.0

import { decoded, send } from '../request.js';
import { h, outside, refresh, replace } from '../dom.js';
import { accuracy, bytes, coordinates, height, instant, number, span } from '../format.js';
import { button, card, facts, failure, receiverIndicator, state } from '../parts.js';
import { arrived, commandBar, delivery, loading, mayChange, once, pageOf, portNotes, whomToAsk } from './receiver-parts.js';
import { steps, verdict } from './receiver-test.js';
import * as store from '../store.js';
import { code, has, language, t } from '../text.js';

export const hasTexts = true;

/** The drivers whose receivers may be u-blox receivers on a serial line. */
const LINE_DRIVERS = ['ubx', 'nmea-serial'];

/** Shows one receiver: its identity, its state, the data that it delivers, and the actions that are possible. */
export function show(root, { path }) {
  const id = decoded(path.split('/')[2]);
  const address = `/v1/receivers/${encodeURIComponent(id)}`;
  let closed = false;
  let role;
  /** The newest report; null if the receiver was removed. */
  let newest = null;
  let isTesting = false;
  const head = h('h1', { tabindex: '-1' }, outside(id, 80));
  const ask = h('div');
  const notice = h('div', { id: 'receiver-notice' }, state('loading', t('loading')));
  const condition = h('div', { id: 'receiver-state' });
  const actions = h('div', { class: 'row', id: 'receiver-commands' });
  const port = h('div', { id: 'receiver-port' });
  const identity = facts(['vendor', 'model', 'firmware', 'serial', 'driver', 'origin', 'device', 'identity', 'isolation', 'priority', 'refused']
    .map((key) => [key, t(`receiver.${key}`)]));
  const fix = facts([['quality', t('position.quality')], ['place', t('nav.position')], ['height', t('position.ellipsoidal')],
    ['accuracy', t('position.accuracy')], ['used', t('position.used')], ['corrections', t('position.corrections')]]);
  const corrections = h('div', { id: 'receiver-corrections' });
  const kinds = h('div', { id: 'receiver-kinds' });
  const abilities = h('div', { id: 'receiver-abilities' });
  const result = h('div', { id: 'receiver-result', role: 'status' });
  const testButton = button(null, t('receiver.test'), test, { id: 'receiver-test' });
  const body = h('div', { hidden: true }, h('div', { class: 'cards two' },
    h('section', { class: 'card span' }, condition, port, actions),
    h('div', { class: 'stack' }, card(t('receiver.what'), identity.list), card(t('receiver.test.title'), h('p', { class: 'note' }, t('receiver.test.note')), h('p', {}, testButton), result)),
    h('div', { class: 'stack' }, card(t('receiver.fix'), fix.list, corrections, h('p', { class: 'more-line' }, h('a', { href: '#/corrections' }, t('corrections.more')))),
      card(t('receiver.delivers'), kinds, h('p', {}, h('a', { class: 'go', id: 'receiver-raw', href: `#/raw?receiver=${encodeURIComponent(id)}` }, t('nav.raw')))), card(t('receiver.can'), abilities))));
  root.append(h('p', {}, h('a', { href: '#/receivers' }, t('receiver.back'))), head, ask, notice, body);

  const showCommands = commandBar(actions, (isGone) => (isGone ? leave() : load()), link);

  const load = once(async () => {
    const answer = await send('GET', address, null, {}, 30);
    if (closed) return;
    if (answer.ok) return draw(answer.value);
    if (answer.status === 404) return gone();
    if (body.hidden) replace(notice, failure(answer.problem, load));
  });

  /** Shows that the receiver was removed, here or elsewhere. */
  function gone() {
    const isFocused = body.contains(document.activeElement);
    body.hidden = true;
    newest = null;
    refresh(notice, state('empty', t('receiver.gone'), h('a', { href: '#/receivers' }, t('receiver.back'))));
    if (isFocused) head.focus();
  }

  function draw(report) {
    newest = report;
    role = store.hello.role;
    body.hidden = false;
    replace(notice);
    refresh(ask, whomToAsk());
    const marks = [report.active ? t('receiver.active') : '', report.chosen ? t('receiver.chosen') : '', delivery(report)];
    refresh(condition, h('p', {}, receiverIndicator(report)), h('p', { class: 'note' }, marks.filter(Boolean).join(' · ')));
    showCommands(report);
    testButton.disabled = isTesting || !mayChange();
    for (const name of ['vendor', 'model', 'firmware', 'serial', 'device', 'identity']) {
      if (report[name] !== undefined) identity.set(name, outside(report[name], 200));
    }
    identity.set('driver', outside(report.driver, 80));
    identity.set('origin', code('receiver-origin', report.origin));
    identity.set('isolation', code('receiver-isolation', report.isolation));
    identity.set('priority', number(report.priority));
    identity.set('refused', number(report.refused_batches));
    drawFix(report);
  }

  function drawFix({ fix: last, fix_age_s: age = 0, corrections: delivered }) {
    const since = arrived(newest);
    const now = store.isGone(age + since) ? undefined : last;
    const isKnown = now?.latitude_deg !== undefined;
    fix.set('quality', now ? (now.kind === 'none' ? '' : `${now.kind.toUpperCase()} · `) + code('quality', now.quality) : '—');
    fix.set('place', isKnown ? coordinates(now.latitude_deg, now.longitude_deg).join(' ') : t('position.none'));
    fix.set('height', isKnown ? height(now.ellipsoidal_height_m) : '—');
    fix.set('accuracy', accuracy(isKnown ? now.horizontal_accuracy_m : null));
    fix.set('used', number(now?.satellites_used));
    fix.set('corrections', now?.correction_age_s === undefined ? '—' : span(now.correction_age_s + since));
    refresh(corrections, delivered ? h('p', { class: 'note' }, t('receiver.corrections', {
      messages: number(delivered.messages), bytes: bytes(delivered.bytes), lost: number(delivered.refused + delivered.given_up),
    })) : null);
  }

  /** Links to the settings: those of an added receiver, new ones for a found receiver, and those in a receiver on a serial line. */
  function link(report) {
    const note = report.origin === 'configured' ? h('p', { class: 'note' }, t('receiver.in-file')) : null;
    if (!mayChange()) return note;
    const isOwn = report.origin === 'added';
    const query = `?device=${encodeURIComponent(report.device ?? '')}&driver=${encodeURIComponent(report.driver)}`;
    return [
      note ?? h('a', { class: 'go', id: 'receiver-edit', href: isOwn ? pageOf(id, '/edit') : `#/receivers/add/usb${query}` }, t(isOwn ? 'receiver.edit' : 'receiver.own')),
      LINE_DRIVERS.includes(report.driver) ? h('a', { class: 'go', id: 'receiver-provision', href: pageOf(id, '/provision') }, t('receiver.provision')) : null,
    ];
  }

  const more = once(async () => {
    const [can, devices] = await Promise.all([`${address}/capabilities`, '/v1/devices'].map((each) => send('GET', each, null, {}, 30)));
    if (closed) return;
    if (devices.ok) {
      const device = devices.value.find((each) => each.receiver === id);
      refresh(port, device ? portNotes(device) : null);
    }
    if (!can.ok) return;
    refresh(kinds, h('ul', { class: 'indicators' }, can.value.kinds.map((kind) => h('li', {}, h('strong', {}, code('kind', kind.kind)), ': ',
      kind.count ? `${number(kind.count)}${kind.last ? ` · ${instant(kind.last)}` : ''}` : t('receiver.declared')))));
    refresh(abilities, can.value.abilities.length ? h('ul', { class: 'indicators' }, can.value.abilities.map((ability) => h('li', {},
      h('strong', {}, named(ability.ability)), ': ', h('span', { lang: language === 'en' ? null : 'en' }, outside(ability.evidence, 300)), ` · ${instant(ability.since)}`))) : h('p', {}, t('receiver.can.none')));
  });

  /** An ability's name: that of a satellite system or an indicator, or its own. */
  function named(ability) {
    const group = ['system', 'indicator'].find((each) => has(`${each}.${ability}`)) ?? 'ability';
    return code(group, ability);
  }

  async function test() {
    isTesting = testButton.disabled = true;
    replace(result, t('receiver.testing'));
    const answer = await send('POST', `${address}/test?seconds=5`);
    isTesting = false;
    if (closed) return;
    testButton.disabled = !mayChange();
    // A disabled button loses the focus.
    if (document.activeElement === document.body) testButton.focus();
    replace(result, answer.ok ? [verdict(answer.value), steps(answer.value)] : h('p', { class: 'problem' }, outside(answer.problem.detail, 600)));
    load();
  }

  function leave() {
    location.hash = '#/receivers';
  }

  load().then(more);
  const ends = [store.on('state', () => !body.hidden && load()), store.on('hello', () => store.hello.role !== role && load())];
  return {
    close: () => {
      closed = true;
      ends.forEach((end) => end());
    },
    tick: loading(load, () => !body.hidden && more(), () => newest && draw(newest)),
  };
}
