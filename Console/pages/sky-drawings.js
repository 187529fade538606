// SPDX-License-Identifier: Apache-2.0

import { h, replace, s, setText } from '../dom.js';
import { degrees, number, order } from '../format.js';
import { t } from '../text.js';

/** The radius of the horizon, in units of the drawing. */
const RADIUS = 150;
const CENTRE = RADIUS + 18;
/** The signal strength of a bar of full height, in dB-Hz. */
const STRONGEST = 55;
/** The signal strength from which a signal is strong, marked by a line, in dB-Hz. */
export const GOOD = 45;

/** The band of a signal by its name, so that comparable bars stand side by side. */
function band(name) {
  if (/^(L1|E1|B1|G1|SBAS L1)/.test(name)) return '1';
  if (/^(L5|E5|B2a|B2I|B2b|G3|L5S)/.test(name)) return '5';
  if (/^(L2|G2)/.test(name)) return '2';
  if (/^(E6|B3|L6)/.test(name)) return '6';
  return 'other';
}

/** The outline of a mark; QZSS, NavIC and other systems share one. */
export function outline(system, size) {
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

/**
 * The sky plot. Marks stay in the page and are only moved, which keeps the work on a phone small.
 * @returns {{element: SVGElement, draw: (satellites: object[], expected: object[]) => void}} draws received and expected satellites
 */
export function skyPlot() {
  const outlines = s('g', { id: 'sky-outlines' });
  const marks = s('g');
  const names = s('g');
  const element = s('svg', { viewBox: `0 0 ${2 * CENTRE} ${2 * CENTRE}`, class: 'sky-plot', role: 'img', 'aria-label': t('sky.plot'), id: 'sky-plot' },
    [0, 30, 60].map((elevation) => s('circle', { class: 'ring', cx: CENTRE, cy: CENTRE, r: RADIUS * (1 - elevation / 90) })),
    s('path', { class: 'ring', d: `M${CENTRE} 18V${2 * CENTRE - 18}M18 ${CENTRE}H${2 * CENTRE - 18}` }),
    [['N', CENTRE, 13], ['S', CENTRE, 2 * CENTRE - 4], ['W', 8, CENTRE + 4], ['E', 2 * CENTRE - 8, CENTRE + 4]].map(([text, x, y]) =>
      s('text', { class: 'axis', x, y, 'text-anchor': 'middle' }, text)),
    [30, 60].map((elevation) => s('text', { class: 'axis', x: CENTRE + 3, y: CENTRE - RADIUS * (1 - elevation / 90) + 12 }, `${elevation}°`)),
    outlines, marks, names);
  /** The elements drawn for each satellite, and for each expected one. */
  const [drawn, expectedDrawn] = [new Map(), new Map()];

  function draw(satellites, expected) {
    const seen = new Set();
    for (const satellite of satellites) {
      seen.add(satellite.id);
      const entry = drawn.get(satellite.id) ?? add(satellite);
      set(entry.mark, 'transform', `translate(${at(satellite).map((value) => value.toFixed(2)).join(' ')})`);
      set(entry.outline, 'class', satellite.used ? 'mark' : 'mark is-unused');
      set(entry.outline, 'fill', satellite.used ? 'currentColor' : 'none');
      if (entry.ring.isConnected !== (satellite.osnma === 'authenticated')) {
        if (entry.ring.isConnected) entry.ring.remove();
        else entry.mark.prepend(entry.ring);
      }
      setText(entry.title, `${satellite.id} ${degrees(satellite.elevation)} ${degrees(satellite.azimuth)} ${number(satellite.cn0, 1)} dB-Hz`);
    }
    for (const [id, entry] of drawn) {
      if (seen.has(id)) continue;
      entry.mark.remove();
      entry.name.remove();
      drawn.delete(id);
    }
    drawExpected(expected);
    // A satellite that is both received and expected gets one name.
    placeNames([...satellites, ...expected.filter((satellite) => !seen.has(satellite.id))], seen);
  }

  function drawExpected(expected) {
    const seen = new Set(expected.map((satellite) => satellite.id));
    for (const satellite of expected) {
      const entry = expectedDrawn.get(satellite.id) ?? addExpected(satellite);
      const [x, y] = at(satellite);
      set(entry.outline, 'transform', `translate(${x.toFixed(2)} ${y.toFixed(2)})`);
      set(entry.way, 'd', arrow([x, y], at(satellite.ahead)));
      setText(entry.title, `${satellite.id} ${degrees(satellite.elevation, 1)} ${degrees(satellite.azimuth, 1)} ${t('sky.expected')}`);
    }
    for (const [id, entry] of expectedDrawn) {
      if (seen.has(id)) continue;
      entry.mark.remove();
      entry.name.remove();
      expectedDrawn.delete(id);
    }
  }

  function addExpected(satellite) {
    const entry = {
      outline: s('path', { d: outline(satellite.system, 8) }), way: s('path'), title: s('title'),
      name: s('text', { class: 'name is-expected' }, satellite.id),
    };
    entry.mark = s('g', { class: 'expected', 'data-id': satellite.id }, entry.outline, entry.way, entry.title);
    outlines.append(entry.mark);
    expectedDrawn.set(satellite.id, entry);
    return entry;
  }

  function add(satellite) {
    const entry = {
      ring: s('circle', { r: 9.5, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5 }),
      outline: s('path', { class: 'mark', d: outline(satellite.system, 5), stroke: 'currentColor' }),
      title: s('title'), name: s('text', { class: 'name' }, satellite.id),
    };
    entry.mark = s('g', { class: `satellite system-${satellite.system}`, 'data-id': satellite.id }, entry.outline, entry.title);
    marks.append(entry.mark);
    drawn.set(satellite.id, entry);
    return entry;
  }

  /** Places each name where it covers no other name or mark; other names appear only in the table. */
  function placeNames(satellites, received) {
    for (const [id, entry] of expectedDrawn) if (received.has(id)) entry.name.remove();
    const letters = [[CENTRE, 9], [CENTRE, 2 * CENTRE - 8], [8, CENTRE], [2 * CENTRE - 8, CENTRE]];
    const taken = letters.map(([x, y]) => ({ x: x - 6, y: y - 7, width: 12, height: 14 })).concat(satellites.map((satellite) => {
      const [x, y] = at(satellite);
      return { x: x - 6, y: y - 6, width: 12, height: 12 };
    }));
    const isFree = (box) => box.x > 0 && box.x + box.width < 2 * CENTRE && taken.every((other) => box.x + box.width < other.x || other.x + other.width < box.x
      || box.y + box.height < other.y || other.y + other.height < box.y);
    for (const satellite of satellites) {
      const [x, y] = at(satellite);
      const { name } = (received.has(satellite.id) ? drawn : expectedDrawn).get(satellite.id);
      const width = satellite.id.length * 6.2;
      const places = [[8, 4], [-width - 8, 4], [-width / 2, -9], [-width / 2, 17], [7, -7], [7, 14], [-width - 7, -7], [-width - 7, 14]];
      const free = places.map(([dx, dy]) => ({ x: x + dx, y: y + dy - 9, width, height: 10, dx, dy })).find(isFree);
      if (free) {
        taken.push(free);
        set(name, 'x', (x + free.dx).toFixed(1));
        set(name, 'y', (y + free.dy).toFixed(1));
        if (!name.isConnected) names.append(name);
      } else {
        name.remove();
      }
    }
  }
  return { element, draw };
}

/** A satellite's place in the plot. */
function at(satellite) {
  const distance = RADIUS * (1 - Math.max(0, satellite.elevation) / 90);
  const angle = (satellite.azimuth * Math.PI) / 180;
  return [CENTRE + distance * Math.sin(angle), CENTRE - distance * Math.cos(angle)];
}

/** An arrow between two points, as a path; empty if they are too close to show a direction. */
function arrow([x, y], [toX, toY]) {
  const angle = Math.atan2(toY - y, toX - x);
  if (Math.hypot(toX - x, toY - y) < 3) return '';
  const barb = (turn) => `${(toX - 4 * Math.cos(angle + turn)).toFixed(2)} ${(toY - 4 * Math.sin(angle + turn)).toFixed(2)}`;
  const tip = `${toX.toFixed(2)} ${toY.toFixed(2)}`;
  return `M${x.toFixed(2)} ${y.toFixed(2)}L${tip}M${barb(0.5)}L${tip}L${barb(-0.5)}`;
}

/** Sets an attribute if its value differs. */
function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Fills an element with bars of the signals by band. Bars are kept and only change their height.
 * @returns {(satellites: object[]) => void} draws them
 */
export function bandBars(place) {
  const drawn = new Map();
  return (satellites) => {
    const groups = grouped(satellites);
    const keys = ['1', '2', '5', '6', 'other'].filter((key) => groups.has(key));
    for (const key of keys) if (!drawn.has(key)) drawn.set(key, addBand(key));
    const elements = keys.map((key) => drawn.get(key).element);
    if (elements.length === 0) replace(place, '—');
    else if (place.childNodes.length !== elements.length || elements.some((element, index) => place.childNodes[index] !== element)) replace(place, elements);
    for (const key of keys) drawBand(drawn.get(key), key, groups.get(key));
  };
}

/** The signals of each band, ordered by satellite. */
function grouped(satellites) {
  const groups = new Map();
  for (const satellite of satellites) {
    const signals = satellite.signals.length ? satellite.signals : [{ name: '', cn0: satellite.cn0 }];
    for (const signal of signals) {
      const key = signal.name ? band(signal.name) : 'other';
      if (signal.cn0 === null) continue;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push({ satellite, signal });
    }
  }
  for (const group of groups.values()) group.sort((one, other) => order(one.satellite.id, other.satellite.id));
  return groups;
}

function addBand(key) {
  const [title, cells] = [h('h3'), h('div', { class: 'band-cells', 'aria-hidden': 'true' })];
  cells.style.setProperty('--strong', `${100 - (GOOD / STRONGEST) * 100}%`);
  return { element: h('div', { 'data-band': key }, title, cells), title, cells };
}

function drawBand({ title, cells }, key, signals) {
  const average = signals.reduce((sum, one) => sum + one.signal.cn0, 0) / signals.length;
  setText(title, `${t(`band.${key}`)} – ${t('sky.mean', { mean: number(average, 1), count: signals.length })}`);
  while (cells.childElementCount > signals.length) cells.lastElementChild.remove();
  while (cells.childElementCount < signals.length) {
    cells.append(h('div', { class: 'band-cell' }, h('div', { class: 'band-room' }, h('div', { class: 'bar' })), h('span')));
  }
  signals.forEach(({ satellite, signal }, index) => {
    const cell = cells.children[index];
    const bar = cell.firstElementChild.firstElementChild;
    set(bar, 'class', `bar system-${satellite.system}${satellite.used ? '' : ' is-unused'}`);
    set(cell, 'title', `${satellite.id} ${signal.name} ${signal.cn0}`);
    const height = `${Math.max(2, Math.min(100, (signal.cn0 / STRONGEST) * 100)).toFixed(1)}%`;
    if (bar.style.height !== height) bar.style.height = height;
    setText(cell.lastElementChild, satellite.id);
  });
}
