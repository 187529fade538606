// SPDX-License-Identifier: Apache-2.0

import { h, replace, s, setText } from '../dom.js';
import { degrees, number } from '../format.js';
import { card, freshness, sortedTable, state } from '../parts.js';
import { bandBars, GOOD, outline, skyPlot } from './sky-drawings.js';
import { compare, expectedSky } from './sky-expected.js';
import { change, setting } from '../settings.js';
import * as store from '../store.js';
import { code, t } from '../text.js';

export const topics = 'sky:1';
/** The page appears when these topics have arrived. */
export const needs = ['sky'];

const SYSTEMS = { G: 'gps', E: 'galileo', R: 'glonass', C: 'beidou', S: 'sbas', J: 'qzss', I: 'navic' };

/** The satellites from the report's columns. */
function satellites(sky) {
  return sky.id.map((id, index) => ({
    id, system: SYSTEMS[id[0]] ?? 'other', elevation: sky.elevation_deg[index], azimuth: sky.azimuth_deg[index],
    cn0: sky.cn0_dbhz[index], used: sky.used[index] === 1, osnma: sky.osnma[index],
    signals: sky.signals[index].map(([name, cn0]) => ({ name, cn0 })),
  }));
}

/** An expected satellite from the gateway's answer. */
function outlined(satellite) {
  return {
    id: satellite.id, system: SYSTEMS[satellite.id[0]] ?? 'other', elevation: satellite.elevation_deg, azimuth: satellite.azimuth_deg,
    ahead: { elevation: satellite.elevation_ahead_deg, azimuth: satellite.azimuth_ahead_deg },
  };
}

/** Shows the satellites in the sky, their signals, and a table of both. */
export function show(root) {
  let chosen = new Set(setting('systems').split(',').filter(Boolean));
  const summary = h('p', { class: 'note', id: 'sky-summary' });
  const filters = h('div', { class: 'filters', role: 'group', 'aria-label': t('status.system') });
  const place = h('div', { class: 'value' }, state('loading', t('loading')));
  const bands = h('div', { class: 'bands value', id: 'sky-signals' });
  const table = sortedTable(t('sky.table'), [
    { title: t('osnma.column.satellite'), key: (row) => row.id }, { title: t('status.system'), key: (row) => t(`system.${row.system}`) },
    { title: t('sky.column.elevation'), key: (row) => row.elevation, show: (row) => degrees(row.elevation) },
    { title: t('sky.column.azimuth'), key: (row) => row.azimuth, show: (row) => degrees(row.azimuth) },
    { title: t('sky.column.elevation-off'), key: (row) => row.elevationOff, show: (row) => (row.isUnexpected ? t('sky.unexpected') : degrees(row.elevationOff, 1)) },
    { title: t('sky.column.azimuth-off'), key: (row) => row.azimuthOff, show: (row) => (row.isUnexpected ? t('sky.unexpected') : degrees(row.azimuthOff, 1)) },
    { title: t('sky.column.cn0'), key: (row) => row.cn0, show: (row) => number(row.cn0, 1) },
    { title: t('sky.column.used'), key: (row) => (row.used ? 1 : 0), show: (row) => t(row.used ? 'yes' : 'no') },
    { title: t('nav.short.osnma'), key: (row) => row.osnma ?? '', show: (row) => (row.osnma ? code('standing', row.osnma) : '—') },
    { title: t('sky.column.signals'), key: (row) => row.signals.length, show: (row) => row.signals.map((signal) => `${signal.name} ${number(signal.cn0, 0)}`).join(', ') || '—' },
  ], t('sky.none'));
  const expected = expectedSky(() => update());
  const plotCard = card(t('sky.plot'), filters, place, h('p', { class: 'note' }, t('sky.legend')), summary, expected.element);
  const fresh = freshness('sky', plotCard, 1);
  plotCard.querySelector('h2').append(' ', fresh.label);
  root.append(h('h1', {}, t('nav.sky')), h('div', { class: 'sky-grid' }, plotCard, card(t('sky.signals'), bands, h('p', { class: 'note' }, t('sky.strong', { strength: GOOD })))),
    h('section', { class: 'card span', id: 'sky-table' }, table.table));

  function showFilters(all) {
    const systems = [...new Set(all.map((satellite) => satellite.system))].sort();
    const key = systems.join();
    if (filters.dataset.key === key) return;
    filters.dataset.key = key;
    const isPressed = (system) => String(system === '' ? chosen.size === 0 : chosen.has(system));
    const toggle = (system) => {
      if (system === '') chosen = new Set();
      else if (chosen.has(system)) chosen.delete(system);
      else chosen.add(system);
      change('systems', [...chosen].join());
      // The buttons stay, so that the focus does.
      for (const each of filters.children) each.setAttribute('aria-pressed', isPressed(each.dataset.system));
      update();
    };
    replace(filters, [['', t('sky.all')], ...systems.map((system) => [system, t(`system.${system}`)])].map(([system, text]) =>
      h('button', {
        type: 'button', onclick: () => toggle(system), 'aria-pressed': isPressed(system), 'data-system': system,
      }, system === '' ? null : s('svg', { class: `key system-${system}`, viewBox: '-8 -8 16 16', 'aria-hidden': 'true' },
        s('path', { d: outline(system, 5), fill: 'currentColor' })), h('span', {}, text))));
  }

  const sky = skyPlot();
  const drawBands = bandBars(bands);

  let later;
  function update() {
    const report = store.get('sky');
    const isGone = fresh.update() === 'gone';
    if (report) expected.follow(report.receiver);
    const outlines = (expected.report?.satellites ?? []).map(outlined);
    if (isGone && report && outlines.length === 0) {
      replace(place, state('empty', t('sky.none')));
      clearTimeout(later);
      drawBands([]);
      table.set([]);
      return;
    }
    if (!report) return;
    const all = isGone ? [] : compare(satellites(report), expected.report);
    showFilters([...all, ...outlines]);
    const shown = all.filter((satellite) => chosen.size === 0 || chosen.has(satellite.system));
    const placed = shown.filter((satellite) => satellite.elevation !== null && satellite.azimuth !== null);
    if (all.length + outlines.length === 0) replace(place, state('empty', t('sky.none')));
    else {
      sky.draw(placed, outlines.filter((satellite) => chosen.size === 0 || chosen.has(satellite.system)));
      if (sky.element.parentNode !== place) replace(place, sky.element);
    }
    // Drawn one after the other, because a phone cannot draw all of them within one frame.
    clearTimeout(later);
    later = setTimeout(() => {
      drawBands(shown);
      later = setTimeout(() => table.set(shown), 50);
    }, 50);
    const parts = [t('sky.used', { used: shown.filter((one) => one.used).length, seen: shown.length }),
      t('sky.authenticated', { count: shown.filter((one) => one.osnma === 'authenticated').length })];
    const unexpected = shown.filter((one) => one.isUnexpected).length;
    if (unexpected > 0) parts.push(t('sky.unexpected.count', { count: unexpected }));
    if (placed.length < shown.length) parts.push(t('sky.hidden', { count: shown.length - placed.length }));
    setText(summary, parts.join(' · '));
  }

  const ends = [store.on('sky', update)];
  const tick = () => {
    fresh.update();
    expected.refresh();
  };
  return { close: () => [...ends, () => clearTimeout(later), expected.close].forEach((end) => end()), tick, redraw: update, restyle: update };
}
