// SPDX-License-Identifier: Apache-2.0

import { h, replace, setText } from '../dom.js';
import { coordinates, degrees, height, instant, length, number, plainCoordinates, span, speed } from '../format.js';
import { button, canvas, card, copyButton, facts, freshness, state } from '../parts.js';
import { send } from '../request.js';
import { mean, scatter } from './statistics.js';
import * as store from '../store.js';
import { code, t } from '../text.js';

export const topics = 'fix:5';
/** The page appears when these topics have arrived. */
export const needs = ['fix'];

const LIMIT = 36000;
const RANGES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];
/** The columns of the history, with their formats. */
const SERIES = [
  ['ellipsoidal', 'ellipsoidal_height_m', height], ['accuracy', 'horizontal_accuracy_m', length],
  ['used', 'satellites_used', (value) => number(value)], ['corrections', 'correction_age_s', span],
];

/** The numbers of a text: those of a language with decimal commas too, if they are clearly separated. */
function pair(text) {
  const commas = /^\s*(-?\d+(?:,\d+)?)(?:\s*;|,?\s)\s*(-?\d+(?:,\d+)?)\s*$/.exec(text);
  return (commas ? commas.slice(1).map((part) => part.replace(',', '.')) : text.split(/[,;\s]+/).filter(Boolean)).map(Number);
}

/** Shows the position in numbers, its scatter, and the last hour. */
export function show(root) {
  const halves = [h('span', {}, t('loading')), h('span')];
  const place = h('p', { class: 'big value pair', id: 'coordinates' }, halves);
  const details = facts([
    ['quality', t('position.quality')], ['ellipsoidal', t('position.ellipsoidal')], ['orthometric', t('position.orthometric')],
    ['accuracy', t('position.accuracy')], ['vertical', t('position.vertical')], ['speed', t('position.speed')], ['course', t('position.course')],
    ['used', t('position.used')], ['dop', t('position.dop')], ['corrections', t('position.corrections')], ['station', t('position.station')],
    ['time', t('position.time')],
  ]);
  const current = card(t('nav.position'), h('div', { class: 'row apart' }, place,
    copyButton(() => {
      const fix = store.standing('fix') === 'gone' ? null : store.get('fix');
      return plainCoordinates(fix?.latitude_deg, fix?.longitude_deg);
    })), h('div', { class: 'value' }, details.list), h('p', { class: 'note' }, t('position.frame')),
    button(null, t('keys.say'), () => dispatchEvent(new KeyboardEvent('keydown', { key: 'p' }))));
  const fresh = freshness('fix', current);
  current.querySelector('h2').append(' ', fresh.label);

  // Deviation
  let points = [];
  /** True until the points of the last hour are there, or are no longer wanted. */
  let isNew = true;
  let receiver;
  let about = 'mean';
  let entered = null;
  let result = null;
  const numbers = facts([['count', t('position.points')], ['cep', 'CEP50'], ['r95', 'R95'], ['drms', '2DRMS'], ['range', t('position.range')]]);
  const plot = canvas(t('position.plot'), drawDeviation);
  plot.element.className = 'deviation';
  plot.element.id = 'deviation';
  const problem = h('p', { class: 'note', role: 'alert' });
  const field = h('label', { class: 'field', hidden: true }, h('span', {}, t('position.point')), h('input', {
    id: 'about-point', inputmode: 'text', onchange: (event) => {
      const [latitude, longitude, ...more] = pair(event.target.value);
      const isGood = more.length === 0 && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
      entered = isGood ? { latitude, longitude } : null;
      setText(problem, isGood ? '' : t('position.point.wrong'));
      measure();
    },
  }));
  const choice = h('label', { class: 'field' }, h('span', {}, t('position.about')), h('select', {
    id: 'about', onchange: (event) => {
      about = event.target.value;
      field.hidden = about !== 'point';
      measure();
    },
  }, ['mean', 'first', 'point'].map((value) => h('option', { value }, t(`position.about.${value}`)))));
  const deviation = card(t('position.deviation'), choice, field, problem, plot.element, numbers.list,
    h('p', { class: 'more-line' }, button(null, t('position.clear'), () => {
      [points, isNew] = [[], false];
      measure();
    }, { class: 'quiet' })));

  function measure() {
    const centre = points.length === 0 ? null : about === 'mean' ? mean(points) : about === 'first' ? points[0] : entered;
    result = centre ? scatter(points, centre) : null;
    numbers.set('count', number(points.length));
    numbers.set('cep', result ? length(result.cep50) : '—');
    numbers.set('r95', result ? length(result.r95) : '—');
    numbers.set('drms', result ? length(result.drms2) : '—');
    const range = result ? RANGES.find((value) => value >= Math.min(result.largest, result.r95 * 2) * 1.05) ?? RANGES.at(-1) : null;
    numbers.set('range', range === null ? '—' : `± ${length(range)}`);
    plot.range = range;
    plot.element.dataset.cep50 = result?.cep50 ?? '';
    plot.element.dataset.r95 = result?.r95 ?? '';
    plot.element.dataset.drms2 = result?.drms2 ?? '';
    plot.paint();
  }

  function drawDeviation(context, width, tall, colour) {
    const centre = Math.min(width, tall) / 2;
    const scale = (centre - 14) / (plot.range ?? 1);
    context.strokeStyle = colour.line;
    context.lineWidth = 1;
    context.font = '11px system-ui';
    context.fillStyle = colour.weak;
    for (const share of [0.25, 0.5, 0.75, 1]) {
      context.beginPath();
      context.arc(centre, centre, (centre - 14) * share, 0, 7);
      context.stroke();
      if (plot.range) context.fillText(length(plot.range * share), centre + 3, centre - (centre - 14) * share + 12);
    }
    context.beginPath();
    context.moveTo(centre, 14);
    context.lineTo(centre, 2 * centre - 14);
    context.moveTo(14, centre);
    context.lineTo(2 * centre - 14, centre);
    context.stroke();
    if (!result) return;
    context.fillStyle = colour.accent;
    const first = Math.max(0, result.offsets.length - 5000);
    context.globalAlpha = 0.55;
    for (const { east, north } of result.offsets.slice(first)) {
      context.fillRect(centre + east * scale - 1.5, centre - north * scale - 1.5, 3, 3);
    }
    context.globalAlpha = 1;
    for (const [radius, dash, tint] of [[result.cep50, [], colour.good], [result.r95, [6, 4], colour.warning]]) {
      context.strokeStyle = tint;
      context.lineWidth = 2;
      context.setLineDash(dash);
      context.beginPath();
      context.arc(centre, centre, radius * scale, 0, 7);
      context.stroke();
    }
    context.setLineDash([]);
  }

  // Series
  let history = null;
  const plots = SERIES.map(([name, column, format]) => {
    const drawing = canvas(t(`position.${name}`), (context, width, tall, colour) => drawSeries(context, width, tall, colour, column, format));
    drawing.element.className = 'series';
    return { name, column, format, drawing };
  });
  const table = h('div', { class: 'scroll' });
  const series = h('section', { class: 'card span' }, h('h2', {}, t('position.series')),
    plots.map(({ name, drawing }) => [h('h3', {}, t(`position.${name}`)), drawing.element]),
    h('details', {}, h('summary', {}, t('position.table')), table));

  function drawSeries(context, width, tall, colour, column, format) {
    const values = (history?.[column] ?? []).filter((value) => value !== null);
    context.strokeStyle = colour.line;
    context.strokeRect(0.5, 0.5, width - 1, tall - 1);
    context.fillStyle = colour.weak;
    context.font = '11px system-ui';
    if (values.length === 0) {
      context.fillText('—', 8, tall / 2);
      return;
    }
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const spread = high - low || Math.abs(high) * 0.01 || 1;
    const y = (value) => tall - 8 - ((value - low) / spread) * (tall - 16);
    const step = (width - 2) / Math.max(1, history[column].length - 1);
    context.strokeStyle = colour.accent;
    context.lineWidth = 1.6;
    context.beginPath();
    let isDown = false;
    history[column].forEach((value, index) => {
      if (value === null) {
        isDown = false;
        return;
      }
      const [px, py] = [1 + index * step, y(value)];
      if (isDown) context.lineTo(px, py);
      else {
        context.moveTo(px, py);
        context.lineTo(px + 1, py);
      }
      isDown = true;
    });
    context.stroke();
    context.fillStyle = colour.text;
    context.fillText(format(high), 6, 14);
    context.fillText(format(low), 6, tall - 6);
  }

  function showTable() {
    replace(table, h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('position.series')),
      ['smallest', 'largest', 'latest'].map((name) => h('th', { scope: 'col' }, t(`position.${name}`))))),
    h('tbody', {}, SERIES.map(([name, column, format]) => {
      const values = (history?.[column] ?? []).filter((value) => value !== null);
      return h('tr', {}, h('th', { scope: 'row' }, t(`position.${name}`)), h('td', {}, format(values.length ? Math.min(...values) : null)),
        h('td', {}, format(values.length ? Math.max(...values) : null)), h('td', {}, format(values.at(-1))));
    }))));
  }

  async function load() {
    const answer = await send('GET', '/v1/history?seconds=3600&points=720');
    if (!answer.ok) return replace(table, state('error', answer.problem.detail, button(null, t('again'), load)));
    history = answer.value;
    if (isNew) {
      isNew = false;
      // Positions that have come meanwhile follow those of the last hour.
      points = [...history.latitude_deg.map((latitude, index) => ({ latitude, longitude: history.longitude_deg[index] }))
        .filter((point) => point.latitude !== null && point.longitude !== null), ...points];
      measure();
    }
    for (const { drawing } of plots) drawing.paint();
    showTable();
  }

  root.append(h('h1', {}, t('nav.position')), h('div', { class: 'cards two' }, current, deviation, series));

  let added = 0;
  function update() {
    const fix = store.get('fix');
    if (fix) take(fix);
    showFix();
  }

  function take(fix) {
    if (fix.latitude_deg === undefined || fix.kind === 'none' || store.standing('fix') !== 'fresh') return;
    // The points of two receivers say nothing about either.
    if (receiver !== undefined && fix.receiver !== receiver) {
      [points, isNew] = [[], false];
    }
    ({ receiver } = fix);
    const now = performance.now();
    if (now - added < 900) return;
    added = now;
    points.push({ latitude: fix.latitude_deg, longitude: fix.longitude_deg });
    if (points.length > LIMIT) points = points.slice(-LIMIT);
  }

  function showFix() {
    const isGone = fresh.update() === 'gone';
    const fix = isGone ? null : store.get('fix');
    const decimals = fix && ['rtk_fixed', 'rtk_float', 'precise'].includes(fix.quality) ? 9 : 7;
    const words = fix?.latitude_deg === undefined ? [t('position.none')] : coordinates(fix.latitude_deg, fix.longitude_deg, decimals);
    halves.forEach((half, index) => setText(half, words[index] ?? ''));
    details.set('quality', fix ? code('quality', fix.quality) : '—');
    details.set('ellipsoidal', height(fix?.ellipsoidal_height_m));
    details.set('orthometric', height(fix?.orthometric_height_m));
    details.set('accuracy', fix?.horizontal_accuracy_m === undefined ? '—' : `± ${length(fix.horizontal_accuracy_m)}`);
    details.set('vertical', fix?.vertical_accuracy_m === undefined ? '—' : `± ${length(fix.vertical_accuracy_m)}`);
    details.set('speed', speed(fix?.speed_m_s));
    details.set('course', degrees(fix?.course_deg, 1));
    details.set('used', number(fix?.satellites_used));
    const dops = [fix?.hdop, fix?.vdop, fix?.pdop];
    details.set('dop', dops.every((value) => value === undefined) ? '—' : dops.map((value) => number(value, 2)).join(' / '));
    details.set('corrections', span(fix?.correction_age_s));
    details.set('station', fix?.correction_station ?? '—');
    details.set('time', instant(fix?.time));
  }

  load();
  const again = setInterval(() => !document.hidden && load(), 30000);
  const ends = [store.on('fix', update)];
  return {
    close: () => {
      clearInterval(again);
      plot.close();
      for (const { drawing } of plots) drawing.close();
      ends.forEach((end) => end());
    },
    // Charts are drawn at most once a second.
    tick: () => { showFix(); measure(); },
    redraw: () => { showFix(); measure(); showTable(); plots.forEach(({ drawing }) => drawing.paint()); },
    restyle: () => { plot.paint(); plots.forEach(({ drawing }) => drawing.paint()); },
  };
}
