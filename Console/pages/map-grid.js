// SPDX-License-Identifier: Apache-2.0

import { h, setText } from '../dom.js';
import { number } from '../format.js';
import { colours } from '../parts.js';

/** The spacing of the grid's lines at a zoom level, in degrees. */
function gridStep(zoom) {
  const steps = [90, 45, 30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005, 0.0002, 0.0001, 0.00005, 0.00002, 0.00001, 0.000005, 0.000001];
  return steps.find((value) => value <= 360 / 2 ** Math.round(zoom) / 1.5) ?? steps.at(-1);
}

/** A base map that needs no tile server: meridians and parallels. */
export function graticule(L) {
  return L.GridLayer.extend({
    createTile(at) {
      const size = this.getTileSize();
      const ratio = Math.min(2, devicePixelRatio || 1);
      const tile = document.createElement('canvas');
      [tile.width, tile.height] = [size.x * ratio, size.y * ratio];
      const context = tile.getContext('2d');
      context.scale(ratio, ratio);
      const map = this._map;
      const corner = (x, y) => map.unproject(L.point(x, y).scaleBy(size), at.z);
      const [first, last] = [corner(at.x, at.y), corner(at.x + 1, at.y + 1)];
      const step = gridStep(at.z);
      context.strokeStyle = colours().line;
      context.lineWidth = 1;
      context.beginPath();
      for (let k = Math.ceil(first.lng / step); k * step < last.lng; k++) {
        const x = Math.round(map.project([first.lat, k * step], at.z).x - at.x * size.x) + 0.5;
        context.moveTo(x, 0);
        context.lineTo(x, size.y);
      }
      for (let k = Math.ceil(last.lat / step); k * step < first.lat; k++) {
        const y = Math.round(map.project([k * step, first.lng], at.z).y - at.y * size.y) + 0.5;
        context.moveTo(0, y);
        context.lineTo(size.x, y);
      }
      context.stroke();
      return tile;
    },
  });
}

/** Labels the grid along the upper and left edges of a map; returns a function that removes the labels. */
export function gridDegrees(map) {
  const place = h('div', { class: 'map-degrees', 'aria-hidden': 'true' });
  map.getContainer().append(place);
  const texts = [];
  const update = () => {
    const step = gridStep(map.getZoom());
    const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
    const [bounds, size] = [map.getBounds(), map.getSize()];
    let used = 0;
    const write = (value, letters, x, y) => {
      if (used === texts.length) texts.push(place.appendChild(h('span')));
      const text = texts[used++];
      setText(text, `${number(Math.abs(value), decimals)}°${Math.abs(value) < step / 2 ? '' : ` ${letters[value < 0 ? 1 : 0]}`}`);
      text.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
      text.hidden = false;
    };
    // A label that would cover the previous one is skipped.
    let free = 0;
    for (let k = Math.ceil(bounds.getWest() / step); k * step < bounds.getEast(); k++) {
      const { x } = map.latLngToContainerPoint([0, k * step]);
      if (x < free || x > size.x - 40) continue;
      free = x + 30 + 8 * (decimals + 3);
      write((((k * step + 180) % 360) + 360) % 360 - 180, 'EW', x + 4, 2);
    }
    for (let k = Math.ceil(bounds.getSouth() / step); k * step < bounds.getNorth(); k++) {
      const { y } = map.latLngToContainerPoint([k * step, map.getCenter().lng]);
      // Labels do not cover the round button.
      if (y > 84) write(k * step, 'NS', 4, y - 17);
    }
    for (const text of texts.slice(used)) text.hidden = true;
  };
  map.on('move zoomend resize', update);
  update();
  return () => map.off('move zoomend resize', update);
}
