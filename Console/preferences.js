// SPDX-License-Identifier: Apache-2.0

import { h } from './dom.js';
import * as parts from './parts.js';
import { change, setting } from './settings.js';
import { send } from './request.js';
import { LANGUAGES, t } from './text.js';

let known = null;

/** The maps that the gateway has in files: the last known ones if it does not answer. */
export async function files() {
  const answer = await send('GET', '/v1/map');
  if (answer.ok) known = answer.value;
  return known ?? { folder: '', sources: [], areas: [], problems: [] };
}

/** Changes the background of the map: `none`, `osm`, `own` (the configured map server) or `file:ID`. */
export function chooseTiles(value) {
  change('tiles', value);
  // The gateway allows the tile server's host only to browsers that agreed to it.
  const server = ['osm', 'own'].includes(value) ? value : '';
  document.cookie = `gnss_tiles=${server}; SameSite=Strict; Path=/; Max-Age=${server ? 31536000 : 0}`;
  location.reload();
}

/** Opens the dialog with this browser's settings. */
export function openSettings() {
  const choice = (name, label, options) => h('label', { class: 'field' }, h('span', {}, label),
    h('select', { name, onchange: (event) => change(name, event.target.value) },
      Object.entries(options).map(([value, text]) => h('option', { value, selected: setting(name) === value }, text))));
  const tiles = choice('tiles', t('settings.tiles'), { none: t('settings.tiles.none'), osm: t('settings.tiles.osm') });
  const tileChoice = tiles.querySelector('select');
  tileChoice.addEventListener('change', (event) => chooseTiles(event.target.value));
  const more = (value, text) => h('option', { value, selected: setting('tiles') === value }, text);
  files().then(({ sources, server }) => tileChoice.append(...(server ? [more('own', t('settings.tiles.own', { name: server.name.slice(0, 60) }))] : []),
    ...sources.map(({ id, name }) => more(`file:${id}`, t('settings.tiles.file', { name: name.slice(0, 60) })))));
  parts.dialog(t('settings.title'), [
    choice('language', t('settings.language'), { '': t('settings.language.browser'), ...LANGUAGES }),
    choice('theme', t('settings.theme'), {
      system: t('settings.theme.system'), light: t('settings.theme.light'), dark: t('settings.theme.dark'),
      night: t('settings.theme.night'), auto: t('settings.theme.auto'),
    }),
    choice('units', t('settings.units'), { metric: 'm', imperial: 'ft' }),
    choice('speed', t('position.speed'), { 'km/h': 'km/h', kn: 'kn', 'm/s': 'm/s', mph: 'mph' }),
    choice('coordinates', t('settings.coordinates'), { dd: '52.1234567°', dm: '52° 7.4074′', dms: '52° 07′ 24.4″', utm: 'UTM' }),
    tiles, h('p', { class: 'note' }, t('settings.tiles.note')),
    h('p', {}, h('a', { href: '#/settings', onclick: (event) => event.target.closest('dialog').close() }, t('settings.gateway'))),
  ]);
}
