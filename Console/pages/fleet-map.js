// SPDX-License-Identifier: Apache-2.0

import { h, outside } from '../dom.js';
import { unwrap } from '../geo.js';
import { button, colours, state } from '../parts.js';
import { t } from '../text.js';
import { condition, isMoving, isOld, SHAPES } from './fleet-gateway.js';
import { background, loadLeaflet, newMap } from './map-base.js';
import { gridDegrees } from './map-grid.js';

/** Up to this number of gateways in the view, names are written beside those that have room. */
const NAMED = 60;
/** The room for a name beside its mark, in pixels. */
const [NAME_WIDTH, NAME_HEIGHT] = [130, 16];
/** The latitude at which the map ends, in degrees. */
const END = 85.05;

let view = null;
let paths = null;

/**
 * The map of the gateways. Their marks are drawn on one canvas, so that hundreds of them can move.
 * @param {(name: string) => void} onSelect
 */
export function fleetMap(onSelect) {
  const element = h('div', { class: 'map', id: 'fleet-map', role: 'application', 'aria-label': t('fleet.map') });
  const words = h('div', { class: 'map-box map-words', id: 'fleet-words', hidden: true });
  const all = button('members', t('map.all'), () => fit(), { id: 'fleet-fit', class: 'fleet-fit' });
  const frame = h('div', { class: 'fleet-map' }, element, all, words);
  const marks = new Map();
  const ends = [];
  let gateways = [];
  let selected = null;
  /** The gateways whose names are written. */
  let named = new Set();
  let closed = false;
  let stage = null;
  /** True if the map shows a place that was chosen. */
  let isPlaced = false;

  begin();
  async function begin() {
    const L = await loadLeaflet();
    if (closed || ends.length) return;
    all.hidden = !L;
    element.replaceChildren(L ? '' : state('error', t('map.no-leaflet'), button(null, t('again'), begin)));
    if (!L) return;
    paths ??= Object.fromEntries(Object.entries(SHAPES).map(([name, { outline, sign }]) => [name, [new Path2D(outline), new Path2D(sign)]]));
    const map = newMap(L, element, view);
    isPlaced = view !== null;
    // The map is hidden until the first gateways arrive.
    const observer = new ResizeObserver(() => map.invalidateSize({ pan: false }));
    observer.observe(element);
    ends.push(() => observer.disconnect(), () => map.remove());
    const layer = await background(L, frame, (isThere, server = '') => {
      words.hidden = isThere;
      words.textContent = isThere ? '' : server ? t('map.no-tiles', { server }) : t('map.no-file');
    });
    if (closed) return;
    layer.addTo(map);
    if (!(layer instanceof L.TileLayer)) ends.unshift(gridDegrees(map));
    const group = L.featureGroup().addTo(map);
    group.on('click', ({ propagatedFrom }) => onSelect(propagatedFrom.options.gateway.name));
    group.bindTooltip(({ options }) => outside(options.gateway.name, 60), { className: 'fleet-tip' });
    stage = { L, map, group, Mark: mark(L), colours: colours() };
    map.on('moveend', () => {
      if (isPlaced) view = { centre: map.getCenter(), zoom: map.getZoom() };
      draw();
    });
    draw();
  }

  /** Draws all marks whose gateways changed. */
  function draw() {
    if (!stage) return;
    const { map, group, Mark } = stage;
    const placed = gateways.filter(({ position }) => position && Math.abs(position.latitude) < END);
    const near = map.getCenter().lng;
    const bounds = map.getBounds();
    const points = placed.map(({ position }) => [position.latitude, unwrap(position.longitude, near)]);
    named = withRoom(placed, points.map((point) => (bounds.contains(point) ? map.latLngToContainerPoint(point) : null)));
    const names = new Set();
    placed.forEach((gateway, index) => {
      names.add(gateway.name);
      const known = marks.get(gateway.name);
      const look = [condition(gateway), isOld(gateway), isMoving(gateway) ? Math.round(gateway.position.course) : '', gateway.name === selected, named.has(gateway.name)].join();
      const [latitude, longitude] = points[index];
      if (!known) {
        const made = new Mark(points[index], { gateway, look, radius: 12, weight: 1 });
        marks.set(gateway.name, made);
        group.addLayer(made);
        return;
      }
      const at = known.getLatLng();
      known.options.gateway = gateway;
      if (at.lat === latitude && at.lng === longitude && known.options.look === look) return;
      known.options.look = look;
      known.setLatLng(points[index]);
    });
    for (const [name, each] of marks) {
      if (names.has(name)) continue;
      group.removeLayer(each);
      marks.delete(name);
    }
    element.dataset.marks = marks.size;
    if (!isPlaced && points.length && map.getSize().x > 0) {
      isPlaced = true;
      fit();
    }
  }

  /** The names that can be written without covering each other; that of the selected gateway always. */
  function withRoom(placed, points) {
    const result = new Set([selected]);
    if (points.filter(Boolean).length > NAMED) return result;
    const boxes = [];
    const order = placed.map((_, index) => index).sort((one, other) => (placed[other].name === selected) - (placed[one].name === selected));
    for (const index of order) {
      const point = points[index];
      if (!point) continue;
      const width = Math.min(NAME_WIDTH, 8 * Math.min(19, placed[index].name.length) + 4);
      const box = { left: point.x + 15, right: point.x + 17 + width, top: point.y - NAME_HEIGHT / 2, bottom: point.y + NAME_HEIGHT / 2 };
      if (boxes.some((other) => other.left < box.right && box.left < other.right && other.top < box.bottom && box.top < other.bottom)) continue;
      boxes.push(box);
      result.add(placed[index].name);
    }
    return result;
  }

  /** A mark that knows how to draw itself on Leaflet's canvas. */
  function mark(L) {
    return L.CircleMarker.extend({
      _updateBounds() {
        L.CircleMarker.prototype._updateBounds.call(this);
        // The direction and the name are beside the mark.
        this._pxBounds.extend(this._point.subtract([24, 24])).extend(this._point.add([24 + (named.has(this.options.gateway.name) ? NAME_WIDTH : 0), 24]));
      },
      _updatePath() {
        if (this._renderer._drawing && !this._empty()) paint(this._renderer._ctx, this._point, this.options.gateway);
      },
    });
  }

  function paint(context, { x, y }, gateway) {
    const theme = stage.colours;
    const now = condition(gateway);
    const isSelected = gateway.name === selected;
    const colour = theme[SHAPES[now].colour];
    context.save();
    context.translate(x, y);
    context.lineJoin = context.lineCap = 'round';
    context.globalAlpha = isOld(gateway) && !isSelected ? 0.6 : 1;
    if (isSelected || gateway.isSelf) {
      context.beginPath();
      context.arc(0, 0, 15, 0, 2 * Math.PI);
      context.strokeStyle = isSelected ? theme.accent : theme.text;
      context.lineWidth = isSelected ? 4 : 1.5;
      context.stroke();
    }
    if (isMoving(gateway)) {
      context.save();
      context.rotate((gateway.position.course * Math.PI) / 180);
      context.beginPath();
      context.moveTo(0, -21);
      context.lineTo(7, -11);
      context.lineTo(-7, -11);
      context.closePath();
      context.fillStyle = theme.text;
      context.fill();
      context.restore();
    }
    context.scale(0.8, 0.8);
    context.translate(-12, -12);
    const [outline, sign] = paths[now];
    // An old position is hollow, with a broken outline.
    context.fillStyle = isOld(gateway) ? theme.back : colour;
    context.fill(outline);
    context.lineWidth = 2;
    context.strokeStyle = isOld(gateway) ? colour : theme.back;
    if (isOld(gateway)) context.setLineDash([3, 3]);
    context.stroke(outline);
    context.setLineDash([]);
    context.strokeStyle = isOld(gateway) ? colour : theme.back;
    context.lineWidth = 2.5;
    context.stroke(sign);
    context.restore();
    if (named.has(gateway.name)) write(context, x + (isMoving(gateway) ? 24 : 17), y, gateway.name, theme);
  }

  /** Writes a name; its direction of writing is its own. */
  function write(context, x, y, name, theme) {
    const letters = [...name.slice(0, 60)];
    context.font = '600 12px system-ui, sans-serif';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 3;
    context.strokeStyle = theme.back;
    context.fillStyle = theme.text;
    const line = `\u2068${letters.slice(0, 18).join('')}${letters.length > 18 ? '…' : ''}\u2069`;
    context.strokeText(line, x, y, NAME_WIDTH);
    context.fillText(line, x, y, NAME_WIDTH);
  }

  /** Shows all gateways. */
  function fit() {
    const places = [...marks.values()].map((each) => each.getLatLng());
    if (places.length) stage?.map.fitBounds(places, { padding: [40, 40], maxZoom: 17, animate: false });
  }

  return {
    frame,
    set(next) {
      gateways = next;
      draw();
    },
    /** Marks a gateway, and moves the map if the mark is not in sight. */
    select(name, isToBeSeen = false) {
      const before = marks.get(selected);
      selected = name;
      draw();
      for (const each of [before, marks.get(name)]) each?.redraw();
      const made = marks.get(name);
      if (!made) return;
      made.bringToFront();
      if (isToBeSeen && !stage.map.getBounds().pad(-0.1).contains(made.getLatLng())) stage.map.setView(made.getLatLng(), Math.max(stage.map.getZoom(), 12), { animate: false });
    },
    restyle() {
      if (!stage) return;
      stage.colours = colours();
      marks.forEach((each) => each.redraw());
      stage.map.eachLayer((layer) => layer.redraw?.());
    },
    close() {
      closed = true;
      ends.forEach((end) => end());
      stage = null;
    },
  };
}
