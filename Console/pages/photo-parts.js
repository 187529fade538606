// SPDX-License-Identifier: Apache-2.0

import { h, replace } from '../dom.js';
import { icon, indicator } from '../parts.js';
import { send } from '../request.js';
import { t } from '../text.js';
import { address } from './photo-list.js';

const COLOURS = { authenticated: 'green', pending: 'yellow', not_authenticated: 'red' };

/** The verdict on a photo's position, and whether it comes from a recording or a simulation. */
export function verdictOf({ verdict, replay }) {
  return h('span', { class: 'pair' }, indicator(COLOURS[verdict] ?? 'grey', t(`photo.verdict.${verdict}`)),
    replay ? h('strong', { class: 'simulation' }, t('photo.replay')) : null);
}

/** A photo's small picture; an icon if it has none. */
export function thumbnail(id) {
  const place = h('span', { class: 'photo-small' });
  const image = h('img', { src: address(id, 'thumbnail'), alt: '', loading: 'lazy', decoding: 'async', onerror: () => replace(place, icon('photos')) });
  place.append(image);
  return place;
}

/**
 * Deletes photos one after the other.
 * @param {string[]} ids
 * @param {(id: string) => void} onDeleted
 * @returns {Promise<string|null>} the reason if one was not deleted
 */
export async function remove(ids, onDeleted) {
  for (const id of ids) {
    let answer = await send('DELETE', address(id));
    // The gateway accepts ten commands a second.
    for (let tries = 0; answer.status === 429 && tries < 20; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      answer = await send('DELETE', address(id));
    }
    if (!answer.ok && answer.status !== 404) return answer.problem.detail;
    onDeleted(id);
  }
  return null;
}
