// SPDX-License-Identifier: Apache-2.0

import { h, outside } from '../dom.js';
import { files } from '../preferences.js';
import { setting } from '../settings.js';
import { t } from '../text.js';
import { graticule } from './map-grid.js';

let leaflet = null;

/** Leaflet, loaded once; null if it did not load. */
export async function loadLeaflet() {
  leaflet ??= new Promise((resolve) => {
    const style = h('link', { rel: 'stylesheet', href: new URL('../vendor/leaflet/leaflet.css', import.meta.url).href });
    const script = document.createElement('script');
    script.src = new URL('../vendor/leaflet/leaflet.js', import.meta.url).href;
    script.onload = () => {
      // Otherwise Leaflet would look for its images beside its style sheet.
      globalThis.L.Util.emptyImageUrl = 'data:image/gif;base64,R0lGODlhAQABAAD/ACwAAAAAAQABAAACADs=';
      resolve(globalThis.L);
    };
    script.onerror = () => {
      leaflet = null;
      script.remove();
      resolve(null);
    };
    document.head.append(style, script);
  });
  return leaflet;
}

/** Creates the map with its controls. */
export function newMap(L, element, view) {
  const map = L.map(element, {
    // A touch selects elements within 14 pixels.
    renderer: new (canvas(L))({ tolerance: 14 }), zoomControl: false, attributionControl: false, worldCopyJump: true, zoomSnap: 0.5,
    fadeAnimation: false, zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches, maxZoom: 24, minZoom: 2,
  }).setView(view?.centre ?? [20, 0], view?.zoom ?? 2);
  L.control.zoom({ position: 'topright', zoomInText: '+', zoomOutText: '−', zoomInTitle: t('map.zoom-in'), zoomOutTitle: t('map.zoom-out') }).addTo(map);
  L.control.scale({ imperial: setting('units') === 'imperial', metric: setting('units') !== 'imperial', position: 'topright' }).addTo(map);
  return map;
}

/** Creates the chosen background. `onTiles` receives whether tiles can be loaded, and the name of their server; none for a file. */
export async function background(L, frame, onTiles) {
  const chosen = setting('tiles');
  if (chosen.startsWith('file:')) {
    const { sources } = await files();
    const source = sources.find(({ id }) => `file:${id}` === chosen);
    if (source) return fromFile(L, frame, source);
    onTiles(false);
  }
  const own = chosen === 'own' ? (await files()).server : null;
  if (chosen === 'own' && !own) onTiles(false);
  if (own?.attribution) frame.append(h('p', { class: 'attribution' }, outside(own.attribution, 200)));
  if (own) return fromServer(L, own.tiles, own.max_zoom, (isThere) => onTiles(isThere, own.name));
  if (chosen !== 'osm') return new (graticule(L))({ maxZoom: 24, minZoom: 2 });
  frame.append(h('p', { class: 'attribution' }, '© ', h('a', { href: 'https://www.openstreetmap.org/copyright', rel: 'noopener', target: '_blank' }, 'OpenStreetMap')));
  return fromServer(L, 'https://tile.openstreetmap.org/{z}/{x}/{y}.png', 19, (isThere) => onTiles(isThere, 'OpenStreetMap'));
}

/** Creates the background from a server's images. `onTiles` receives true if one was loaded, false if one was not. */
function fromServer(L, address, zoom, onTiles) {
  const tiles = L.tileLayer(address, { maxNativeZoom: zoom, maxZoom: 24, className: 'map-tiles', referrerPolicy: 'strict-origin-when-cross-origin' });
  tiles.on('tileerror tileload', ({ type }) => onTiles(type === 'tileload'));
  return tiles;
}

/** Creates the background from a map file on the gateway. */
function fromFile(L, frame, source) {
  if (source.attribution) frame.append(h('p', { class: 'attribution' }, outside(source.attribution, 200)));
  const [west, south, east, north] = source.bounds_deg ?? [-180, -85.06, 180, 85.06];
  return L.tileLayer(source.tiles, {
    minNativeZoom: source.min_zoom, maxNativeZoom: source.max_zoom, maxZoom: 24, className: 'map-tiles',
    bounds: [[south, west], [north, east]],
  });
}

/** A canvas that ignores Leaflet's pending animation frames after the map was removed. */
function canvas(L) {
  return L.Canvas.extend({
    _redraw() {
      if (this._ctx) L.Canvas.prototype._redraw.call(this);
    },
  });
}
