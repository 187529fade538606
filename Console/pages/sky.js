// SPDX-License-Identifier: Apache-2.0

import { h, replace, s, setText } from '../dom.js';
import { degrees, number, order } from '../format.js';
import { button, card, freshness, sortedTable, state } from '../parts.js';
import { change, setting } from '../settings.js';
import * as store from '../store.js';
import { code, t } from '../text.js';

export const topics = 'sky:1';
/** It appears when these have come. */
export const needs = ['sky'];

const SYSTEMS = { G: 'gps', E: 'galileo', R: 'glonass', C: 'beidou', S: 'sbas', J: 'qzss', I: 'navic' };
const RADIUS = 150;

/** A satellite of the report's columns. */
function satellites(sky) {
  return sky.id.map((id, index) => ({
    id, system: SYSTEMS[id[0]] ?? 'other', elevation: sky.elevation_deg[index], azimuth: sky.azimuth_deg[index],
    cn0: sky.cn0_dbhz[index], used: sky.used[index] === 1, osnma: sky.osnma[index],
    signals: sky.signals[index].map(([name, cn0]) => ({ name, cn0 })),
  }));
}

/** The band of a signal by its name, so that bars stand beside those that they compare with. */
function band(name) {
  if (/^(L1|E1|B1|G1|SBAS L1)/.test(name)) return '1';
  if (/^(L5|E5|B2a|B2I|B2b|G3|L5S)/.test(name)) return '5';
  if (/^(L2|G2)/.test(name)) return '2';
  if (/^(E6|B3|L6)/.test(name)) return '6';
  return 'other';
}

/** The outline of a mark: another one for each system. */
function outline(system, size) {
  const r = size;
  const regular = (corners, turn = 0) => Array.from({ length: corners }, (_, i) => {
    const angle = (i / corners) * 2 * Math.PI - Math.PI / 2 + turn;
    return `${i ? 'L' : 'M'}${(r * 1.15 * Math.cos(angle)).toFixed(2)} ${(r * 1.15 * Math.sin(angle)).toFixed(2)}`;
  }).join('') + 'Z';
  switch (system) {
    case 'gps': return `M${r} 0A${r} ${r} 0 1 1 ${-r} 0A${r} ${r} 0 1 1 ${r} 0Z`;
    case 'galileo': return `M${-r} ${-r}H${r}V${r}H${-r}Z`;
    case 'glonass': return regular(3);
    case 'beidou': return regular(4);
    case 'sbas': return regular(6);
    default: return regular(5);
  }
}

/** The satellites in the sky, their signals, and all of it as a table. */
export function show(root) {
  let chosen = new Set(setting('systems').split(',').filter(Boolean));
  const summary = h('p', { class: 'note', id: 'sky-summary' });
  const filters = h('div', { class: 'filters', role: 'group', 'aria-label': t('sky.column.system') });
  const place = h('div', { class: 'value' }, state('loading', t('loading')));
  const bands = h('div', { class: 'bands value', id: 'sky-signals' });
  const table = sortedTable(t('sky.table'), [
    { title: t('sky.column.satellite'), key: (row) => row.id }, { title: t('sky.column.system'), key: (row) => t(`system.${row.system}`) },
    { title: t('sky.column.elevation'), key: (row) => row.elevation, show: (row) => degrees(row.elevation) },
    { title: t('sky.column.azimuth'), key: (row) => row.azimuth, show: (row) => degrees(row.azimuth) },
    { title: t('sky.column.cn0'), key: (row) => row.cn0, show: (row) => number(row.cn0, 1) },
    { title: t('sky.column.used'), key: (row) => (row.used ? 1 : 0), show: (row) => t(row.used ? 'yes' : 'no') },
    { title: t('sky.column.osnma'), key: (row) => row.osnma ?? '', show: (row) => (row.osnma ? code('standing', row.osnma) : '—') },
    { title: t('sky.column.signals'), key: (row) => row.signals.length, show: (row) => row.signals.map((signal) => `${signal.name} ${number(signal.cn0, 0)}`).join(', ') || '—' },
  ]);
  const plotCard = card(t('sky.plot'), filters, place, h('p', { class: 'note' }, t('sky.legend')), summary);
  const fresh = freshness('sky', plotCard, 1);
  plotCard.querySelector('h2').append(' ', fresh.label);
  root.append(h('h1', {}, t('nav.sky')), h('div', { class: 'sky-grid' }, plotCard, card(t('sky.signals'), bands)),
    h('section', { class: 'card span', id: 'sky-table' }, table.table));

  function showFilters(all) {
    const systems = [...new Set(all.map((satellite) => satellite.system))].sort();
    const key = systems.join();
    if (filters.dataset.key === key) return;
    filters.dataset.key = key;
    const toggle = (system) => {
      if (system === '') chosen = new Set();
      else if (chosen.has(system)) chosen.delete(system);
      else chosen.add(system);
      change('systems', [...chosen].join());
      filters.dataset.key = '';
      update();
    };
    replace(filters, [['', t('sky.all')], ...systems.map((system) => [system, t(`system.${system}`)])].map(([system, text]) =>
      button(null, text, () => toggle(system), {
        'aria-pressed': String(system === '' ? chosen.size === 0 : chosen.has(system)), 'data-system': system,
      })));
  }

  function plot(shown) {
    const centre = RADIUS + 18;
    const at = (satellite) => {
      const distance = RADIUS * (1 - Math.max(0, satellite.elevation) / 90);
      const angle = (satellite.azimuth * Math.PI) / 180;
      return [centre + distance * Math.sin(angle), centre - distance * Math.cos(angle)];
    };
    const drawing = s('svg', { viewBox: `0 0 ${2 * centre} ${2 * centre}`, class: 'sky-plot', role: 'img', 'aria-label': t('sky.plot'), id: 'sky-plot' },
      [0, 30, 60].map((elevation) => s('circle', { class: 'ring', cx: centre, cy: centre, r: RADIUS * (1 - elevation / 90) })),
      s('path', { class: 'ring', d: `M${centre} 18V${2 * centre - 18}M18 ${centre}H${2 * centre - 18}` }),
      [['N', centre, 13], ['S', centre, 2 * centre - 4], ['W', 8, centre + 4], ['E', 2 * centre - 8, centre + 4]].map(([text, x, y]) =>
        s('text', { class: 'axis', x, y, 'text-anchor': 'middle' }, text)),
      [30, 60].map((elevation) => s('text', { class: 'axis', x: centre + 3, y: centre - RADIUS * (1 - elevation / 90) + 12 }, `${elevation}°`)));
    // Labels are put where none stands yet; one that finds no place is left out: it is in the table.
    const letters = [[centre, 9], [centre, 2 * centre - 8], [8, centre], [2 * centre - 8, centre]];
    const taken = letters.map(([x, y]) => ({ x: x - 6, y: y - 7, width: 12, height: 14 })).concat(shown.map((satellite) => {
      const [x, y] = at(satellite);
      return { x: x - 6, y: y - 6, width: 12, height: 12 };
    }));
    const isFree = (box) => box.x > 0 && box.x + box.width < 2 * centre && taken.every((other) => box.x + box.width < other.x || other.x + other.width < box.x
      || box.y + box.height < other.y || other.y + other.height < box.y);
    for (const satellite of shown) {
      const [x, y] = at(satellite);
      const mark = s('g', { transform: `translate(${x.toFixed(2)} ${y.toFixed(2)})`, class: `satellite system-${satellite.system}`, 'data-id': satellite.id },
        satellite.osnma === 'authenticated' ? s('circle', { r: 9.5, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5 }) : null,
        s('path', { class: `mark ${satellite.used ? '' : 'is-unused'}`, d: outline(satellite.system, 5), stroke: 'currentColor', fill: satellite.used ? 'currentColor' : 'none' }),
        s('title', {}, `${satellite.id} ${degrees(satellite.elevation)} ${degrees(satellite.azimuth)} ${number(satellite.cn0, 1)} dB-Hz`));
      drawing.append(mark);
      const width = satellite.id.length * 6.2;
      const places = [[8, 4], [-width - 8, 4], [-width / 2, -9], [-width / 2, 17], [7, -7], [7, 14], [-width - 7, -7], [-width - 7, 14]];
      const free = places.map(([dx, dy]) => ({ x: x + dx, y: y + dy - 9, width, height: 10, dx, dy })).find(isFree);
      if (free) {
        taken.push(free);
        drawing.append(s('text', { class: 'name', x: x + free.dx, y: y + free.dy }, satellite.id));
      }
    }
    return drawing;
  }

  function showBands(shown) {
    const groups = new Map();
    for (const satellite of shown) {
      const signals = satellite.signals.length ? satellite.signals : [{ name: '', cn0: satellite.cn0 }];
      for (const signal of signals) {
        const key = signal.name ? band(signal.name) : 'other';
        if (signal.cn0 === null) continue;
        if (!groups.has(key)) groups.set(key, []);
        groups.get(key).push({ satellite, signal });
      }
    }
    const keys = ['1', '2', '5', '6', 'other'].filter((key) => groups.has(key));
    replace(bands, keys.length === 0 ? '—' : keys.map((key) => {
      const bars = groups.get(key).sort((a, b) => order(a.satellite.id, b.satellite.id));
      const average = bars.reduce((sum, bar) => sum + bar.signal.cn0, 0) / bars.length;
      return h('div', { 'data-band': key }, h('h3', {}, `${t(`band.${key}`)} – ${t('sky.mean', { mean: number(average, 1), count: bars.length })}`),
        h('div', { class: 'band-bars', 'aria-hidden': 'true' }, bars.map(({ satellite, signal }) => {
          const bar = h('div', { class: `bar system-${satellite.system} ${satellite.used ? '' : 'is-unused'}`, title: `${satellite.id} ${signal.name} ${signal.cn0}` });
          bar.style.height = `${Math.max(2, Math.min(100, (signal.cn0 / 55) * 100))}%`;
          return bar;
        })),
        h('div', { class: 'band-names', 'aria-hidden': 'true' }, bars.map(({ satellite }) => h('span', {}, satellite.id))));
    }));
  }

  let later;
  function update() {
    const sky = store.get('sky');
    if (fresh.update() === 'gone' && sky) {
      replace(place, state('empty', t('sky.none')));
      clearTimeout(later);
      replace(bands, '—');
      table.set([]);
      return;
    }
    if (!sky) return;
    const all = satellites(sky);
    showFilters(all);
    const shown = all.filter((satellite) => chosen.size === 0 || chosen.has(satellite.system));
    const placed = shown.filter((satellite) => satellite.elevation !== null && satellite.azimuth !== null);
    replace(place, all.length === 0 ? state('empty', t('sky.none')) : plot(placed));
    // One after the other: a phone draws each in the time of a frame, not all of them.
    clearTimeout(later);
    later = setTimeout(() => {
      showBands(shown);
      later = setTimeout(() => table.set(shown), 50);
    }, 50);
    const parts = [t('sky.used', { used: shown.filter((one) => one.used).length, seen: shown.length }),
      t('sky.authenticated', { count: shown.filter((one) => one.osnma === 'authenticated').length })];
    if (placed.length < shown.length) parts.push(t('sky.hidden', { count: shown.length - placed.length }));
    setText(summary, parts.join(' · '));
  }

  const ends = [store.on('sky', update)];
  return { close: () => [...ends, () => clearTimeout(later)].forEach((end) => end()), tick: () => fresh.update(), redraw: update, restyle: update };
}
