// SPDX-License-Identifier: Apache-2.0

import { h, outside, s } from '../dom.js';
import { coordinates, height, instant, number } from '../format.js';
import { unwrap } from '../geo.js';
import { icon } from '../parts.js';
import { addTexts, t } from '../text.js';
import { begin, list, loadAll, verdictOf } from './photo-list.js';

/** The size of the squares whose photos become one mark, in pixels. */
const CELL = 72;
/** From this zoom on, a mark of several photos lists them instead of enlarging the map. */
const NEAREST = 21;
/** The largest number of photos in a list. */
const LISTED = 30;
/** The largest height of a box of words, in pixels; it has room on a phone while the map follows the position. */
const HIGHEST = 180;
/** Half the angle that is drawn for a camera, in degrees. */
const HALF = 25;

/**
 * Shows the stored photos on the map; near ones become one mark with their number.
 * @param {object} stage the map: `L`, `map`, `ends`
 * @param {() => void} leave ends the following of the position
 */
export async function showPhotos({ L, map, ends }, leave) {
  let closed = false;
  const marks = new Map();
  ends.push(() => {
    closed = true;
    map.off('moveend', draw);
    for (const mark of marks.values()) mark.remove();
  });
  begin();
  await loadAll(() => closed);
  if (closed || list.items.length === 0) return;
  await addTexts();
  if (closed) return;
  map.on('moveend', draw);
  draw();

  /** Marks the photos near the view anew. */
  function draw() {
    const zoom = map.getZoom();
    const bounds = map.getBounds().pad(0.3);
    const near = map.getCenter().lng;
    const groups = new Map();
    for (const photo of list.items) {
      const place = L.latLng(photo.latitude_deg, unwrap(photo.longitude_deg, near));
      if (!bounds.contains(place)) continue;
      const { x, y } = map.project(place, zoom);
      const key = `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push({ photo, place });
    }
    const wanted = new Map([...groups].map(([key, group]) => [group.length === 1 ? `${group[0].photo.id} ${group[0].photo.verdict}` : `${zoom} ${key} ${group.length} ${group[0].photo.id}`, group]));
    for (const [key, mark] of marks) {
      if (wanted.has(key)) continue;
      mark.remove();
      marks.delete(key);
    }
    for (const [key, group] of wanted) {
      if (!marks.has(key)) marks.set(key, (group.length === 1 ? single(group[0]) : several(group)).addTo(map));
      else if (group.length === 1) marks.get(key).setLatLng(group[0].place);
    }
    map.getContainer().dataset.photos = [...groups.values()].reduce((sum, { length }) => sum + length, 0);
  }

  function mark(place, body, name, size = 44) {
    return L.marker(place, { icon: L.divIcon({ html: body, className: 'photo-mark', iconSize: [size, size], iconAnchor: [size / 2, size / 2] }), title: name, alt: name });
  }

  /** A dot with a small camera above it, and the direction in which it looked. */
  function single({ photo, place }) {
    const [x, y] = [Math.sin((HALF * Math.PI) / 180) * 46, -Math.cos((HALF * Math.PI) / 180) * 46];
    const body = s('svg', { viewBox: '-50 -50 100 100', width: 100, height: 100, 'aria-hidden': 'true', 'data-photo': photo.id },
      photo.heading_deg === undefined ? null : s('path', { class: 'photo-sector', d: `M0 0L${-x} ${y}A46 46 0 01${x} ${y}z`, transform: `rotate(${photo.heading_deg})` }), s('circle', { class: 'photo-dot', r: 5 }));
    return mark(place, h('div', {}, body, icon('photos')), `${t('nav.photo')} ${instant(photo.taken)}`).bindPopup(() => words(photo), { maxHeight: HIGHEST });
  }

  function several(group) {
    const name = t('photos.count', { count: number(group.length) });
    const centre = L.latLng(mean(group.map(({ place }) => place.lat)), mean(group.map(({ place }) => place.lng)));
    const element = mark(centre, h('div', { class: 'photo-count' }, icon('photos'), h('span', {}, number(group.length))), name);
    if (map.getZoom() >= NEAREST) {
      return element.bindPopup(() => h('div', {}, h('p', {}, name), h('ul', {}, group.slice(0, LISTED).map(({ photo }) => h('li', {}, link(photo, instant(photo.taken)))))), { maxHeight: HIGHEST });
    }
    return element.on('click', () => {
      leave();
      map.fitBounds(group.map(({ place }) => place), { padding: [60, 60], maxZoom: NEAREST, animate: false });
    });
  }

  const link = (photo, text) => h('a', { href: `#/photos/${encodeURIComponent(photo.id)}` }, text);

  function words(photo) {
    return h('div', { class: 'lines' }, h('strong', { class: 'line' }, instant(photo.taken)), h('span', { class: 'line' }, coordinates(photo.latitude_deg, photo.longitude_deg).join(' ')), h('span', { class: 'line' }, height(photo.ellipsoidal_height_m)),
      h('span', { class: 'line' }, verdictOf(photo)), photo.note ? h('span', { class: 'line' }, outside(photo.note, 120)) : null, h('p', {}, link(photo, t('camera.show'))));
  }
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
