// SPDX-License-Identifier: Apache-2.0

import { h, outside, refresh, setText } from '../dom.js';
import { coordinates, degrees, length, number, span, speed } from '../format.js';
import { announce, button, facts, failure, field, indicator, state } from '../parts.js';
import { send } from '../request.js';
import * as store from '../store.js';
import { code, phrase, sentence, t, words as wordsOf } from '../text.js';
import { condition, isAuthentic, isCurrent, isOld, positionAge, read, seenAge, shape } from './fleet-gateway.js';
import { fleetList } from './fleet-list.js';
import { fleetMap } from './fleet-map.js';

export const hasTexts = true;

/** The time between two questions to the gateway, in milliseconds. */
const PERIOD = 2000;
/** The filters, and which gateways each of them shows. */
const FILTERS = {
  all: () => true,
  online: (gateway) => gateway.isOnline,
  offline: (gateway) => !gateway.isOnline,
  authenticated: isAuthentic,
  problem: (gateway, now) => now === 'problem',
};

/** Shows the gateways on the same MQTT broker, on a map and in a list. */
export function show(root) {
  /** The gateways by their names. */
  const gateways = new Map();
  let revision;
  let boot = store.hello.boot;
  let closed = false;
  let isAsking = false;
  let selected = null;
  let filter = 'all';
  let wanted = '';
  const notice = h('div', { id: 'fleet-state' }, state('loading', t('loading')));
  const counts = h('div', { class: 'filters', role: 'group', 'aria-label': t('fleet.filter') }, Object.keys(FILTERS).map((name) => h('button', {
    type: 'button', id: `fleet-${name}`, 'aria-pressed': String(name === filter), onclick: () => choose(name),
  }, name === 'all' ? null : shape(name), h('span'))));
  const search = h('input', { id: 'fleet-search', type: 'search', autocomplete: 'off', spellcheck: 'false', oninput: find });
  const by = h('select', { id: 'fleet-order', onchange: () => list.redraw({ by: by.value }) },
    ['problems', 'name', 'seen'].map((value) => h('option', { value }, t(`fleet.order.${value}`))));
  const cut = h('p', { class: 'note', id: 'fleet-cut', hidden: true });
  const none = h('div', { id: 'fleet-none', hidden: true }, state('empty', t('fleet.none-found')));
  const map = fleetMap((name) => {
    select(name);
    list.focus(name);
  });
  const list = fleetList({
    onSelect: (name) => select(name, true),
    onSettled: () => {
      const shown = list.shown();
      map.set(shown);
      none.hidden = shown.length > 0 || gateways.size === 0;
    },
  });
  const view = h('div', { class: 'fleet', hidden: true }, map.frame, h('div', { class: 'fleet-side' }, counts,
    h('div', { class: 'fleet-tools' }, field(t('fleet.search'), search), field(t('fleet.order'), by)),
    cut, none, list.element));
  root.append(h('h1', { tabindex: '-1' }, t('nav.fleet')), notice, view);

  const fields = {
    seen: 'fleet.order.seen', program: 'fleet.field.program', receivers: 'nav.receivers', place: 'nav.position', age: 'fleet.field.age',
    quality: 'position.quality', motion: 'fleet.field.motion', osnma: 'nav.osnma', uplinks: 'uplink.state',
  };
  const about = facts(Object.entries(fields).map(([name, key]) => [name, t(key)]));
  list.details.append(about.list, h('p', { class: 'note' }, t('fleet.own-words')));

  async function ask() {
    if (isAsking || closed || document.hidden) return;
    isAsking = true;
    const before = revision;
    const answer = await send('GET', `/v1/fleet${revision === undefined ? '' : `?since=${revision}`}`, null, {}, 30);
    isAsking = false;
    if (closed) return;
    if (answer.ok) {
      // After a sleep during this question, the next one is about all gateways too.
      const isCurrent = revision === before;
      take(answer.value);
      if (!isCurrent) revision = undefined;
      return;
    }
    // Values that were shown stay; the page says that the gateway is not reached.
    if (answer.status || !gateways.size) refresh(notice, failure(answer.problem));
  }

  function take(report) {
    revision = report.revision;
    const changed = (report.gateways ?? []).map(read).filter(Boolean);
    const names = new Set(changed.map(({ name }) => name));
    for (const name of report.full ? [...gateways.keys()].filter((each) => !names.has(each)) : report.removed ?? []) {
      gateways.delete(name);
      list.remove(name);
    }
    for (const gateway of changed) gateways.set(gateway.name, gateway);
    list.update(changed);
    showNotice(report);
    view.hidden = report.state === 'off' || gateways.size === 0;
    cut.hidden = !report.cut;
    setText(cut, t('fleet.cut', { count: number(report.total) }));
    showCounts();
    if (names.has(selected)) showDetails();
  }

  /** Says what keeps the gateways from being seen, and what to do. */
  function showNotice({ state: now, problem }) {
    if (now === 'off') return refresh(notice, state('empty', t('fleet.off')), h('p', {}, h('code', {}, 'mqtt: { url: mqtts://…, fleet: true }')));
    if (problem) {
      return refresh(notice, h('div', { class: 'not-allowed fleet-problem' }, indicator(now === 'failing' ? 'red' : 'yellow', h('strong', {}, t('fleet.not-reached')), ' ', outside(sentence(phrase(problem.message, problem.text)), 600)),
        problem.cure ? h('p', {}, outside(sentence(phrase(problem.cure_message, problem.cure)), 600)) : null));
    }
    if (now !== 'connected') return refresh(notice, state('loading', t('fleet.connecting')));
    refresh(notice, gateways.size ? null : state('empty', t('fleet.empty')));
  }

  function showCounts() {
    const all = [...gateways.values()].map((gateway) => [gateway, condition(gateway)]);
    for (const [index, [name, isIn]] of Object.entries(FILTERS).entries()) {
      setText(counts.children[index].lastElementChild, `${t(`fleet.count.${name}`)}: ${number(all.filter((each) => isIn(...each)).length)}`);
    }
  }

  function choose(name) {
    filter = name;
    for (const each of counts.children) each.setAttribute('aria-pressed', each.id === `fleet-${name}`);
    narrow();
  }

  function find() {
    wanted = search.value.trim().toLocaleLowerCase();
    narrow();
  }

  /** Shows only the gateways that were asked for. */
  function narrow() {
    const isShown = (gateway, now) => FILTERS[filter](gateway, now) && gateway.words.includes(wanted);
    list.redraw({ isShown });
    announce(t('fleet.found', { count: number([...gateways.values()].filter((gateway) => isShown(gateway, condition(gateway))).length) }));
  }

  /** Opens a gateway; `isToBeSeen` moves the map there. */
  function select(name, isToBeSeen = false) {
    selected = name;
    list.select(name);
    map.select(name, isToBeSeen);
    if (name !== null) showDetails();
  }

  function showDetails() {
    const gateway = gateways.get(selected);
    if (!gateway) return;
    const { position, authentication, receivers, uplinks } = gateway;
    about.set('seen', Number.isFinite(gateway.seen) ? t('age.ago', { span: span(seenAge(gateway)) }) : t('fleet.never'));
    place('program', outside(gateway.program || '—', 100));
    place('receivers', receivers.length ? receivers.map(({ id, state: now, reason }) => h('span', { class: 'line' }, outside(id, 80), id === gateway.receiver && receivers.length > 1 ? ` (${t('receiver.active')})` : '', ': ', code('receiver-state', now), reason ? [' · ', outside(reason)] : null))
      : outside(gateway.receiver || '—', 80));
    place('place', position ? coordinates(position.latitude, position.longitude).map((half) => h('span', { class: 'line' }, half)) : t('position.none'));
    about.set('age', position ? t('age.ago', { span: span(positionAge(gateway)) }) + (isOld(gateway) ? ` – ${t('fleet.old')}` : '') : '—');
    about.set('quality', position ? [code('quality', position.quality || position.kind), position.accuracy === undefined ? '' : `±${length(position.accuracy)}`, position.satellites === undefined ? '' : t('fleet.satellites', { count: number(position.satellites) })].filter(Boolean).join(' · ') : '—');
    about.set('motion', position?.speed === undefined ? '—' : speed(position.speed) + (position.course === undefined ? '' : ` · ${degrees(position.course)}`));
    place('osnma', verdict(gateway, authentication));
    place('uplinks', uplinks.length ? uplinks.map(({ name, state: now }) => h('span', { class: 'line' }, outside(name, 80), ': ', code('uplink', now))) : '—');
  }

  /** Fills a value; its elements stay if they are the same. */
  function place(name, ...children) {
    const cell = about.list.children[Object.keys(fields).indexOf(name)].lastElementChild;
    refresh(cell, ...children);
  }

  function verdict(gateway, authentication) {
    if (!authentication) return '—';
    const isNow = isCurrent(gateway);
    const reason = sentence(wordsOf('reason', authentication.reason, authentication.text));
    return [indicator(!isNow ? 'grey' : authentication.isAuthentic ? 'green' : 'red', t(authentication.isAuthentic ? 'standing.authenticated' : 'fleet.osnma.no'), isNow ? '' : ` – ${t('fleet.osnma.past')}`),
      authentication.isSimulation && h('strong', { class: 'simulation' }, 'SIMULATION'), reason ? h('span', { class: 'line note' }, outside(reason)) : null];
  }

  const timer = setInterval(ask, PERIOD);
  // The clock that ages are counted with may have stopped while the device slept: all gateways are asked for again.
  const wake = () => {
    revision = undefined;
    ask();
  };
  document.addEventListener('visibilitychange', wake);
  const ends = [store.on('missed', wake), store.on('hello', () => {
    if (store.hello.boot === boot) return;
    boot = store.hello.boot;
    revision = undefined;
  })];
  ask();
  return {
    tick: () => {
      list.grow();
      showCounts();
      showDetails();
    },
    redraw: () => {
      list.redraw();
      showDetails();
    },
    restyle: () => map.restyle(),
    close: () => {
      closed = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', wake);
      ends.forEach((end) => end());
      list.close();
      map.close();
    },
  };
}
