// SPDX-License-Identifier: Apache-2.0

import { send } from '../request.js';
import { h, outside, refresh, replace } from '../dom.js';
import { bytes, instant, number, span } from '../format.js';
import { card, copyButton, failure, indicator, sortedTable, state } from '../parts.js';
import { settingFields } from './setting-fields.js';
import * as store from '../store.js';
import { code, phrase, sentence, t } from '../text.js';
import { isOnboarded, isSending, memberAge, pauseControl, sendingWords } from '../uplink.js';
import { endpointForm } from './agrirouter-endpoint.js';

export const topics = 'members';

/** The lines of the card about sending, in order. */
const FIGURES = ['queue', 'oldest', 'success', 'next', 'sent', 'unconfirmed', 'dropped', 'positions', 'certificate', 'environment', 'endpoint', 'own-id', 'portal'];

/** Qualities of members' positions by agrirouter's numbering, which is that of NMEA's GGA. */
const QUALITIES = ['invalid', 'autonomous', 'differential', 'precise', 'rtk_fixed', 'rtk_float', 'dead_reckoning', 'manual', 'simulated'];

/** Shows the connection to agrirouter: the endpoint, the state of sending, settings, and the other members. */
export function show(root) {
  let closed = false;
  /** The newest report; null before the first. */
  let report = null;
  /** When it was last requested (performance.now()); a gateway without an endpoint does not stream it. */
  let asked = -Infinity;
  const notice = h('p', { class: 'not-allowed', id: 'agrirouter-notice', hidden: true });
  const standing = h('div', { id: 'agrirouter-state' }, state('loading', t('loading')));
  const pause = pauseControl(false);
  pause.element.hidden = true;
  const cells = Object.fromEntries(FIGURES.map((name) => [name, h('dd')]));
  const figures = h('dl', { class: 'facts', hidden: true }, FIGURES.map((name) => h('div', {}, h('dt', {}, t(`uplink.${name}`)), cells[name])));
  const form = endpointForm({ report: () => report, took: take, isClosed: () => closed });
  const fields = h('div', { id: 'agrirouter-settings' }, state('loading', t('loading')));
  const members = sortedTable(t('member.caption'), [
    { title: t('member.name'), key: (member) => member.name, show: (member) => outside(member.name, 80) },
    { title: t('member.age'), key: (member) => memberAge(member).age, show: showAge },
    { title: t('position.quality'), key: solution, show: (member) => h('span', {}, solution(member)) },
  ], t('member.none'));
  root.append(h('h1', {}, t('nav.agrirouter')), h('p', { class: 'note' }, t('uplink.intro')), notice, h('div', { class: 'cards two' },
    h('div', { class: 'stack' }, card(t('uplink.state'), standing, pause.element, figures)),
    h('div', { class: 'stack' }, card(t('uplink.endpoint'), form.element), card(t('nav.settings'), fields)),
    h('section', { class: 'card span', id: 'agrirouter-members' }, h('h2', {}, t('uplink.members')), members.table)));

  function solution(member) {
    return member.absence ? code('member.absence', member.absence) : code('quality', QUALITIES[member.status] ?? member.status);
  }

  function showAge(member) {
    const { age, isOld } = memberAge(member);
    return h('span', { class: isOld ? 'member-age is-old' : 'member-age' }, isOld ? `${span(age)} – ${t('member.old')}` : span(age));
  }

  /** Sets a figure, and hides it if the value is null. */
  function figure(name, ...value) {
    cells[name].parentElement.hidden = value[0] === undefined || value[0] === null;
    refresh(cells[name], value);
  }

  function draw() {
    const role = store.hello.role;
    notice.hidden = !role || role === 'admin';
    replace(notice, t(role === 'viewer' ? 'session.needed' : 'uplink.admin'));
    form.update();
    if (!report) return;
    const onboarded = isOnboarded(report);
    refresh(standing, h('p', {}, onboarded
      ? indicator(isSending(report) ? 'green' : ['halted', 'reonboard'].includes(report.state) ? 'red' : 'grey',
        h('strong', {}, sendingWords(report)), ' – ', outside(phrase(report.message, report.text), 600))
      : indicator('grey', outside(sentence(phrase(report.message, report.text)), 600))), error());
    pause.element.hidden = !onboarded;
    if (onboarded) pause.update(report);
    figures.hidden = false;
    showFigures(onboarded);
  }

  /** The last error that still matters, with its remedy. */
  function error() {
    const last = report.error;
    if (!last) return null;
    const cure = phrase(last.cure_message, last.cure);
    return h('div', { id: 'agrirouter-error' }, indicator('red', outside(sentence(phrase(last.message, last.text)), 600), phrase(last.message, last.text).includes(last.code) ? '' : ` [${last.code}]`),
      cure ? h('p', { class: 'note' }, t('status.check.fix', { fix: '' }), outside(sentence(cure), 600)) : null,
      h('p', { class: 'note' }, instant(last.time)));
  }

  function showFigures(onboarded) {
    const { queue, certificate, dropped = {} } = report;
    const lost = Object.entries(dropped).map(([reason, count]) => `${code('uplink.dropped', reason)}: ${number(count)}`);
    figure('queue', onboarded ? `${number(queue.entries)} (${bytes(queue.bytes)})` : null);
    figure('oldest', queue.oldest && instant(queue.oldest));
    figure('success', report.last_success ? instant(report.last_success) : onboarded ? '—' : null);
    figure('next', report.next_attempt && instant(report.next_attempt));
    figure('sent', onboarded ? number(report.sent) : null);
    figure('unconfirmed', report.unconfirmed ? number(report.unconfirmed) : null);
    figure('dropped', lost.length ? lost.join(', ') : null);
    figure('positions', onboarded ? code('uplink.positions', report.positions) : null);
    figure('certificate', certificate && indicator(certificate.days_left < 0 ? 'red' : certificate.days_left < 30 ? 'yellow' : 'green',
      instant(certificate.not_after), certificate.days_left < 0 ? ` – ${t('uplink.certificate.ended')}` : ` (${span(certificate.days_left * 86400)})`));
    figure('environment', code('setting.agrirouter.environment', report.environment));
    figure('endpoint', report.endpoint && outside(report.endpoint, 100), ' ', copyButton(() => report.endpoint));
    figure('own-id', report.external_id && outside(report.external_id, 300), ' ', copyButton(() => report.external_id));
    figure('portal', report.portal ? h('a', { href: report.portal, rel: 'noopener noreferrer', target: '_blank' }, report.portal) : '—');
  }

  function showMembers() {
    members.set(store.get('members')?.members ?? []);
  }

  /** Shows a report, which comes from the stream or answers a request. */
  function take(next) {
    if (closed) return;
    report = next;
    asked = performance.now();
    draw();
  }

  async function ask() {
    asked = performance.now();
    const answer = await send('GET', '/v1/agrirouter');
    if (closed) return;
    if (answer.ok) take(answer.value);
    else if (!report) replace(standing, failure(answer.problem));
  }

  const settings = settingFields(fields, {
    isWanted: (name) => name.startsWith('agrirouter.'), hasNote: false, arrange: (groups) => groups.map(([, inner]) => inner),
  });
  const ends = [
    store.on('state', (gateway) => {
      if (gateway.agrirouter) take(gateway.agrirouter);
      else if (performance.now() - asked > 3000) ask();
    }),
    store.on('members', showMembers), store.on('hello', draw),
  ];
  showMembers();
  draw();
  return {
    close: () => {
      closed = true;
      settings.close();
      ends.forEach((end) => end());
    },
    tick: showMembers,
    redraw: () => {
      settings.redraw();
      draw();
      showMembers();
    },
  };
}
