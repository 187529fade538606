// SPDX-License-Identifier: Apache-2.0

import { h } from '../dom.js';
import { unwrap } from '../geo.js';
import { colours } from '../parts.js';
import { send } from '../request.js';
import { setting } from '../settings.js';
import * as store from '../store.js';
import { t } from '../text.js';

/** The duration of the trail behind the position, in seconds. */
const TRAIL = 600;

/**
 * Shows the gateway's own position with its accuracy and trail, and moves the map with it.
 * @param {object} stage the map: `L`, `map`, `frame`, `ends`, `restyles`
 * @param {{current: () => any, isFollowing: () => boolean, isPlaced: () => boolean}} manner
 */
export function showOwn({ L, map, frame, ends, restyles }, { current, isFollowing, isPlaced }) {
  const dot = h('div', { class: 'own-dot' });
  const arrow = h('div', { class: 'own-arrow', hidden: true });
  const marker = L.marker([0, 0], { icon: L.divIcon({ html: h('div', {}, arrow, dot), className: 'own', iconSize: [22, 22], iconAnchor: [11, 11] }), title: t('map.own'), alt: t('map.own'), zIndexOffset: 1000, keyboard: false });
  const circle = L.circle([0, 0], { radius: 1, weight: 1.5, color: colours().own, fillOpacity: 0.12, interactive: false });
  const trail = L.polyline([], { color: colours().own, weight: 4, opacity: 0.6, interactive: false });
  restyles.push(() => [circle, trail].forEach((layer) => layer.setStyle({ color: colours().own })));
  let points = [];
  let turns = 0;
  let receiver = store.get('fix')?.receiver;
  loadTrail();

  async function loadTrail() {
    const turn = ++turns;
    const { ok, value: history } = await send('GET', `/v1/history?seconds=${TRAIL}&points=${TRAIL}`);
    // Without an answer, the trail starts at the current position. The map may be closed by now.
    if (!ok || turn !== turns) return;
    const begin = performance.now() - TRAIL * 1000;
    const past = history.latitude_deg.map((latitude, index) => ({
      at: begin + index * history.step_s * 1000, latitude, longitude: history.longitude_deg[index],
    })).filter((point) => point.latitude !== null && point.longitude !== null);
    points = [...past, ...points];
    drawTrail();
  }

  function drawTrail() {
    const limit = performance.now() - TRAIL * 1000;
    points = points.filter((point) => point.at >= limit);
    // From the newest point, so that the trail ends at the position on either side of the 180th meridian.
    let near = map.getCenter().lng;
    trail.setLatLngs([...points].reverse().map((point) => {
      near = unwrap(point.longitude, near);
      return [point.latitude, near];
    }));
  }

  let drawn = 0;
  const showPosition = () => {
    // While the gateway cannot be reached, the last known position stays, marked as old.
    const known = store.get('fix');
    const isOld = !current() && store.link.state === 'lost' && known?.latitude_deg !== undefined;
    const fix = isOld ? known : current();
    frame.dataset.fix = current() ? 'yes' : 'no';
    dot.classList.toggle('is-old', isOld);
    if (!fix) {
      for (const layer of [marker, circle]) layer.remove();
      return;
    }
    // On the copy of the world that the map shows.
    const place = [fix.latitude_deg, unwrap(fix.longitude_deg, map.getCenter().lng)];
    marker.setLatLng(place).addTo(map);
    if (isOld) circle.remove();
    else if (fix.horizontal_accuracy_m > 0) circle.setLatLng(place).setRadius(fix.horizontal_accuracy_m).addTo(map);
    trail.addTo(map);
    arrow.hidden = isOld || !(fix.speed_m_s > 0.5) || fix.course_deg === undefined;
    if (!arrow.hidden) arrow.style.transform = `rotate(${fix.course_deg}deg)`;
    const now = performance.now();
    if (!isOld && fix.receiver !== receiver) {
      // The trail is that of one receiver.
      if (receiver !== undefined) {
        points = [];
        loadTrail();
      }
      ({ receiver } = fix);
    }
    if (!isOld && now - drawn > 900) {
      drawn = now;
      points.push({ at: now, latitude: fix.latitude_deg, longitude: fix.longitude_deg });
      drawTrail();
    }
    if (!isPlaced()) {
      map.setView(place, 17, { animate: false });
    } else if (isFollowing() || isLeavingView(map, place)) {
      map.panTo(place, { animate: false });
    }
  };
  ends.push(store.on('fix', showPosition));
  const old = setInterval(showPosition, 1000);
  ends.push(() => {
    clearInterval(old);
    turns += 1;
  });
}

/** True if the map should move, because a path is being recorded and the position is near the edge. */
function isLeavingView(map, place) {
  return setting('pan') === 'yes' && Boolean(store.get('path')?.path) && !map.getBounds().pad(-0.15).contains(place);
}
