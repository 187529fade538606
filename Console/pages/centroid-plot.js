// SPDX-License-Identifier: Apache-2.0

import { send } from '../request.js';
import { h, replace } from '../dom.js';
import { length, number } from '../format.js';
import { offset } from '../geo.js';
import { canvas, card } from '../parts.js';
import { t } from '../text.js';

/** The ranges that the plot can have, in metres from its middle to its edge. */
const RANGES = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
/** The distance of the outermost circle from the edge, in pixels. */
const MARGIN = 16;

/** A plot of a session's samples about its averaged point, with both estimates and the error ellipse, and a table of them. */
export function samplingPlot() {
  /** Positions in metres east and north of the averaged point. */
  let samples = [];
  let marks = null;
  let ellipse = null;
  let range = null;
  /** The state of the session whose samples were loaded. */
  let loaded = '';
  let isLoading = false;
  /** The newest state to show. */
  let newest = null;
  const drawing = canvas(t('sampling.plot'), draw);
  drawing.element.className = 'deviation';
  drawing.element.id = 'sampling-plot';
  const table = h('div', { class: 'scroll' });
  const note = h('p', { class: 'note' });
  const element = card(t('sampling.samples'), drawing.element, h('p', { class: 'note' }, t('sampling.legend')), note,
    h('details', {}, h('summary', {}, t('position.table')), table));

  async function show(session) {
    const { position, robust, compatible, standard_error_ellipse: stated } = session.estimate ?? {};
    const key = `${session.session} ${session.count} ${session.resets} ${session.changed}`;
    newest = session;
    if (isLoading || key === loaded) return;
    isLoading = true;
    const answer = session.count ? await send('GET', `/v1/centroid/${session.session}/samples`) : { ok: true, value: { latitude_deg: [], longitude_deg: [] } };
    isLoading = false;
    if (!answer.ok) return;
    loaded = key;
    const { latitude_deg: latitudes, longitude_deg: longitudes } = answer.value;
    const about = position && { latitude: position.latitude_deg, longitude: position.longitude_deg };
    samples = about ? latitudes.map((latitude, index) => offset(latitude, longitudes[index], about)) : [];
    marks = about && { robust: offset(robust.latitude_deg, robust.longitude_deg, about), compatible: offset(compatible.latitude_deg, compatible.longitude_deg, about) };
    ellipse = about ? stated ?? null : null;
    const largest = Math.max(0, ellipse?.semi_major_m ?? 0, ...[...samples, ...Object.values(marks ?? {})].map(({ east, north }) => Math.hypot(east, north)));
    range = about ? RANGES.find((value) => value >= largest * 1.02) ?? RANGES.at(-1) : null;
    note.textContent = range ? t('sampling.range', { range: length(range) }) : '';
    Object.assign(drawing.element.dataset, { samples: samples.length, range: range ?? '', ellipse: ellipse ? `${ellipse.semi_major_m} ${ellipse.semi_minor_m} ${ellipse.azimuth_deg}` : '' });
    showTable();
    drawing.paint();
    // Process the reports that arrived in the meantime.
    if (newest !== session) show(newest);
  }

  function showTable() {
    const row = (name, { east, north }) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, length(east, 3)), h('td', {}, length(north, 3)));
    replace(table, h('table', {}, h('thead', {}, h('tr', {}, ['sample', 'east', 'north'].map((name) => h('th', { scope: 'col' }, t(`sampling.column.${name}`))))),
      h('tbody', {}, marks ? [row(t('sampling.robust'), marks.robust), row(t('sampling.compatible'), marks.compatible)] : null,
        samples.map((sample, index) => row(number(index + 1), sample)))));
  }

  function draw(context, width, tall, colour) {
    const centre = Math.min(width, tall) / 2;
    const scale = (centre - MARGIN) / (range ?? 1);
    const at = ({ east, north }) => [centre + east * scale, centre - north * scale];
    context.font = '11px system-ui';
    context.strokeStyle = colour.line;
    context.fillStyle = colour.weak;
    for (const share of [0.5, 1]) {
      circle(context, centre, centre, (centre - MARGIN) * share);
      context.stroke();
      if (range) context.fillText(length(range * share), centre + 3, centre - (centre - MARGIN) * share + 12);
    }
    context.fillText(t('sampling.north'), centre - 4, 11);
    context.fillStyle = colour.weak;
    for (const sample of samples) {
      const [x, y] = at(sample);
      circle(context, x, y, 3);
      context.fill();
    }
    if (!marks) return;
    if (ellipse) {
      context.strokeStyle = colour.warning;
      context.lineWidth = 2;
      context.beginPath();
      // The azimuth counts clockwise from north, the canvas's angle clockwise from east.
      context.ellipse(centre, centre, Math.max(1, ellipse.semi_major_m * scale), Math.max(1, ellipse.semi_minor_m * scale), ((ellipse.azimuth_deg - 90) * Math.PI) / 180, 0, 7);
      context.stroke();
    }
    context.lineWidth = 3;
    context.strokeStyle = colour.accent;
    const [x, y] = at(marks.robust);
    context.beginPath();
    for (const [dx, dy] of [[9, 0], [0, 9]]) {
      context.moveTo(x - dx, y - dy);
      context.lineTo(x + dx, y + dy);
    }
    context.stroke();
    context.strokeStyle = colour.bad;
    const [cx, cy] = at(marks.compatible);
    context.strokeRect(cx - 6, cy - 6, 12, 12);
  }

  return { element, show, paint: drawing.paint, close: drawing.close };
}

function circle(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 7);
}
