// SPDX-License-Identifier: Apache-2.0

import { h, outside, refresh, replace, setText } from '../dom.js';
import { accuracy, bytes, coordinates, height, instant, number, span } from '../format.js';
import { activeReceiver, button, card, facts, indicator, receiverIndicator, state, verdict } from '../parts.js';
import { send } from '../request.js';
import * as store from '../store.js';
import { code, phrase, sentence, t, words } from '../text.js';
import { chainItem } from './corrections-chain.js';
import { isOnboarded, isSending, pauseControl, sendingWords } from '../uplink.js';

export const topics = 'fix:1,members';

/** Shows an overview, and the remedy if something is missing. */
export function show(root) {
  const places = Object.fromEntries(['indicators', 'receivers', 'corrections', 'osnma', 'uplink', 'alerts', 'check']
    .map((name) => [name, h('div', { id: `status-${name}` }, state('loading', t('loading')))]));
  const gateway = facts([
    ['version', t('status.version')], ['uptime', t('status.uptime')], ['clock', t('status.clock')], ['system', t('status.system')], ['store', t('status.store')],
    ['servers', t('status.servers')], ['bus', t('status.bus')], ['lost', t('status.lost')],
  ]);
  const servers = h('span', { class: 'lines' });
  gateway.set('servers', servers);
  const place = h('p', { class: 'note' });
  const pause = pauseControl();
  pause.element.hidden = true;
  root.append(h('h1', {}, t('nav.status')), h('div', { class: 'cards two' },
    h('section', { class: 'card span', id: 'check-card' }, h('h2', {}, t('status.check')), places.check),
    h('div', { class: 'stack' }, card(t('nav.receivers'), places.receivers, h('p', { class: 'more-line' }, h('a', { href: '#/receivers' }, t('status.receivers.more')))), card(t('status.indicators'), places.indicators, place),
      card(t('nav.corrections'), places.corrections, h('p', { class: 'more-line' }, h('a', { href: '#/corrections' }, t('corrections.more'))))),
    h('div', { class: 'stack' }, card(t('nav.osnma'), places.osnma, h('p', { class: 'more-line' }, h('a', { href: '#/osnma' }, t('status.osnma.more')))),
      card(t('nav.agrirouter'), places.uplink, pause.element, h('p', { class: 'more-line' }, h('a', { href: '#/agrirouter' }, t('uplink.more')))),
      card(t('nav.alerts'), places.alerts), card(t('status.gateway'), gateway.list))));

  function update() {
    const report = store.get('state');
    if (!report) return;
    refresh(places.indicators, h('ul', { class: 'indicators' }, report.indicators.map((item) =>
      h('li', {}, indicator(item.colour, h('strong', {}, code('indicator', item.name)), ': ', outside(evidence(item)))))));
    refresh(places.receivers, report.receivers.length === 0 ? state('empty', t('status.no-receivers'))
      : h('ul', { class: 'indicators' }, report.receivers.map(receiver)));
    refresh(places.corrections, corrections(report.corrections));
    const authentic = verdict();
    refresh(places.osnma, h('div', {}, indicator(authentic.colour, h('strong', {}, authentic.title), h('br'), authentic.reason)),
      store.get('osnma')?.required && refusal() && h('p', {}, indicator('red', t('osnma.refusal'), ' ', refusal())),
      authentic.isSimulation && h('p', { class: 'note' }, t('osnma.simulated')));
    refresh(places.uplink, uplink(report.agrirouter));
    pause.element.hidden = !isOnboarded(report.agrirouter);
    if (isOnboarded(report.agrirouter)) pause.update(report.agrirouter);
    refresh(places.alerts, report.alerts.length === 0 ? t('status.no-alerts')
      : h('ul', { class: 'indicators' }, report.alerts.map((alert) =>
        h('li', {}, indicator(alert.severity === 'critical' ? 'red' : 'yellow', outside(phrase(alert.message, alert.text), 600))))));
    gateway.set('version', report.gateway.version);
    gateway.set('uptime', span(report.gateway.uptime_s + store.age('state')));
    const time = instant(store.now());
    const difference = store.clockDifference();
    gateway.set('clock', difference === 0 ? time : indicator('yellow', time, ' ',
      t(difference > 0 ? 'status.clock.ahead' : 'status.clock.behind', { span: span(Math.abs(difference)) })));
    gateway.set('system', outside(report.gateway.os));
    gateway.set('store', report.store.problem ? indicator('red', outside(storeProblem(report), 600))
      : report.store.folder ? outside(report.store.folder) : t('status.store.memory'));
    refresh(servers, report.servers.map((server) => h('span', { class: 'line' },
      `${server.protocol} ${server.address}${server.clients === undefined ? '' : `, ${t('status.clients', { count: server.clients })}`}`)));
    gateway.set('bus', number(report.bus.published));
    gateway.set('lost', number(report.bus.consumers.reduce((sum, consumer) => sum + consumer.lost, 0)));
  }

  /** The evidence of an indicator: the words after its name. */
  function evidence(item) {
    // What a running receiver states is no reason for having no position.
    if (item.reason === 'no_fix' && activeReceiver()?.state === 'running') return t('map.no-fix');
    return phrase(item.message, item.name === 'location' ? item.text : item.text.replace(/^[^:]{1,40}: /, ''));
  }

  function showPlace() {
    const fix = store.get('fix');
    const isKnown = fix?.latitude_deg !== undefined && store.standing('fix') !== 'gone';
    setText(place, isKnown ? `${coordinates(fix.latitude_deg, fix.longitude_deg).join(' ')} · ${height(fix.ellipsoidal_height_m)} · ${accuracy(fix.horizontal_accuracy_m)} · ${t('age.ago', { span: span(store.age('fix')) })}`
      : t('position.none'));
  }

  function receiver(item) {
    const age = item.last_data_age_s === undefined ? null : item.last_data_age_s + store.age('state');
    const details = [
      [item.vendor, item.model].filter(Boolean).join(' '), item.rate_hz ? t('status.rate', { rate: number(item.rate_hz, 1) }) : '',
      item.restarts ? t('status.restarts', { count: item.restarts }) : '',
      item.state !== 'running' && age !== null ? t('status.last', { span: span(age) }) : '',
    ].filter(Boolean).join(' · ');
    return h('li', {}, h('div', {}, h('strong', {}, outside(item.id, 80)), item.active ? ` – ${t('receiver.active')}` : '',
      item.chosen ? ` – ${t('receiver.chosen')}` : ''), receiverIndicator(item),
    h('div', { class: 'note' }, outside(details)));
  }

  function corrections(report) {
    if (!report) return t('status.no-corrections');
    return h('ul', { class: 'indicators' }, (report.chain ?? []).map((link) => chainItem(link)), h('li', { class: 'note' }, outside(report.stream)));
  }

  function uplink(report) {
    if (!isOnboarded(report)) return t('status.no-uplink');
    const isWithheld = report.active && report.positions === 'withheld';
    const colour = isSending(report) ? 'green' : !isWithheld && ['paused', 'connecting', 'online', 'offline'].includes(report.state) ? 'grey' : 'red';
    const why = isWithheld ? [t('uplink.withheld.why'), ' ', sentence(refusal())] : [outside(phrase(report.message, report.text))];
    return [indicator(colour, h('strong', {}, sendingWords(report)), ' – ', ...why),
      h('p', { class: 'note' }, `${t('uplink.queue')}: ${number(report.queue.entries)} (${bytes(report.queue.bytes)}) · `
        + `${t('uplink.sent')}: ${number(report.sent)} · ${t('uplink.members')}: ${number(report.members)}`),
      report.error && indicator('red', outside(phrase(report.error.message, report.error.text), 600), ' ', outside(phrase(report.error.cure_message, report.error.cure), 600))];
  }

  /** The reason why the active receiver's position does not count as authenticated. */
  function refusal() {
    const item = store.get('osnma')?.receivers?.find((one) => one.receiver === activeReceiver()?.id);
    return item?.refusal ? words('refusal', item.refusal_code, item.refusal) : '';
  }

  async function examine() {
    const answer = await send('GET', '/v1/doctor');
    const cardElement = document.getElementById('check-card');
    if (!cardElement) return;
    // A gateway that cannot examine its machine has no findings.
    cardElement.hidden = !answer.ok;
    if (!answer.ok) return;
    const open = answer.value.findings.filter((finding) => finding.level !== 'ok');
    replace(places.check, h('div', { class: 'row apart' }, open.length === 0 ? indicator('green', t('status.check.ok'))
      : h('ul', { class: 'indicators' }, open.map((finding) => h('li', {}, indicator(finding.level === 'problem' ? 'red' : 'yellow', outside(phrase(finding.message, finding.text), 600)),
        finding.fix && h('div', { class: 'note' }, t('status.check.fix', { fix: phrase(finding.fix_message, finding.fix) }))))),
    button(null, t('status.check.again'), examine, { class: 'quiet' })));
  }

  examine();
  const ends = [store.on('state', update), store.on('fix', showPlace)];
  return { close: () => ends.forEach((end) => end()), tick: () => { update(); showPlace(); }, redraw: () => { update(); showPlace(); } };
}

/** The store's problem; in other languages the text of its alert. */
function storeProblem(report) {
  const alert = report.alerts.find((entry) => entry.code === 'store-in-memory');
  return phrase(alert?.message, report.store.problem);
}
