// SPDX-License-Identifier: Apache-2.0

import { h, outside, refresh, replace } from '../dom.js';
import { accuracy, coordinates, height, number, span } from '../format.js';
import { unwrap } from '../geo.js';
import { activeReceiver, button, facts, icon, state, toast, verdict } from '../parts.js';
import { openSettings } from '../preferences.js';
import { change, setting } from '../settings.js';
import * as store from '../store.js';
import { addTexts, code, phrase, sentence, t } from '../text.js';
import { isOnboarded, pauseControl } from '../uplink.js';
import { background, loadLeaflet, newMap } from './map-base.js';
import { gridDegrees } from './map-grid.js';
import { showMembers } from './map-members.js';
import { showOwn } from './map-own.js';

export const topics = 'fix:5,members,centroid';
/** The page appears when these topics have arrived. */
export const needs = ['fix'];
/** The latitude at which the map ends, in degrees. */
const END = 85.05;
/** The map's last view. */
let view = null;
/** The modules that record and show paths. */
let tools = null;

/** Loads the code that records and shows paths: later than the map, to keep the first view small. */
export async function later() {
  const [recording, paths] = await Promise.all([import('./map-recording.js'), import('./map-paths.js'), addTexts()]);
  tools ??= { ...recording, ...paths };
  return tools;
}

/** Shows the map: the own position, other members, and paths. The address may name a path: `#/?path=5`. */
export function show(root, { path: address }) {
  const element = h('div', { class: 'map', id: 'map', role: 'application', 'aria-label': t('nav.map') });
  const words = h('div', { class: 'map-box map-words', id: 'map-words', hidden: true });
  const info = h('div', { class: 'map-box map-info value', id: 'map-info' });
  const actions = h('div', { class: 'map-actions' });
  const gear = h('button', { type: 'button', class: 'map-settings', id: 'settings-button', 'aria-label': t('nav.settings'), onclick: openSettings }, icon('settings'));
  const pause = pauseControl();
  const frame = h('div', { class: 'map-frame' }, h('h1', { class: 'unseen' }, t('nav.map')), element, gear, words, h('div', { class: 'map-bottom' }));
  root.append(frame);
  const ends = [];
  const restyles = [];
  /** The other members on the map, by their identifiers. */
  const others = new Map();
  let map = null;
  let isZooming = false;
  let hasMap = true;
  let hasTiles = true;
  /** The name of the server of the map's images; empty for a file. */
  let tileServer = '';
  let closed = false;
  let isFollowing = setting('follow') === 'yes';
  const wanted = Number(new URLSearchParams(address.split('?')[1]).get('path'));
  let stage = null;
  let paths = null;
  let recording = null;
  let isEquipping = false;
  let redrawAreas = () => {};
  const record = button('record', t('record.start'), async () => {
    await equip();
    recording?.start();
  }, { id: 'record', 'aria-label': t('record.start.long'), title: t('record.start.long') });
  const idle = h('div', { class: 'record-bar', id: 'record-idle' }, record,
    h('a', { class: 'go', href: '#/paths', id: 'record-paths' }, icon('paths'), h('span', {}, t('nav.paths'))));
  const bar = h('div', { class: 'map-record' }, idle);
  const bottom = frame.querySelector('.map-bottom');
  bottom.append(bar, info, actions);
  const followButton = button('follow', t('map.follow'), () => {
    isFollowing = !isFollowing;
    change('follow', isFollowing ? 'yes' : 'no');
    followButton.setAttribute('aria-pressed', isFollowing);
    if (isFollowing) centre();
  }, { 'aria-pressed': String(isFollowing), id: 'follow' });

  /** Shows all members, and the own position if it is known. */
  const allButton = button('members', t('map.all'), () => {
    const places = [...others.values()].map((other) => other.marker.getLatLng());
    const fix = current();
    if (fix) places.push([fix.latitude_deg, unwrap(fix.longitude_deg, places[0]?.lng ?? fix.longitude_deg)]);
    fit(places);
  }, { id: 'show-all', hidden: true });
  const layersButton = button('layers', t('map.layers'), () => import('./map-layers.js').then(({ openLayers }) => openLayers((file) => redrawAreas(file))).catch(() => toast(t('page.failed'), { severity: 'warning' })), { id: 'map-layers', class: 'icon-only', 'aria-label': t('map.layers'), title: t('map.layers') });
  actions.append(pause.element, layersButton, allButton, followButton);

  /** Adds the parts that record and show paths. */
  async function equip() {
    if (isEquipping) return;
    isEquipping = true;
    try {
      const { recordingControls, showPaths } = await later();
      if (closed) return;
      recording ??= recordingControls(bar, idle, (id) => paths?.choose(id, { isAsked: true, isEnd: true }));
      if (stage && !paths) {
        paths = showPaths(stage, fit, wanted);
        info.before(paths.box);
      }
    } catch {
      toast(t('page.failed'), { severity: 'warning' });
    }
    isEquipping = false;
  }

  function showTools() {
    const isNeeded = store.get('path')?.path || wanted > 0 || tools?.isPathChosen();
    if (isNeeded && (!recording || (stage && !paths))) equip();
    recording?.update();
    paths?.update();
  }

  /** Moves the map. If a zoom is being animated, waits for its end, because until then Leaflet ignores moves. */
  function move(action) {
    if (isZooming) map.once('zoomend', action);
    else action();
  }

  function centre() {
    const fix = current();
    if (map && fix) move(() => map.setView([fix.latitude_deg, unwrap(fix.longitude_deg, map.getCenter().lng)], Math.max(map.getZoom(), 3), { animate: false }));
  }

  const leave = () => isFollowing && followButton.click();

  /** Moves the map so that these places are seen between the boxes. */
  function fit(places) {
    leave();
    const below = Math.min(bottom.offsetHeight, frame.offsetHeight / 2);
    if (map) move(() => map.fitBounds(places, { paddingTopLeft: [60, 70], paddingBottomRight: [60, below + 20], maxZoom: 19, animate: false }));
  }

  /** The position to show; null if none is known at the moment. */
  function current() {
    const fix = store.get('fix');
    return fix?.latitude_deg !== undefined && fix.kind !== 'none' && store.standing('fix') !== 'gone' ? fix : null;
  }

  function showWords() {
    const receiver = activeReceiver();
    const standing = store.standing('fix');
    let text = '';
    if (!store.get('state')) text = store.link.state === 'lost' ? '' : t('loading');
    else if (!receiver) text = t('map.no-receiver');
    else if (!current()) text = t('map.no-fix');
    else if (standing === 'stale') text = t('map.stale', { span: span(store.age('fix')) });
    else if (Math.abs(current().latitude_deg) > END) text = t('map.pole', { end: number(END, 2) });
    else if (!hasTiles) text = tileServer ? t('map.no-tiles', { server: tileServer }) : t('map.no-file');
    words.hidden = text === '';
    // What a running receiver states is no reason.
    const reason = receiver && !current() && receiver.state !== 'running' ? sentence(phrase(receiver.message, receiver.reason)) : '';
    const key = text + reason;
    if (words.dataset.key !== key) {
      words.dataset.key = key;
      replace(words, text, reason ? [' ', outside(reason, 200)] : null, !receiver && store.get('state') ? h('p', {}, h('a', { href: '#/welcome' }, t('nav.welcome'))) : null);
    }
    frame.dataset.age = standing;
  }

  function showInfo() {
    const fix = current();
    const lines = fix ? [h('strong', { class: 'pair' }, coordinates(fix.latitude_deg, fix.longitude_deg).map((half) => h('span', {}, half))),
      `${accuracy(fix.horizontal_accuracy_m)} · ${t('map.height', { height: height(fix.ellipsoidal_height_m) })} · ${code('quality', fix.quality)}`] : [];
    const count = verdict().satellites?.length;
    if (count) lines.push(`${t('osnma.satellites')}: ${t('sky.authenticated', { count: number(count) })}`);
    const members = store.get('members')?.members ?? [];
    if (members.length) lines.push(t('map.members', { count: members.length }));
    info.hidden = lines.length === 0;
    refresh(info, lines.map((line) => h('span', { class: 'line' }, line)));
  }

  function showActions() {
    const uplink = store.get('state')?.agrirouter;
    // The button keeps its space until the map is loaded.
    followButton.classList.toggle('unready', !map);
    pause.element.hidden = !isOnboarded(uplink);
    if (isOnboarded(uplink)) pause.update(uplink);
    followButton.hidden = layersButton.hidden = !hasMap;
    layersButton.classList.toggle('unready', !map);
    allButton.hidden = !map || others.size === 0;
  }

  /** Without Leaflet, this shows the position in numbers. */
  function showNumbers() {
    hasMap = false;
    showActions();
    const list = facts([['place', t('nav.position')], ['height', t('position.ellipsoidal')], ['accuracy', t('position.accuracy')]]);
    replace(element, h('div', { class: 'numbers-only' }, state('error', t('map.no-leaflet'), button(null, t('again'), begin)), list.list));
    ends.push(store.on('fix', () => {
      const fix = current();
      list.set('place', fix ? coordinates(fix.latitude_deg, fix.longitude_deg).join(' ') : '—');
      list.set('height', height(fix?.ellipsoidal_height_m));
      list.set('accuracy', accuracy(fix?.horizontal_accuracy_m));
    }));
  }

  async function begin() {
    const L = await loadLeaflet();
    if (closed || map) return;
    if (!L) return hasMap && showNumbers();
    hasMap = true;
    replace(element);
    map = newMap(L, element, view);
    map.on('zoomstart', () => { isZooming = true; });
    map.on('zoomend', () => { isZooming = false; });
    map.on('dragstart', leave);
    map.on('moveend', () => { view = { centre: map.getCenter(), zoom: map.getZoom() }; });
    const layer = await background(L, frame, (isThere, server = '') => {
      [hasTiles, tileServer] = [isThere, server];
      showWords();
    });
    if (closed) return;
    layer.addTo(map);
    ends.push(() => layer.remove());
    if (!(layer instanceof L.TileLayer)) ends.push(gridDegrees(map));
    stage = { L, map, frame, ends, restyles };
    showOwn(stage, { current, isFollowing: () => isFollowing, isPlaced: () => view !== null });
    showMembers(stage, others);
    showActions();
    showTools();
    import('./map-photos.js').then(({ showPhotos }) => showPhotos(stage, leave)).catch(() => {});
    redrawAreas = await import('./map-layers.js').then(({ showAreas }) => showAreas(stage)).catch(() => () => {});
  }

  begin();
  const update = () => {
    showWords();
    showInfo();
    showActions();
    showTools();
  };
  for (const topic of ['state', 'fix', 'members', 'path', 'centroid', 'hello']) ends.push(store.on(topic, update));
  update();
  return {
    tick: update, redraw: update,
    restyle: () => {
      restyles.forEach((restyle) => restyle());
      map?.eachLayer((layer) => layer.redraw?.());
    },
    close: () => {
      closed = true;
      ends.forEach((end) => end());
      map?.remove();
      map = null;
    },
  };
}
