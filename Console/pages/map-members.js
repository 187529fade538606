// SPDX-License-Identifier: Apache-2.0

import { h, outside, replace } from '../dom.js';
import { span } from '../format.js';
import { unwrap } from '../geo.js';
import * as store from '../store.js';
import { t } from '../text.js';
import { memberAge } from '../uplink.js';

/**
 * Shows the other members of agrirouter with the age of their positions.
 * @param {object} stage the map: `L`, `map`, `ends`
 * @param {Map<string, any>} others the members on the map by their identifiers
 */
export function showMembers({ L, map, ends }, others) {
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
      const { age, isOld } = memberAge(member);
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
  // Twice a second, so that a member turns grey at most a second late.
  const timer = setInterval(update, 500);
  ends.push(() => clearInterval(timer));
}
