// SPDX-License-Identifier: Apache-2.0

import { h, outside, refresh } from '../dom.js';
import { instant, number, span } from '../format.js';
import { activeReceiver, card, facts, icon, indicator, sortedTable, state, verdict, INDICATOR_ICONS } from '../parts.js';
import * as store from '../store.js';
import { code, sentence, t, words } from '../text.js';

export const topics = 'osnma:1';
/** The page appears when these topics have arrived. */
export const needs = ['osnma'];

/** The changes of each receiver since this module was loaded, the newest first; they outlive the page. */
const logs = new Map();
store.on('osnma', (report) => {
  for (const item of report.receivers ?? []) {
    const changes = logs.get(item.receiver) ?? [];
    logs.set(item.receiver, changes);
    if (changes[0]?.state === item.state && changes[0].reason === item.reason) continue;
    changes.unshift({ time: new Date(store.now()).toISOString(), state: item.state, reason: item.reason, text: item.text });
    changes.length = Math.min(changes.length, 50);
  }
});

/** Shows whether the position rests on authenticated Galileo data, and why, by satellite. */
export function show(root) {
  const title = h('h1', {}, t('nav.osnma'));
  const main = h('div', { id: 'osnma-verdict', class: 'sentence' }, state('loading', t('loading')));
  const meaning = facts([
    ['fix', t('osnma.fix')], ['fresh', t('osnma.fresh')], ['since', t('osnma.since')], ['required', t('osnma.required')],
  ]);
  const details = facts([
    ['age', t('osnma.age')], ['status', t('osnma.status')], ['chain', t('osnma.chain')], ['key', t('osnma.key')], ['clock', t('osnma.clock')],
    ['difference', t('osnma.difference')], ['time', t('osnma.time')], ['tags', t('osnma.tags')], ['trusted', t('osnma.trusted')],
  ]);
  const satellites = sortedTable(t('osnma.satellites'), [
    { title: t('osnma.column.satellite'), key: (row) => row.id },
    { title: t('osnma.column.standing'), key: (row) => row.standing, show: (row) => indicator(
      { authenticated: 'green', failing: 'red', changed: 'yellow', stale: 'yellow' }[row.standing], code('standing', row.standing)) },
    { title: t('osnma.column.adkd'), key: (row) => kinds(row) },
    { title: t('osnma.column.bits'), key: (row) => row.ephemeris?.bits ?? -1, show: (row) => number(row.ephemeris?.bits) },
    { title: t('osnma.column.age'), key: (row) => row.ephemeris?.age_s ?? Infinity, show: (row) => aged(row.ephemeris?.age_s) },
    { title: t('osnma.column.timing'), key: (row) => row.timing?.bits ?? -1, show: (row) => row.timing ? `ADKD 4, ${number(row.timing.bits)}` : '—' },
    { title: t('osnma.column.sends'), key: (row) => (row.sends_osnma ? 1 : 0), show: (row) => t(row.sends_osnma ? 'yes' : 'no') },
    { title: t('osnma.column.failure'), key: (row) => row.failure ?? '', show: (row) => row.failure ? words('failure', row.failure, row.failure_text) : '—' },
  ], t('osnma.satellites.none'));
  const log = h('ul', { class: 'indicators', id: 'osnma-log' });
  meaning.list.classList.add('stacked');
  root.append(title, h('div', { class: 'cards two' },
    h('section', { class: 'card span' }, main, meaning.list),
    h('section', { class: 'card span' }, satellites.table),
    h('div', { class: 'stack' }, card(t('osnma.meaning'), h('p', {}, t('osnma.meaning.does')), h('p', {}, t('osnma.meaning.not'))),
      card(t('osnma.history'), log)),
    card(t('osnma.details'), details.list)));

  /** An age that has grown since it arrived. */
  function aged(seconds) {
    return store.standing('osnma') === 'gone' ? '—' : span(seconds + store.age('osnma'));
  }

  function kinds(row) {
    return [...(row.ephemeris?.adkd ?? []), ...(row.timing ? [4] : [])].sort((a, b) => a - b).join(' ') || '—';
  }

  function update() {
    const report = store.get('osnma');
    const shown = verdict();
    const receiver = activeReceiver();
    refresh(title, receiver ? t('osnma.title', { receiver: receiver.id.slice(0, 60) }) : t('nav.osnma'));
    if (!report) return;
    const item = report.receivers.find((one) => one.receiver === receiver?.id) ?? report.receivers[0];
    refresh(main, h('div', { class: `hero indicator-${shown.colour}` }, icon(INDICATOR_ICONS[shown.colour]),
      h('div', {}, h('p', { class: 'big' }, shown.title), h('p', {}, report.enabled ? shown.reason : t('osnma.off')))),
      shown.isSimulation ? h('p', {}, indicator('yellow', t('osnma.simulated'))) : null,
      item?.refusal ? h('p', {}, indicator('red', t('osnma.refusal'), ' ', words('refusal', item.refusal_code, item.refusal))) : null);
    if (!item) return;
    meaning.set('fix', item.fix ? sentence(words('extent', item.fix.extent, item.fix.statement)) : '—');
    meaning.set('fresh', t(item.fresh ? 'osnma.fresh.yes' : 'osnma.fresh.no'));
    meaning.set('since', instant(item.since));
    meaning.set('required', t(report.required ? 'yes' : 'no'));
    details.set('age', aged(item.age_s));
    details.set('status', item.status ? code('osnma-status', item.status) : '—');
    details.set('chain', item.chain ?? '—');
    details.set('key', item.pkid ?? '—');
    details.set('clock', code('clock', item.clock.source) + (item.clock.uncertainty_s === undefined ? '' : ` ±${number(item.clock.uncertainty_s, 3)} s`));
    details.set('difference', item.clock.difference_s === undefined ? '—' : `${number(item.clock.difference_s, 3)} s`);
    details.set('time', item.galileo_time ? `${item.galileo_time.week}, ${item.galileo_time.tow_s}` : '—');
    details.set('tags', `${number(item.tags_right)} / ${number(item.tags_wrong)}`);
    details.set('trusted', `${number(report.trusted_public_keys)} / ${number(report.trusted_roots)}`);
    satellites.set(item.satellites);
    const changes = logs.get(item.receiver) ?? [];
    refresh(log, changes.length === 0 ? h('li', {}, t('osnma.no-change')) : changes.map((change) => h('li', {},
      indicator(change.state === 'authenticated' ? 'green' : 'grey', `${instant(change.time)}: `, outside(words('reason', change.reason, change.text))))));
  }

  const ends = [store.on('osnma', update), store.on('state', update)];
  return { close: () => ends.forEach((end) => end()), tick: update, redraw: update };
}
