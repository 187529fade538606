// SPDX-License-Identifier: Apache-2.0

import { h, outside, replace } from '../dom.js';
import { files } from '../map-files.js';
import { colours, dialog, state } from '../parts.js';
import { chooseTiles } from '../preferences.js';
import { send } from '../request.js';
import { change, setting } from '../settings.js';
import { phrase, t } from '../text.js';

/** The ids of the files whose areas are not drawn. */
const hidden = () => new Set(setting('hidden-areas').split(' ').filter(Boolean));

/** Draws the areas of the gateway's files below everything else. */
export async function showAreas({ L, map, ends, restyles }) {
  let closed = false;
  const layers = new Map();
  ends.push(() => {
    closed = true;
    for (const layer of layers.values()) layer.remove();
  });
  const style = () => ({ color: colours().accent, weight: 2, fillOpacity: 0.08 });
  restyles.push(() => layers.forEach((layer) => layer.setStyle(style())));

  async function draw() {
    const { areas } = await files();
    const wanted = new Set(areas.map(({ id }) => id).filter((id) => !hidden().has(id)));
    for (const [id, layer] of layers) {
      if (wanted.has(id)) continue;
      layer.remove();
      layers.delete(id);
    }
    for (const id of wanted) {
      if (layers.has(id)) continue;
      const answer = await send('GET', `/v1/map/${encodeURIComponent(id)}/areas`);
      if (closed || !answer.ok || layers.has(id)) continue;
      const layer = L.geoJSON(answer.value, {
        style, pointToLayer: (_, place) => L.circleMarker(place, { radius: 6, ...style() }),
        onEachFeature: (feature, each) => each.bindPopup(() => h('p', {}, outside(feature.properties?.name || id, 200))),
      });
      layers.set(id, layer);
      layer.addTo(map);
      layer.bringToBack();
    }
    map.getContainer().dataset.areas = [...layers.keys()].sort().join(' ');
  }

  await draw();
  return draw;
}

/** Lets a person choose the background and the areas. `redraw` draws the areas again. */
export function openLayers(redraw) {
  const place = h('div', {}, state('loading', t('loading')));
  dialog(t('map.layers'), [place]);
  files().then(({ folder, sources, areas, problems }) => {
    const background = (value, ...text) => h('label', { class: 'row choice' },
      h('input', { type: 'radio', name: 'tiles', value, checked: setting('tiles') === value, onchange: () => chooseTiles(value) }), h('span', {}, text));
    const area = ({ id, count }) => h('label', { class: 'row choice' }, h('input', {
      type: 'checkbox', name: 'areas', value: id, checked: !hidden().has(id),
      onchange: (event) => {
        const names = hidden();
        if (event.target.checked) names.delete(id);
        else names.add(id);
        change('hidden-areas', [...names].join(' '));
        redraw();
      },
    }), h('span', {}, outside(id, 100), ` (${count})`));
    replace(place,
      h('fieldset', {}, h('legend', {}, t('settings.tiles')),
        background('none', t('settings.tiles.none')), background('osm', t('settings.tiles.osm')),
        sources.map((source) => background(`file:${source.id}`, outside(source.name, 100)))),
      h('p', { class: 'note' }, t('settings.tiles.note')),
      areas.length ? h('fieldset', {}, h('legend', {}, t('map.areas')), areas.map(area)) : null,
      problems.map((problem) => h('p', { class: 'problem' }, outside(phrase(problem.message, problem.text), 400))),
      folder ? h('p', { class: 'note' }, t('map.folder'), ' ', h('code', {}, outside(folder, 300))) : null);
  });
}
