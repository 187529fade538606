// SPDX-License-Identifier: Apache-2.0

import { h, replace } from '../dom.js';
import { icon, indicator } from '../parts.js';
import { send } from '../request.js';
import { owner } from '../session.js';
import { t } from '../text.js';

/**
 * The stored photos, newest first, as far as they are loaded. All pages share them, so that a photo's neighbours are known. With the
 * photo that was opened last, and the typed notes that are not saved, by photo. `scope` is the part of a query that says which photos these
 * are: empty for all, `task=` for those of no task, `task=ID` for those of a task.
 */
export const list = { items: [], total: 0, bytes: 0, limit: 0, person: null, scope: '', opened: null, notes: {} };

/** The largest number of photos in an answer. */
export const MOST = 1000;
const PAGE = 100;

/** The address of a photo or of a part of it. */
export const address = (id, part) => `/v1/captures/${encodeURIComponent(id)}${part ? `/${part}` : ''}`;

/** The scope of a task's photos, or without a task of those of none. */
export const scopeOf = (task) => `task=${encodeURIComponent(task)}`;

/** The address of a photo's page, from which its neighbours in a scope are reached. */
export const photoPage = (id, scope) => `#/photos/${encodeURIComponent(id)}${scope && `?${scope}`}`;

/** Forgets the photos of another person or another scope. */
export function begin(scope = '') {
  if (list.person !== owner()) list.notes = {};
  else if (list.scope === scope) return;
  Object.assign(list, { items: [], total: 0, person: owner(), scope, opened: null });
}

/** True if the gateway has more photos than are loaded. */
export const isMore = () => list.items.length < list.total;

/**
 * Loads the newest photos again, or the next ones.
 * @param {{more?: boolean, limit?: number}} [options]
 * @returns {Promise<{detail: string, code?: string} | null>} the reason if the gateway does not answer
 */
export async function load({ more = false, limit = more ? PAGE : Math.min(MOST, Math.max(PAGE, list.items.length)) } = {}) {
  const { person, scope } = list;
  const answer = await send('GET', `/v1/captures?limit=${limit}&offset=${more ? list.items.length : 0}${scope && `&${scope}`}`);
  if (!answer.ok) return answer.problem;
  if (person !== list.person || scope !== list.scope) return null;
  const { captures, total, bytes, limit_bytes: most } = answer.value;
  const ids = new Set(captures.map(({ id }) => id));
  const oldest = captures.at(-1)?.taken;
  // Photos that were taken or deleted meanwhile move the others.
  const others = list.items.filter(({ id, taken }) => !ids.has(id) && (more || (captures.length >= limit && taken <= oldest)));
  list.items = more ? [...others, ...captures] : [...captures, ...others];
  Object.assign(list, { total, bytes, limit: most });
  return null;
}

/** Loads all photos. Resolves to the reason if the gateway does not answer. */
export async function loadAll(isEnded) {
  let refusal = await load({ limit: MOST });
  while (!refusal && !isEnded() && isMore()) {
    const before = list.items.length;
    refusal = await load({ more: true, limit: MOST });
    if (list.items.length === before) break;
  }
  return refusal;
}

/** Removes a photo that was deleted. */
export function forget(id) {
  const before = list.items.length;
  list.items = list.items.filter((photo) => photo.id !== id);
  list.total -= before - list.items.length;
}

/**
 * Finds the photos beside one, and loads photos until they are found.
 * @returns {Promise<{newer?: string, older?: string, number?: number}>} empty if the photo is not in the list
 */
export async function neighbours(id) {
  // A photo that is not in the list may be newer than the list.
  let more = list.items.some((photo) => photo.id === id);
  for (;;) {
    const index = list.items.findIndex((photo) => photo.id === id);
    const isEnough = index >= 0 && (index + 1 < list.items.length || !isMore());
    if (isEnough) return { newer: list.items[index - 1]?.id, older: list.items[index + 1]?.id, number: index + 1 };
    const before = list.items.length;
    if (await load({ more, limit: MOST }) || (more && list.items.length === before)) return {};
    more = true;
  }
}

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
 * @param {() => boolean} isEnded true if no further photo is to be deleted
 * @param {(id: string) => void} onDeleted
 * @returns {Promise<string|null>} the reason if one was not deleted; empty if a person ended it
 */
export async function remove(ids, isEnded, onDeleted) {
  for (const id of ids) {
    let answer = { status: 429 };
    // The gateway accepts ten commands a second.
    for (let tries = 0; answer.status === 429 && tries < 20; tries++) {
      if (tries) await new Promise((resolve) => setTimeout(resolve, 500));
      if (isEnded()) return '';
      answer = await send('DELETE', address(id));
    }
    if (!answer.ok && answer.status !== 404) return answer.problem.detail;
    onDeleted(id);
  }
  return null;
}
