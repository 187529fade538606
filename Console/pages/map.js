// SPDX-License-Identifier: Apache-2.0

import { openSettings } from '../app.js';
import { h, outside, refresh, replace } from '../dom.js';
import { coordinates, height, length, number, span } from '../format.js';
import { unwrap } from '../geo.js';
import { activeReceiver, button, colours, facts, icon, state } from '../parts.js';
import { change, setting } from '../settings.js';
import * as store from '../store.js';
import { code, phrase, t } from '../text.js';
import { graticule, gridDegrees } from './map-grid.js';
import { pauseControl } from './status.js';

export const topics = 'fix:5,members,path';
/** The page appears when these topics have arrived. */
export const needs = ['fix'];

/** The duration of the trail behind the position, in seconds. */
const TRAIL = 600;
let leaflet = null;

/** Leaflet, loaded once; null if this build does not contain it. */
async function loadLeaflet() {
  leaflet ??= new Promise((resolve) => {
    const style = h('link', { rel: 'stylesheet', href: new URL('../vendor/leaflet/leaflet.css', import.meta.url).href });
    const script = document.createElement('script');
    script.src = new URL('../vendor/leaflet/leaflet.js', import.meta.url).href;
    script.onload = () => {
      // Otherwise Leaflet would look for its images beside its style sheet.
      globalThis.L.Util.emptyImageUrl = 'data:image/gif;base64,R0lGODlhAQABAAD/ACwAAAAAAQABAAACADs=';
      resolve(globalThis.L);
    };
    script.onerror = () => resolve(null);
    document.head.append(style, script);
  });
  return leaflet;
}

/** The map's last view. */
let view = null;

/** Shows the map: the own position, other members, and the path being recorded. */
export function show(root) {
  const element = h('div', { class: 'map', id: 'map', role: 'application', 'aria-label': t('map.label') });
  const words = h('div', { class: 'map-box map-words', id: 'map-words', hidden: true });
  const info = h('div', { class: 'map-box map-info value', id: 'map-info' });
  const actions = h('div', { class: 'map-actions' });
  const gear = h('button', { type: 'button', class: 'map-settings', id: 'settings-button', 'aria-label': t('map.settings'), onclick: openSettings }, icon('settings'));
  const pause = pauseControl();
  const frame = h('div', { class: 'map-frame' }, h('h1', { class: 'unseen' }, t('nav.map')), element, gear, words, h('div', { class: 'map-bottom' }, info, actions));
  root.append(frame);
  const ends = [];
  const restyles = [];
  /** The other members on the map, by their identifiers. */
  const others = new Map();
  let map = null;
  let hasMap = true;
  let hasTiles = true;
  let closed = false;
  let isFollowing = setting('follow') === 'yes';
  const followButton = button('follow', t('map.follow'), () => {
    isFollowing = !isFollowing;
    change('follow', isFollowing ? 'yes' : 'no');
    followButton.setAttribute('aria-pressed', String(isFollowing));
    if (isFollowing) centre();
  }, { 'aria-pressed': String(isFollowing), id: 'follow' });

  /** Zooms out until all members are visible. */
  const allButton = button('members', t('map.all'), () => {
    const places = [...others.values()].map((other) => other.marker.getLatLng());
    const fix = current();
    if (fix) places.push([fix.latitude_deg, unwrap(fix.longitude_deg, places[0]?.lng ?? fix.longitude_deg)]);
    if (isFollowing) followButton.click();
    map?.fitBounds(places, { padding: [60, 90], maxZoom: 17, animate: false });
  }, { id: 'show-all', hidden: true });
  actions.append(pause.element, allButton, followButton);

  function centre() {
    const fix = current();
    if (map && fix) map.setView([fix.latitude_deg, fix.longitude_deg], Math.max(map.getZoom(), 3), { animate: false });
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
    if (!store.get('state')) text = t('loading');
    else if (!receiver) text = t('map.no-receiver');
    else if (!current()) text = t('map.no-fix', { reason: '' });
    else if (standing === 'stale') text = t('map.stale', { span: span(store.age('fix')) });
    else if (!hasTiles) text = t('map.no-tiles');
    words.hidden = text === '';
    const reason = receiver && !current() ? phrase(receiver.message, receiver.reason) : '';
    const key = text + reason;
    if (words.dataset.key !== key) {
      words.dataset.key = key;
      replace(words, text, reason ? outside(reason, 200) : null, !receiver && store.get('state') ? h('p', {}, h('a', { href: '#/welcome' }, t('nav.welcome'))) : null);
    }
    frame.dataset.age = standing;
  }

  function showInfo() {
    const fix = current();
    const lines = fix ? [h('strong', { class: 'pair' }, coordinates(fix.latitude_deg, fix.longitude_deg).map((half) => h('span', {}, half))),
      `±${length(fix.horizontal_accuracy_m)} · ${t('map.height', { height: height(fix.ellipsoidal_height_m) })} · ${code('quality', fix.quality)}`] : [];
    const path = store.get('path')?.path;
    if (path) lines.push(t('map.path', { name: path.name.slice(0, 60), length: length(path.length_m ?? 0), points: number(path.points) }));
    const members = store.get('members')?.members ?? [];
    if (members.length) lines.push(t('map.members', { count: members.length }));
    info.hidden = lines.length === 0;
    refresh(info, lines.map((line) => h('span', { class: 'line' }, line)));
  }

  function showActions() {
    const uplink = store.get('state')?.agrirouter;
    // Reserves the space before the map is loaded.
    followButton.classList.toggle('unready', !map);
    const isOnboarded = uplink && uplink.state !== 'not_onboarded';
    pause.element.hidden = !isOnboarded;
    if (isOnboarded) pause.update(uplink);
    followButton.hidden = !hasMap;
    allButton.hidden = !map || others.size === 0;
  }

  /** Without Leaflet, this shows the position in numbers. */
  function showNumbers() {
    hasMap = false;
    showActions();
    const list = facts([['place', t('nav.position')], ['height', t('position.ellipsoidal')], ['accuracy', t('position.accuracy')]]);
    replace(element, h('div', { class: 'numbers-only' }, state('error', t('map.no-leaflet')), list.list));
    ends.push(store.on('fix', () => {
      const fix = current();
      list.set('place', fix ? coordinates(fix.latitude_deg, fix.longitude_deg).join(' ') : '—');
      list.set('height', height(fix?.ellipsoidal_height_m));
      list.set('accuracy', length(fix?.horizontal_accuracy_m));
    }));
  }

  async function begin() {
    const L = await loadLeaflet();
    if (closed) return;
    if (!L) return showNumbers();
    map = L.map(element, {
      renderer: new (canvas(L))(), zoomControl: false, attributionControl: false, worldCopyJump: true, zoomSnap: 0.5,
      fadeAnimation: false, zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches, maxZoom: 24, minZoom: 2,
    }).setView(view?.centre ?? [20, 0], view?.zoom ?? 2);
    L.control.zoom({ position: 'topright', zoomInText: '+', zoomOutText: '−', zoomInTitle: t('map.zoom-in'), zoomOutTitle: t('map.zoom-out') }).addTo(map);
    L.control.scale({ imperial: setting('units') === 'imperial', metric: setting('units') !== 'imperial', position: 'topright' }).addTo(map);
    map.on('dragstart', () => isFollowing && followButton.click());
    map.on('moveend', () => { view = { centre: map.getCenter(), zoom: map.getZoom() }; });
    const grid = background(L).addTo(map);
    ends.push(() => grid.remove());
    if (setting('tiles') !== 'osm') ends.push(gridDegrees(map));
    follow(L);
    showActions();
  }

  function background(L) {
    if (setting('tiles') === 'osm') {
      frame.append(h('p', { class: 'attribution' }, '© ', h('a', { href: 'https://www.openstreetmap.org/copyright', rel: 'noopener', target: '_blank' }, 'OpenStreetMap')));
      const tiles = L.tileLayer('https://tile.openstreetmap.org/{z}/{x}/{y}.png', { maxNativeZoom: 19, maxZoom: 24, className: 'map-tiles', referrerPolicy: 'strict-origin-when-cross-origin' });
      tiles.on('tileerror tileload', ({ type }) => {
        hasTiles = type === 'tileload';
        showWords();
      });
      return tiles;
    }
    return new (graticule(L))({ maxZoom: 24, minZoom: 2 });
  }

  function follow(L) {
    const dot = h('div', { class: 'own-dot' });
    const arrow = h('div', { class: 'own-arrow', hidden: true });
    const marker = L.marker([0, 0], { icon: L.divIcon({ html: h('div', {}, arrow, dot), className: 'own', iconSize: [22, 22], iconAnchor: [11, 11] }), title: t('map.own'), alt: t('map.own'), zIndexOffset: 1000, keyboard: false });
    const circle = L.circle([0, 0], { radius: 1, weight: 1.5, color: colours().own, fillOpacity: 0.12, interactive: false });
    const trail = L.polyline([], { color: colours().own, weight: 4, opacity: 0.6, interactive: false });
    restyles.push(() => [circle, trail].forEach((layer) => layer.setStyle({ color: colours().own })));
    let points = [];
    let isPlaced = view !== null;
    loadTrail();

    async function loadTrail() {
      try {
        const answer = await fetch(`/v1/history?seconds=${TRAIL}&points=${TRAIL}`, { cache: 'no-store' });
        if (!answer.ok) return;
        const history = await answer.json();
        const begin = performance.now() - TRAIL * 1000;
        const past = history.latitude_deg.map((latitude, index) => ({
          at: begin + index * history.step_s * 1000, latitude, longitude: history.longitude_deg[index],
        })).filter((point) => point.latitude !== null && point.longitude !== null);
        points = [...past, ...points];
        drawTrail();
      } catch {
        // The trail starts anew.
      }
    }

    function drawTrail() {
      const limit = performance.now() - TRAIL * 1000;
      points = points.filter((point) => point.at >= limit);
      let near = points[0]?.longitude ?? 0;
      trail.setLatLngs(points.map((point) => {
        near = unwrap(point.longitude, near);
        return [point.latitude, near];
      }));
    }

    let drawn = 0;
    const showOwn = () => {
      const fix = current();
      frame.dataset.fix = fix ? 'yes' : 'no';
      if (!fix) {
        for (const layer of [marker, circle]) layer.remove();
        return;
      }
      const place = [fix.latitude_deg, fix.longitude_deg];
      marker.setLatLng(place).addTo(map);
      if (fix.horizontal_accuracy_m > 0) circle.setLatLng(place).setRadius(fix.horizontal_accuracy_m).addTo(map);
      trail.addTo(map);
      arrow.hidden = !(fix.speed_m_s > 0.5) || fix.course_deg === undefined;
      if (!arrow.hidden) arrow.style.transform = `rotate(${fix.course_deg}deg)`;
      const now = performance.now();
      if (now - drawn > 900) {
        drawn = now;
        points.push({ at: now, latitude: fix.latitude_deg, longitude: fix.longitude_deg });
        drawTrail();
      }
      if (!isPlaced) {
        isPlaced = true;
        map.setView(place, 17, { animate: false });
      } else if (isFollowing) {
        map.panTo(place, { animate: false });
      }
    };
    ends.push(store.on('fix', showOwn));
    const old = setInterval(showOwn, 1000);
    ends.push(() => clearInterval(old));
    members(L);
    path(L);
  }

  function members(L) {
    const update = () => {
      const report = store.get('members');
      const seen = new Set();
      for (const member of report?.members ?? []) {
        seen.add(member.id);
        let entry = others.get(member.id);
        if (!entry) {
          const label = h('div', { class: 'member-label' });
          const body = h('div', { class: 'member' }, h('div', { class: 'member-dot' }), label);
          entry = { label, body, marker: L.marker([0, 0], { icon: L.divIcon({ html: body, className: 'member-icon', iconSize: [120, 44], iconAnchor: [60, 8] }), keyboard: false }).addTo(map) };
          others.set(member.id, entry);
        }
        const near = map.getCenter().lng;
        entry.marker.setLatLng([member.latitude_deg, unwrap(member.longitude_deg, near)]);
        const age = member.age_s + store.age('members');
        const isOld = age > 300;
        entry.body.classList.toggle('is-old', isOld);
        replace(entry.label, outside(member.name, 60), h('span', {}, span(age)));
        entry.label.title = t(isOld ? 'map.member.old' : 'map.member', { name: member.name.slice(0, 200), span: span(age) });
      }
      for (const [id, entry] of others) {
        if (seen.has(id)) continue;
        entry.marker.remove();
        others.delete(id);
      }
    };
    ends.push(store.on('members', update));
    const timer = setInterval(update, 1000);
    ends.push(() => clearInterval(timer));
  }

  function path(L) {
    const line = L.polyline([], { color: colours().text, weight: 4, interactive: false });
    restyles.push(() => line.setStyle({ color: colours().text }));
    let id = null;
    let points = [];
    let isLoading = false;
    const update = async () => {
      const report = store.get('path')?.path;
      if (report?.id !== id) {
        id = report?.id ?? null;
        points = [];
        line.setLatLngs([]);
      }
      if (!report || isLoading || points.length >= report.points) return;
      isLoading = true;
      try {
        const answer = await fetch(`/v1/paths/${report.id}/points?from=${points.length}&limit=10000`, { cache: 'no-store' });
        if (answer.ok && report.id === id) points.push(...await answer.json());
      } catch {
        // The next report tries again.
      }
      isLoading = false;
      let near = points[0]?.longitude ?? 0;
      line.setLatLngs(points.map((point) => {
        near = unwrap(point.longitude, near);
        return [point.latitude, near];
      }));
      // The page may have been left meanwhile.
      if (map) line.addTo(map);
    };
    ends.push(store.on('path', update));
  }

  begin();
  const update = () => {
    showWords();
    showInfo();
    showActions();
  };
  for (const topic of ['state', 'fix', 'members', 'path', 'hello']) ends.push(store.on(topic, update));
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

/** Cancels Leaflet's pending animation frames, which would otherwise draw on a removed map. */
function canvas(L) {
  return L.Canvas.extend({
    _redraw() {
      if (this._ctx) L.Canvas.prototype._redraw.call(this);
    },
  });
}
