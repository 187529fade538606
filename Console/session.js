// SPDX-License-Identifier: Apache-2.0

import { h } from './dom.js';
import * as live from './live.js';
import * as parts from './parts.js';
import { send } from './request.js';
import * as store from './store.js';
import { loadTexts, sentences, t } from './text.js';

/** The user of this browser: the person who is signed in, the permissions of this browser, and their changes. */

/** The gateway's last report (`GET /v1/session`); null if it did not answer. */
let session = null;

/**
 * The functions that the pages call when the session changes.
 * - `denied`: the browser must sign in before it may see anything.
 * - `changed`: a different person may be signed in, or the role may have changed.
 * - `entered`: a person has signed in, so that pages may be seen again.
 * - `left`: the person has signed out here; nothing of the person may stay.
 */
let pages = { denied: () => {}, changed: () => {}, entered: async () => {}, left: async () => {} };

/** The permissions of this browser, and the ways in which it may sign in; null if the gateway did not answer. */
export function current() {
  return session;
}

/** True if this browser must sign in before it may see anything. */
export function isDenied() {
  return store.link.state === 'denied' || (session !== null && !session.role);
}

/**
 * A key for the person who is signed in; null if the browser is not signed in. Each session without a name has its own key,
 * because two codes may have been given to two people.
 */
export function owner() {
  if (!session?.signed_in) return null;
  return session.name === undefined ? `session ${session.id}` : `person ${session.name}`;
}

async function ask() {
  const answer = await send('GET', '/v1/session');
  return answer.ok ? answer.value : null;
}

/** Requests the report again, and keeps the old one if no answer comes. */
export async function renew() {
  const before = session;
  const now = await ask();
  // A person may have signed in or out meanwhile.
  if (session === before) session = now ?? session;
}

/**
 * Follows the changes of this browser's session.
 * @param {typeof pages} actions
 */
export function follow(actions) {
  pages = actions;
  store.on('hello', look);
  store.on('link', async (link) => {
    if (link.state === 'denied') {
      // This state lasts until the browser signs in, even if the connection changes.
      if (session?.signed_in) sayEnded(session);
      session = { ...session, role: undefined, signed_in: false, id: undefined, name: undefined };
      pages.denied();
    } else if (link.state === 'live' && session && !session.role) {
      // Another page of this browser has signed in.
      session = await ask();
      await loadTexts();
      await sentences;
      await pages.entered();
    }
  });
}

/**
 * Signs this browser in.
 * @param {{code: string} | {name: string, password: string}} secret
 * @returns {Promise<{detail: string, code?: string} | null>} the reason for a refusal
 */
export async function signIn(secret) {
  const answer = await send('POST', '/v1/session', secret);
  if (!answer.ok) return answer.problem;
  parts.toast(t('session.opened'));
  apply(answer.value);
  // Without a role, a browser cannot fetch the gateway's sentences.
  await loadTexts();
  await sentences;
  await pages.entered();
  return null;
}

/** Signs this browser out. */
export async function signOut() {
  const answer = await send('DELETE', '/v1/session');
  if (!answer.ok) parts.warn(answer.problem.detail);
  const now = await ask();
  if (!now || now.signed_in) return;
  apply(now);
  await pages.left();
}

/** Applies this browser's new permissions. */
function apply(now) {
  session = now;
  store.hello.role = now.role ?? 'viewer';
  store.setLink(now.role ? 'connecting' : 'denied');
  live.renew();
}

/** Announces a change of this browser's session: it has ended, or its role or person has changed. */
async function look({ role, session: id }) {
  if (session && session.role === role && session.id === id) return;
  const before = session;
  const person = owner();
  const now = await ask();
  if (!now || session !== before) return;
  session = now;
  if (before?.signed_in && !now.signed_in) sayEnded(before);
  else if (person && owner() !== person) parts.toast(now.name ? t('session.other', { name: now.name }) : t('session.other-code'));
  else if (before?.role && now.role && now.role !== before.role) parts.warn(t('session.role', { role: t(`role.${now.role}`) }));
  pages.changed();
}

/** @param {{name?: string}} before the session that has ended */
function sayEnded(before) {
  const isAtSignIn = location.hash.split('?')[0] === '#/login';
  const link = isAtSignIn ? null : h('a', { href: '#/login', onclick: (event) => event.target.closest('.toast').remove() }, t('nav.login'));
  const text = before.name ? t('session.ended-person', { name: before.name }) : t('session.ended');
  parts.toast(text, { severity: 'warning', seconds: 0, action: link });
}
