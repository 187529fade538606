// SPDX-License-Identifier: Apache-2.0

import { send } from '../request.js';
import { h, outside, replace } from '../dom.js';
import { coordinates, height, instant, length, number } from '../format.js';
import { unwrap } from '../geo.js';
import { button, colours, facts, state } from '../parts.js';
import { code, has, t } from '../text.js';

/** The maximum number of drawn points; of a longer path, only every second, third … one. */
export const MOST = 20000;
/** The number of points in a piece. A new point redraws only the last piece. */
const PIECE = 500;
/** The maximum number of pins, and the minimum distance between them in pixels. */
const PINS = 250;
const DISTANCE = 18;

/** The points of a path, as far as they have been loaded from the gateway. */
export class Line {
  constructor(id, points) {
    this.id = id;
    this.step = Math.max(1, Math.ceil(points / MOST));
    /** The index of the point to load next. */
    this.next = 0;
    this.latitudes = [];
    this.longitudes = [];
    /** The indices of points without a line to the previous one. */
    this.gaps = new Set();
  }

  get count() { return this.latitudes.length; }

  /** Forgets the last points after the gateway has removed some. */
  shorten(count) {
    const kept = Math.max(0, this.count - count);
    this.latitudes.length = this.longitudes.length = kept;
    this.gaps = new Set([...this.gaps].filter((index) => index < kept));
    this.next = kept * this.step;
  }

  /**
   * Loads the points that are not loaded yet.
   * @param {boolean} [isOnce] true to send one request only
   * @returns {Promise<{detail: string, code?: string} | null>} the reason for a failure
   */
  async load(isOnce = false) {
    for (;;) {
      const answer = await send('GET', `/v1/paths/${this.id}/line?from=${this.next}&step=${this.step}`);
      if (!answer.ok) return { ...answer.problem, status: answer.status };
      const { latitude_deg: latitudes, longitude_deg: longitudes, gaps, next, points } = answer.value;
      for (const index of gaps) this.gaps.add(this.count + index);
      for (const latitude of latitudes) this.latitudes.push(latitude);
      for (const longitude of longitudes) {
        const last = this.longitudes.at(-1) ?? longitude;
        // The line takes the short way over the 180th meridian.
        this.longitudes.push(unwrap(longitude, last));
      }
      this.next = next;
      if (next >= points || isOnce) return null;
    }
  }
}

/** Draws a path on the map: black while it is recorded, otherwise as a polygon. */
export function drawnLine({ L, map }, line, isRunning) {
  const layers = L.layerGroup().addTo(map);
  const pins = L.layerGroup().addTo(map);
  /** The pieces of the line, each with its border. */
  let pieces = [];
  let drawn = 0;
  /** The offset in degrees to the copy of the world in view. */
  let shift = 0;
  const place = (index) => [line.latitudes[index], line.longitudes[index] + shift];
  const ink = () => (isRunning ? '#000' : colours().accent);
  // The border makes a black line visible on a dark map.
  const paper = () => (document.documentElement.dataset.theme === 'night' ? '#ff6a5c' : '#fff');

  function wantedShift() {
    if (line.count === 0) return 0;
    const middle = (Math.min(...ends()) + Math.max(...ends())) / 2;
    return 360 * Math.round((map.getCenter().lng - middle) / 360);
  }

  function ends() {
    let [least, most] = [Infinity, -Infinity];
    for (const longitude of line.longitudes) {
      if (longitude < least) least = longitude;
      if (longitude > most) most = longitude;
    }
    return [least, most];
  }

  function begin() {
    const [border, stroke] = [[paper(), 8], [ink(), 4]].map(([color, weight]) =>
      L.polyline([], { color, weight, interactive: false, smoothFactor: 0.5 }).addTo(layers));
    pieces.push({ border, stroke, count: 0 });
    return pieces.at(-1);
  }

  /** Draws the points that were added. */
  function extend() {
    if (drawn === 0) return redraw();
    for (; drawn < line.count; drawn++) {
      let piece = pieces.at(-1);
      const isGap = line.gaps.has(drawn);
      if (!piece || isGap || piece.count >= PIECE) {
        piece = begin();
        if (!isGap && drawn > 0) add(piece, drawn - 1);
      }
      add(piece, drawn);
    }
    showPins();
  }

  function add(piece, index) {
    for (const layer of [piece.border, piece.stroke]) layer.addLatLng(place(index));
    piece.count++;
  }

  /** Draws everything again. */
  function redraw() {
    layers.clearLayers();
    [pieces, shift] = [[], wantedShift()];
    drawn = line.count;
    if (line.count === 0) return pins.clearLayers();
    const all = line.latitudes.map((_, index) => place(index));
    if (!isRunning && line.count > 2) {
      L.polygon(all, { color: ink(), weight: 2, dashArray: '4 6', fillOpacity: 0.15, interactive: false }).addTo(layers);
    }
    const rows = [];
    all.forEach((latlng, index) => {
      if (index === 0 || line.gaps.has(index)) rows.push([]);
      else if (rows.at(-1).length >= PIECE) rows.push([all[index - 1]]);
      rows.at(-1).push(latlng);
    });
    for (const row of rows) {
      const piece = begin();
      for (const layer of [piece.border, piece.stroke]) layer.setLatLngs(row);
      piece.count = row.length;
    }
    showPins();
  }

  /** Shows pins for points in view, few enough to be distinguished. */
  function showPins() {
    pins.clearLayers();
    const view = map.getBounds().pad(0.05);
    const [south, north, west, east] = [view.getSouth(), view.getNorth(), view.getWest() - shift, view.getEast() - shift];
    const seen = [];
    for (let index = 0; index < line.count; index++) {
      const [latitude, longitude] = [line.latitudes[index], line.longitudes[index]];
      if (latitude < south || latitude > north || longitude < west || longitude > east) continue;
      seen.push({ index, point: map.latLngToContainerPoint(place(index)) });
    }
    let shown = thinned(seen, DISTANCE);
    for (let distance = DISTANCE; shown.length > PINS; shown = thinned(shown, distance)) distance *= 2;
    for (const { index } of shown) {
      L.circleMarker(place(index), { radius: 5, weight: 2, color: paper(), fillColor: ink(), fillOpacity: 1 })
        .on('click', (event) => {
          L.DomEvent.stopPropagation(event);
          openPoint(index);
        }).addTo(pins);
    }
  }

  /** Shows the facts about a point. */
  function openPoint(index) {
    const body = h('div', { class: 'point' }, state('loading', t('loading')));
    const popup = L.popup({ closeButton: false, maxWidth: 280, minWidth: 220 }).setLatLng(place(index)).setContent(body).openOn(map);
    showPoint(body, line.id, index * line.step, () => popup.remove()).then(() => popup.update());
  }

  const moved = () => (wantedShift() === shift ? showPins() : redraw());
  map.on('moveend', moved);
  redraw();
  return {
    extend, redraw,
    /** The bounds of all points. */
    bounds: () => L.latLngBounds(line.latitudes.map((_, index) => place(index))),
    shape: () => (isRunning || line.count === 2 ? 'line' : line.count > 2 ? 'polygon' : 'point'),
    pins: () => pins.getLayers().length,
    remove() {
      map.off('moveend', moved);
      layers.remove();
      pins.remove();
    },
  };
}

/** The last point, and those at least this many pixels from the previous kept one. */
function thinned(points, distance) {
  let before = null;
  return points.filter(({ point }, number) => {
    const isFar = !before || number === points.length - 1 || Math.hypot(point.x - before.x, point.y - before.y) >= distance;
    if (isFar) before = point;
    return isFar;
  });
}

/** Fetches one point and shows it in an element. */
async function showPoint(body, id, index, close) {
  const answer = await send('GET', `/v1/paths/${id}/points?from=${index}&limit=1`);
  const point = answer.ok ? answer.value[0] : null;
  const done = h('p', {}, button('close', t('close'), close, { class: 'quiet' }));
  if (!point) {
    replace(body, state('error', answer.ok ? t('path.point.gone') : outside(answer.problem.detail, 400)), done);
    return;
  }
  const list = facts(['number', 'place', 'ellipsoidal', 'orthometric', 'accuracy', 'time', 'origin', 'quality', 'receiver']
    .map((name) => [name, t(`path.point.${name}`)]));
  for (const [name, value] of Object.entries(pointWords(point))) list.set(name, value);
  replace(body, list.list, done);
}

/** The facts about a point, as text. */
export function pointWords(point) {
  return {
    number: number(point.index + 1), place: coordinates(point.latitude, point.longitude, 8).join(' '),
    ellipsoidal: height(point.ellipsoidal_height_m), orthometric: height(point.orthometric_height_m),
    accuracy: point.horizontal_accuracy_m === undefined ? '—' : `± ${length(point.horizontal_accuracy_m)}`,
    time: instant(point.time), origin: has(`path.origin.${point.origin}`) ? t(`path.origin.${point.origin}`) : point.origin,
    quality: code('quality', point.quality), receiver: point.receiver ? outside(point.receiver, 60) : '—',
  };
}
