// SPDX-License-Identifier: Apache-2.0

import { h, outside, replace } from '../dom.js';
import { bytes } from '../format.js';
import { button, colours, dialog, field, state, toast } from '../parts.js';
import { chooseTiles, files } from '../preferences.js';
import { send } from '../request.js';
import { change, setting } from '../settings.js';
import * as store from '../store.js';
import { addTexts, phrase, t } from '../text.js';
import { question } from './question.js';
import { upload } from './upload.js';

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

  async function draw(changed) {
    const { areas } = await files();
    const wanted = new Set(areas.map(({ id }) => id).filter((id) => !hidden().has(id)));
    for (const [id, layer] of layers) {
      // A file that was replaced may have other areas.
      if (wanted.has(id) && `${id}.geojson` !== changed) continue;
      layer.remove();
      layers.delete(id);
    }
    for (const id of wanted) {
      if (layers.has(id)) continue;
      const answer = await send('GET', `/v1/map/${encodeURIComponent(id)}/areas`);
      if (closed || !answer.ok || layers.has(id) || hidden().has(id)) continue;
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

/** Lets a person choose the background and the areas, and add and delete map files. `redraw` draws the areas again; its parameter is a changed file. */
export function openLayers(redraw) {
  const place = h('div', {}, state('loading', t('loading')));
  dialog(t('map.layers'), [place]);
  addTexts().then(show, show);

  async function show() {
    const { folder, sources, areas, problems, server, upload_limit_bytes: limit } = await files();
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
    const names = [...new Set([...sources.map(({ id }) => `${id}.mbtiles`), ...areas.map(({ id }) => `${id}.geojson`), ...problems.map(({ file }) => file)])].filter(Boolean);
    const mayChange = limit > 0 && store.hello.role === 'admin';
    replace(place,
      h('fieldset', {}, h('legend', {}, t('settings.tiles')),
        background('none', t('settings.tiles.none')), background('osm', t('settings.tiles.osm')),
        server ? background('own', t('settings.tiles.own', { name: server.name.slice(0, 60) })) : null,
        sources.map((source) => background(`file:${source.id}`, outside(source.name, 100)))),
      h('p', { class: 'note' }, t('settings.tiles.note')),
      areas.length ? h('fieldset', {}, h('legend', {}, t('map.areas')), areas.map(area)) : null,
      problems.map((problem) => h('p', { class: 'problem' }, outside(phrase(problem.message, problem.text), 400))),
      folder ? h('p', { class: 'note' }, t('map.folder'), ' ', h('code', {}, outside(folder, 300))) : null,
      mayChange ? h('ul', { id: 'map-files', class: 'devices' }, names.map((name) => h('li', { class: 'row apart' }, h('span', {}, outside(name, 110)),
        button(null, t('paths.delete'), () => askDelete(name), { 'aria-label': `${t('paths.delete')}: ${name.slice(0, 110)}` })))) : null,
      mayChange ? button('plus', t('map.add'), () => openUpload(limit), { id: 'map-add' }) : null);
  }

  /** Shows the list again after a file was added or deleted. */
  async function changed(file) {
    // A background that was replaced or deleted is loaded again.
    if (setting('tiles') === `file:${file.replace(/\.mbtiles$/, '')}`) return chooseTiles(setting('tiles'));
    await show();
    await redraw(file);
  }

  function askDelete(name) {
    question(t('map.delete.title', { name: name.slice(0, 110) }), h('p', {}, t('map.delete.text')), t('paths.delete'), async () => {
      const answer = await send('DELETE', `/v1/map/${encodeURIComponent(name)}`);
      if (!answer.ok) return answer.problem.detail;
      await changed(name);
      return null;
    }, { isFinal: true });
  }

  function openUpload(limit) {
    const file = h('input', { id: 'map-file', type: 'file', required: true, accept: '.mbtiles,.geojson' });
    const transfer = upload();
    const element = question(t('map.add'), [h('p', { class: 'note' }, t('map.add.note', { size: bytes(limit) })),
      field(t('import.file'), file), transfer.element], t('map.add.do'), async () => {
      const chosen = file.files[0];
      // A name such as "North field.GEOJSON" becomes the one under which the gateway stores it.
      const name = chosen.name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '').replace(/\w+$/, (end) => end.toLowerCase());
      if (chosen.size === 0) return t('import.empty');
      if (chosen.size > limit) return t('map.add.large', { limit: bytes(limit) });
      const { reason } = await transfer.send('PUT', `/v1/map/${encodeURIComponent(name)}`, chosen);
      if (reason) return reason;
      toast(t('map.added', { name }), { severity: 'good' });
      await changed(name);
      return null;
    });
    element.addEventListener('close', transfer.end);
  }
}
