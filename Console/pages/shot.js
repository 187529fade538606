// SPDX-License-Identifier: Apache-2.0

import { h } from '../dom.js';
import { toast, verdict } from '../parts.js';
import { send } from '../request.js';
import { owner } from '../session.js';
import { phrase, t } from '../text.js';
import { address, scopeOf } from './photo-list.js';

/**
 * One photo from the shutter until it is stored. It is independent of the page, so that a picture survives if its page is left.
 *
 * The gateway's button begins photos too, and they belong to every page with a camera: leaving a page does not cancel them.
 *
 * Its states are `idle`, `asking` (the gateway is asked), `counting`, `waiting` (the moment has come, and the picture is missing),
 * `sending`, `failed` (the picture was not sent), `over` (nothing was stored, see `problem` and `reasons`) and `stored`.
 */
const IDLE = { state: 'idle', id: null, person: null, picture: null, tries: 0, problem: '', reasons: [] };
export let shot = { ...IDLE };
let page = null;
/** The notice about a picture that is stored nowhere. */
let reminder = null;

/** How long the gateway accepts a picture after the moment of the photo, in milliseconds. */
const LATEST = 120000;
/** How long the preview may take to give its picture, in milliseconds. */
const GRAB = 5000;
/** The pauses between two questions about the photo, and before a picture is sent again, in milliseconds. */
const [PAUSE, SHORT, REST] = [500, 150, 1500];
/** How long the gateway may take to answer, in seconds. */
const [ANSWER, START] = [3, 10];

/**
 * Connects the page of the camera.
 * @param {{changed: () => void, grab: () => Promise<Blob|null>, camera: () => Record<string, any>, task?: string}|null} next `task`: the task of
 * the back office that photos are taken for
 */
export function attach(next) {
  // The picture of another person is not shown.
  if (shot.id && shot.person !== owner()) cancel();
  page = next;
  reminder?.remove();
}

const isBusy = () => ['asking', 'counting', 'waiting', 'sending'].includes(shot.state);
/** True if the page has a picture that is stored nowhere. */
export const isUnsaved = () => Boolean(shot.picture) && shot.state !== 'stored';

function change(own, values) {
  if (own !== shot) return;
  Object.assign(own, values);
  page?.changed();
}

const warn = (event) => {
  if (isUnsaved()) event.preventDefault();
};

/** Begins a photo; a second tap meanwhile changes nothing. */
export async function begin() {
  if (isBusy() || isUnsaved()) return;
  const own = { ...IDLE, state: 'asking', person: owner(), task: page?.task };
  shot = own;
  page?.changed();
  const answer = await send('POST', '/v1/captures', { camera: page?.camera() ?? {}, task: own.task }, {}, START);
  if (own !== shot) return answer.ok ? send('DELETE', address(answer.value.id)) : undefined;
  if (!answer.ok) return change(own, { state: 'over', reasons: answer.problem.reasons ?? [], problem: answer.problem.reasons ? t('camera.rejected') : answer.problem.detail });
  count(own, answer.value);
}

function count(own, { id, remaining_s: remaining = 0 }) {
  aim(own, remaining);
  change(own, { state: 'counting', id });
  addEventListener('beforeunload', warn);
  watch(own);
}

/** Sets the moment of the picture. */
function aim(own, seconds) {
  clearTimeout(own.timer);
  own.ends = performance.now() + seconds * 1000;
  own.timer = setTimeout(() => take(own), seconds * 1000);
}

/** The photo of the gateway's button that this page joined last. */
let joined = '';

/**
 * Takes the picture for a photo that the gateway's button began. Another page may do so too; the first picture counts.
 * @param {{id: string, remaining_s: number}} report the photo, in its countdown
 */
export function join(report) {
  if (isBusy() || isUnsaved() || report.id === joined) return;
  joined = report.id;
  shot = { ...IDLE, isShared: true, person: owner() };
  count(shot, report);
}

/** Takes the picture at the moment of the photo, also while the gateway cannot be reached. */
async function take(own) {
  if (own !== shot || own.isTaken || !['counting', 'waiting'].includes(own.state)) return;
  own.isTaken = true;
  own.camera = page?.camera() ?? {};
  const grabbed = Promise.resolve(page?.grab());
  grabbed.then((picture) => keepPicture(own, picture));
  // A preview that does not answer leaves time for a picture by hand.
  await Promise.race([grabbed, new Promise((resolve) => setTimeout(resolve, GRAB))]);
  own.hasTried = true;
  change(own, {});
}

/** Keeps the picture of the preview, unless a person was faster. */
function keepPicture(own, picture) {
  if (own !== shot || own.picture || !['counting', 'waiting'].includes(own.state)) return;
  if (picture) change(own, { picture });
  if (picture && own.state === 'waiting') upload(own);
}

/** Asks for the photo's state until it is over. */
async function watch(own) {
  if (own.isWatched) return;
  own.isWatched = true;
  await ask(own);
  own.isWatched = false;
}

async function ask(own) {
  while (own === shot && ['counting', 'waiting', 'failed'].includes(own.state)) {
    const answer = await send('GET', address(own.id), undefined, {}, ANSWER);
    if (own !== shot || !['counting', 'waiting', 'failed'].includes(own.state)) return;
    if (answer.ok) follow(own, answer.value);
    else if (answer.status === 404) end(own, t('camera.gone'));
    else if (performance.now() > own.ends + LATEST) end(own, t('camera.expired'));
    else change(own, { isLost: true });
    await new Promise((resolve) => setTimeout(resolve, own.state === 'counting' && own.ends - performance.now() < PAUSE ? SHORT : PAUSE));
  }
}

function follow(own, report) {
  own.isLost = false;
  switch (report.state) {
    case 'countdown':
      // The report by which this page joined was up to half a second old.
      if (own.isShared && own.state === 'counting') aim(own, report.remaining_s);
      break;
    case 'waiting':
      own.until = performance.now() + report.upload_s * 1000;
      if (own.state === 'counting') own.state = 'waiting';
      // The gateway's moment may come before this page's clock says so.
      take(own);
      if (own.picture && (own.state === 'waiting' || (own.isUnanswered && performance.now() > own.resend))) return upload(own);
      break;
    case 'stored':
      return keep(own, report);
    case 'rejected':
      return end(own, t('camera.rejected'), report.reasons);
    case 'expired':
    case 'cancelled':
      return end(own, t(`camera.${report.state}`));
    default:
  }
  change(own, {});
}

function end(own, problem, reasons = []) {
  clearTimeout(own.timer);
  // A refused photo was not taken, and its picture of the preview is worthless.
  const isRefused = reasons.length > 0 && own.hasTried;
  change(own, { state: 'over', problem, reasons, ...(isRefused ? { picture: null } : {}) });
  if (!own.picture) removeEventListener('beforeunload', warn);
  if (!page) announceLeft();
}

function keep(own, report) {
  // The reason for the verdict belongs to this moment.
  change(own, { state: 'stored', summary: report.summary, id: report.id, verdict: verdict() });
  reminder?.remove();
  removeEventListener('beforeunload', warn);
  if (!page) toast(t('camera.stored'), { severity: 'good', seconds: 0, action: h('a', { href: `#/photos/${encodeURIComponent(report.id)}` }, t('camera.show')) });
}

/** Sends the picture that a person took with the device's own camera. */
export function give(picture) {
  const own = shot;
  if (!['waiting', 'failed'].includes(own.state)) return change(own, { picture });
  own.picture = picture;
  upload(own);
}

/** Sends the picture again. */
export const retry = () => shot.state === 'failed' && upload(shot);

function upload(own) {
  change(own, { state: 'sending', progress: 0 });
  const request = new XMLHttpRequest();
  own.request = request;
  request.open('PUT', `${address(own.id, 'image')}?${new URLSearchParams(own.camera ?? page?.camera() ?? {})}`);
  request.setRequestHeader('Content-Type', 'image/jpeg');
  // A connection that is silent for so long is broken.
  let quiet;
  const alive = () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => request.abort(), 20000);
  };
  alive();
  request.upload.onprogress = ({ loaded, total }) => {
    alive();
    change(own, { progress: total ? loaded / total : 0 });
  };
  request.onloadend = () => {
    clearTimeout(quiet);
    if (own !== shot) return;
    let value = null;
    try {
      value = JSON.parse(request.responseText);
    } catch {
      // No answer came, or something other than the gateway answered.
    }
    if (request.status === 200) return keep(own, value);
    if (value?.reasons) return end(own, t('camera.rejected'), value.reasons);
    if (request.status === 404) return end(own, t('camera.gone'));
    change(own, { state: 'failed', isLost: !request.status, isUnanswered: !request.status, resend: performance.now() + REST * 2 ** own.tries, tries: Math.min(4, own.tries + 1), problem: request.status ? phrase(value?.message, value?.detail) || t('link.no-answer') : t('camera.lost') });
    if (!page) announceLeft();
    watch(own);
  };
  request.send(own.picture);
}

/**
 * Cancels a photo, or gives a picture up.
 * @param {string} [reason]
 * @param {boolean} [isLeft] the person does not look at the page any more
 */
export function cancel(reason, isLeft = false) {
  const own = shot;
  clearTimeout(own.timer);
  removeEventListener('beforeunload', warn);
  own.request?.abort();
  // The request outlives a page that is closed.
  // A person who comes back may join again.
  if (isLeft) joined = '';
  if (own.id && isBusy() && !(isLeft && own.isShared)) fetch(address(own.id), { method: 'DELETE', keepalive: true }).catch(() => {});
  shot = { ...IDLE, last: own.id, ...(reason ? { state: 'over', problem: reason } : {}) };
  page?.changed();
}

/** Forgets the photo that is over. */
export function reset() {
  if (!isBusy()) cancel();
}

/** Offers the picture to the device's own files. Whether it is stored there, a browser does not say. */
export function save() {
  const link = h('a', { href: URL.createObjectURL(shot.picture), download: `${shot.id ?? 'photo'}.jpg` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  change(shot, { isOffered: true });
}

/** The page is left: ends the countdown, and tells of a picture that is stored nowhere. */
export function leave() {
  page = null;
  if (['asking', 'counting', 'waiting'].includes(shot.state) && !shot.picture) {
    if (!shot.isShared) toast(t('camera.left-page'), { severity: 'warning' });
    cancel('', true);
  } else if (shot.state !== 'sending') {
    announceLeft();
  }
  if (!isUnsaved() && !isBusy()) shot = { ...IDLE };
}

/** The address of the camera, for a task or for none. */
const cameraPage = (task) => `#/camera${task === undefined ? '' : `?${scopeOf(task)}`}`;

function announceLeft() {
  if (!isUnsaved() || reminder?.isConnected) return;
  reminder = toast(t('camera.pending-toast'), { severity: 'critical', seconds: 0, action: h('a', { href: cameraPage(shot.task) }, t('camera.back')) });
}

addEventListener('pagehide', (event) => {
  if (!event.persisted && shot.id && !shot.picture && ['counting', 'waiting'].includes(shot.state)) cancel('', true);
});
