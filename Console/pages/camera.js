// SPDX-License-Identifier: Apache-2.0

import { h, outside, refresh, replace, setText } from '../dom.js';
import { accuracy, coordinates, degrees, height, number } from '../format.js';
import { announce, button, indicator, toast, verdict } from '../parts.js';
import { setting } from '../settings.js';
import * as store from '../store.js';
import { phrase, sentence, t } from '../text.js';
import { followDirection, isPossible, openCamera } from './camera-source.js';
import { taskPage } from './office.js';
import { verdictOf } from './photo-list.js';
import { question } from './question.js';
import * as shots from './shot.js';

export const topics = 'capture:2,centroid:2,fix:2';
/** The page has texts in the catalogue of the pages. */
export const hasTexts = true;

/** The values in the panel with their names. */
const VALUES = {
  latitude: 'camera.latitude', longitude: 'camera.longitude', height: 'camera.height', accuracy: 'path.point.accuracy', azimuth: 'sky.column.azimuth', tilt: 'camera.tilt', centroid: 'sampling.point', samples: 'camera.samples',
};

/** Takes photos: with a preview, or with the device's own camera where browsers give a page none. */
export function show(root, { path, session }) {
  let closed = false;
  const task = new URLSearchParams(path.split('?')[1]).get('task') ?? undefined;
  let camera = null;
  /** Why there is no preview; empty if there is one. */
  let lack = isPossible() ? 'starting' : 'insecure';
  let isCompassAsked = false;
  const compass = followDirection();
  const video = h('video', { playsinline: true, muted: true, 'aria-label': t('nav.camera'), hidden: true });
  video.muted = true;
  const cells = new Map(Object.keys(VALUES).map((name) => [name, h('dd', {}, '—')]));
  const osnma = h('dd', { id: 'camera-osnma' });
  const panel = h('dl', { class: 'camera-box camera-panel', id: 'camera-panel', 'aria-label': t('nav.position') },
    Object.entries(VALUES).map(([name, key]) => h('div', { class: name === 'centroid' ? 'span' : null }, h('dt', {}, t(key)), cells.get(name))), h('div', { class: 'span' }, h('dt', {}, 'OSNMA'), osnma));
  const compassButton = button('follow', t('camera.compass'), allowCompass, { id: 'camera-compass', hidden: true });
  const note = h('div', { class: 'camera-box', id: 'camera-note' });
  const count = h('div', { id: 'camera-count', 'aria-hidden': 'true', hidden: true });
  const message = h('div', { class: 'camera-box', id: 'camera-message', hidden: true });
  const shutter = button('photos', t('camera.shutter'), shots.begin, { id: 'camera-shutter', class: 'primary', 'aria-describedby': 'camera-message' });
  const cancelling = button('close', t('cancel'), () => shots.cancel(t('camera.cancelled')), { id: 'camera-cancel', hidden: true });
  const file = h('input', { type: 'file', accept: 'image/jpeg', capture: 'environment', id: 'camera-file', class: 'unseen', tabindex: '-1', 'aria-hidden': 'true', onchange: give });
  const taking = button('photos', t('camera.take'), () => file.click(), { id: 'camera-take', class: 'primary', hidden: true });
  const view = h('div', { class: 'camera-view' }, video, h('div', { class: 'camera-top' }, task !== undefined && h('a', { class: 'camera-box', id: 'camera-task', href: taskPage(task) }, outside(t('tasks.number', { id: task }), 60)), panel, compassButton), count,
    h('div', { class: 'camera-bottom' }, h('div', { class: 'camera-words', tabindex: '0', role: 'group', 'aria-label': t('nav.camera') }, note, message), h('div', { class: 'row' }, taking, shutter, cancelling), file));
  root.append(h('h1', { class: 'unseen' }, t('nav.camera')), view);

  const state = () => shots.shot.state;

  async function open() {
    if (!isPossible()) return showNote();
    lack = 'starting';
    showNote();
    try {
      const opened = await openCamera(video, () => {
        camera?.close();
        camera = null;
        lack = 'none';
        showNote();
      });
      if (closed) return opened.close();
      camera = opened;
      lack = '';
    } catch (error) {
      lack = error.name === 'NotAllowedError' ? 'denied' : 'none';
    }
    if (!closed) showNote();
  }

  /** Says why there is no preview, and the way to one. */
  function showNote() {
    video.hidden = lack !== '';
    view.classList.toggle('is-blank', lack !== '');
    replace(note, lack ? h('p', {}, t(lack === 'starting' ? 'loading' : `camera.${lack}`)) : null, lack === 'insecure' && h('p', {}, h('a', { href: '#/phone' }, t('nav.phone'))),
      ['denied', 'none'].includes(lack) && h('p', {}, button(null, t('camera.again'), open, { id: 'camera-again' })));
    update();
  }

  async function allowCompass() {
    isCompassAsked = true;
    if (!await compass.ask()) toast(t('camera.denied'), { severity: 'warning' });
    update();
  }

  function give() {
    const [picture] = file.files;
    file.value = '';
    if (picture) shots.give(picture);
  }

  function showPanel() {
    const fix = store.standing('fix') === 'gone' ? null : store.get('fix');
    const known = fix?.latitude_deg === undefined ? null : fix;
    // A grid has neither latitude nor longitude.
    const [latitude, longitude = ''] = coordinates(known?.latitude_deg, known?.longitude_deg, 7, setting('coordinates').replace('utm', 'dd'));
    const { heading_deg: heading, tilt_deg: tilt } = compass.value();
    const sessions = store.get('centroid')?.sessions ?? [];
    const session = sessions.reduce((newest, entry) => (entry.session > (newest?.session ?? 0) ? entry : newest), null);
    const point = session?.estimate?.position;
    const words = {
      latitude, longitude, height: height(known?.ellipsoidal_height_m), accuracy: accuracy(known?.horizontal_accuracy_m),
      azimuth: degrees(heading ?? known?.heading_deg), tilt: degrees(tilt),
      centroid: point ? coordinates(point.latitude_deg, point.longitude_deg).join(' ') : '---', samples: session ? `${number(session.count)} / ${number(session.wanted)}` : '—',
    };
    for (const [name, cell] of cells) setText(cell, words[name]);
    const { colour, title, satellites } = verdict();
    refresh(osnma, indicator(colour, title), satellites && h('span', {}, ' · ', t('sky.authenticated', { count: number(satellites.length) })));
    panel.dataset.age = store.link.state === 'lost' ? 'stale' : store.standing('fix');
  }

  /** The reasons why no photo may be taken now. */
  function refusals() {
    const report = store.get('capture');
    if (store.link.state === 'live' && !report) return [{ code: 'loading', text: t('loading') }];
    if (store.link.state !== 'live' || store.age('capture') > 5) return [{ code: 'link', text: t('link.no-answer') }];
    if (store.hello.role === 'viewer') return [{ code: 'role', text: t('session.needed') }];
    // Whether these apply, only this page knows.
    const lacks = { no_heading: compass.value().heading_deg === undefined, not_signed_in: session()?.name === undefined };
    return [...report.reasons, ...report.client_reasons.filter(({ code }) => lacks[code] ?? true)];
  }

  /** The photos that others take at this moment. */
  const others = () => (store.get('capture')?.running ?? []).filter(({ id, state: each }) => ['countdown', 'waiting', 'receiving'].includes(each) && ![shots.shot.id, shots.shot.last].includes(id))
    .map((other) => h('p', { class: 'note' }, t('camera.others', { receiver: other.receiver.slice(0, 60) })));

  const bad = (reasons) => (reasons.length === 0 ? null : h('ul', { class: 'indicators' }, reasons.map(({ message: own, text }) =>
    h('li', {}, indicator('red', outside(sentence(phrase(own, text)), 400))))));

  function showMessage() {
    const { shot } = shots;
    const seconds = (end) => number(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    const lost = shot.isLost && h('p', {}, indicator('yellow', t('link.no-answer')));
    switch (state()) {
      case 'idle':
        return bad(refusals());
      case 'asking':
      case 'counting':
        if (shot.picture) return [h('p', {}, t('camera.waiting')), lost, shot.isLost && h('p', {}, t('camera.kept'))];
        return [h('p', {}, t('camera.count', { seconds: seconds(shot.ends ?? 0) })), lost];
      case 'waiting':
        if (shot.picture || (camera && !shot.hasTried)) return [h('p', {}, t('camera.waiting')), lost];
        return [h('p', { class: 'sentence' }, t('camera.take-text', { seconds: seconds(shot.until) })), lost];
      case 'sending':
        return h('p', {}, shot.progress < 1 ? t('camera.sending', { percent: number(shot.progress * 100) }) : t('camera.waiting'));
      case 'failed':
        return [h('p', {}, indicator('red', outside(sentence(shot.problem), 400))), h('p', {}, t('camera.kept'), shot.until ? ` ${t('camera.left', { seconds: seconds(shot.until) })}` : ''), keeping(true)];
      case 'over':
        return [h('p', {}, indicator('red', outside(sentence(shot.problem), 400))), bad(shot.reasons), shot.picture && keeping(false)];
      case 'stored':
        return stored(shot.summary, shot.verdict);
      default:
        return null;
    }
  }

  /** The ways to keep a picture that the gateway has not stored. */
  function keeping(mayRetry) {
    return [shots.shot.isOffered && h('p', { class: 'note' }, t('camera.saved')),
      h('p', { class: 'row' }, mayRetry && button(null, t('again'), shots.retry, { id: 'camera-retry', class: 'primary' }),
        button(null, t('camera.save'), shots.save, { id: 'camera-save' }), button(null, t('camera.discard'), discard, { id: 'camera-discard' }))];
  }

  function discard() {
    question(t('camera.discard'), h('p', {}, t(shots.shot.isOffered ? 'camera.saved' : 'camera.discard.text')), t('camera.discard'), async () => {
      shots.cancel();
      return null;
    }, { isFinal: true }).addEventListener('close', () => !shutter.hidden && shutter.focus({ preventScroll: true }));
  }

  function stored(summary, then) {
    // Without a code, the gateway's verdict was not known.
    const reason = summary.verdict === 'not_authenticated' && then.code && then.state !== 'authenticated' ? then.reason : t(`photo.verdict.${summary.verdict}`);
    return h('div', { id: 'camera-result', class: 'row' }, h('img', { src: `/v1/captures/${encodeURIComponent(summary.id)}/thumbnail`, alt: '' }), h('div', {},
      h('p', {}, indicator('green', t('camera.stored'))), h('p', {}, verdictOf(summary)),
      summary.verdict !== 'authenticated' && h('p', {}, t('camera.unvalidated'), ' ', reason),
      h('p', {}, h('a', { href: `#/photos/${encodeURIComponent(summary.id)}`, id: 'camera-show' }, t('camera.show')))));
  }

  let before = '';
  let wasWaiting = false;
  function update() {
    if (closed) return;
    const begun = store.get('capture')?.running.find(({ origin, state: each }) => origin === 'button' && each === 'countdown');
    if (begun && store.link.state === 'live' && store.hello.role !== 'viewer' && lack !== 'starting' && !document.hidden) shots.join(begun);
    const now = state();
    if (now === 'stored' && shots.shot.task !== undefined) return toTask(shots.shot);
    showPanel();
    const isCounting = now === 'counting' || now === 'asking';
    const isWaiting = now === 'waiting' && !shots.shot.picture && (!camera || shots.shot.hasTried);
    const isIdle = now === 'idle' || now === 'stored' || (now === 'over' && !shots.isUnsaved());
    const reasons = isIdle ? refusals() : [];
    const said = new Set(now === 'idle' ? reasons.map(({ code }) => code) : shots.shot.reasons.map(({ code }) => code));
    // Elements that stay the same keep their focus.
    refresh(message, showMessage(), bad(reasons.filter(({ code }) => !said.has(code))), isIdle && others());
    message.hidden = message.childNodes.length === 0;
    const left = Math.max(0, Math.ceil(((shots.shot.ends ?? Infinity) - performance.now()) / 1000));
    count.hidden = now !== 'counting' || Boolean(shots.shot.picture);
    setText(count, left > 0 ? number(left) : t('camera.now'));
    const focused = document.activeElement;
    shutter.hidden = !isIdle;
    shutter.disabled = reasons.length > 0 || lack === 'starting';
    cancelling.hidden = !isCounting && now !== 'waiting' && now !== 'sending';
    taking.hidden = !isWaiting && !(now === 'failed' && !camera);
    note.hidden = lack === '' || !['idle', 'over'].includes(now);
    compassButton.hidden = !isIdle || !isSecureContext || isCompassAsked || !compass.needsPermission || compass.value().tilt_deg !== undefined;
    view.dataset.state = now;
    if (isWaiting && !wasWaiting && focused === cancelling) taking.focus({ preventScroll: true });
    wasWaiting = isWaiting;
    // A button that disappears passes its focus to the one that takes its place.
    if (focused && view.contains(focused) && focused.offsetParent === null) (isIdle ? (shutter.disabled ? view.querySelector('.camera-words') : shutter) : isWaiting ? taking : cancelling.hidden ? message.querySelector('button, a') ?? shutter : cancelling).focus({ preventScroll: true });
    if (now !== before) {
      before = now;
      if (['counting', 'waiting', 'failed', 'over', 'stored'].includes(now)) announce(message.innerText);
    }
  }

  /** Returns to the task that a photo was taken for. The button back does not lead to the camera again. */
  function toTask({ task: owner, summary }) {
    closed = true;
    toast(`${t('camera.stored')} ${sentence(t(`photo.verdict.${summary.verdict}`))}`, { severity: 'good' });
    location.replace(taskPage(owner));
  }

  function hide() {
    if (!document.hidden || !['asking', 'counting'].includes(state()) || shots.shot.picture) return;
    // A browser stops the camera and the clocks of a hidden page.
    if (camera) shots.cancel(t('camera.left-page'), true);
  }

  // One that was stored after the camera was left has been announced.
  if (task !== undefined && state() === 'stored') shots.reset();
  shots.attach({ changed: update, grab: async () => camera?.grab() ?? null, camera: compass.value, task });
  document.addEventListener('visibilitychange', hide);
  open();
  const clock = setInterval(update, 250);
  const ends = ['capture', 'fix', 'centroid', 'hello', 'link'].map((topic) => store.on(topic, update));
  update();
  return {
    redraw: update,
    close: () => {
      closed = true;
      clearInterval(clock);
      document.removeEventListener('visibilitychange', hide);
      ends.forEach((end) => end());
      compass.close();
      camera?.close();
      shots.leave();
    },
  };
}
