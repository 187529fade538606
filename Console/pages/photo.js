// SPDX-License-Identifier: Apache-2.0

import { h, outside, refresh, replace, setText } from '../dom.js';
import { bytes, coordinates, degrees, height, instant, length, number, plainCoordinates } from '../format.js';
import { button, card, copyButton, facts, icon, indicator, state, toast, warn } from '../parts.js';
import { decoded, saving, send } from '../request.js';
import * as store from '../store.js';
import { code, has, language, sentence, t, words } from '../text.js';
import { askToSend, follow, isOffice, isSent, sentOf, taskPage } from './office.js';
import { address, begin, forget, list, neighbours, photoPage, remove, scopeOf, verdictOf } from './photo-list.js';
import { question } from './question.js';

export const topics = 'back_office:1';
/** The page has texts in the catalogue of the pages. */
export const hasTexts = true;

/** The time until a verdict that is not final is loaded again, in seconds. */
const AGAIN = 10;
const ZOOMS = [1, 2, 4, 8];
/** A movement of the finger counts as a swipe from this length, in pixels. */
const SWIPE = 60;
/** The rows of the data with their names. */
const ROWS = {
  taken: 'photo.taken', place: 'nav.position', ellipsoidal: 'position.ellipsoidal', orthometric: 'position.orthometric', accuracy: 'position.accuracy', vertical: 'position.vertical',
  quality: 'position.quality', satellites: 'position.used', heading: 'sky.column.azimuth', tilt: 'camera.tilt', centroid: 'sampling.point', receiver: 'nav.receiver', user: 'photo.user', size: 'raw.bytes',
};

/** True while photos fill the window, also the next one. */
let fills = false;

/** Shows a photo with its data, its verdict and its seal. */
export function show(root, { path }) {
  const [where, query] = path.split('?');
  const id = decoded(where.split('/')[2]);
  // The photos among which the person moves: all, those of no task (empty), or those of a task, which are shown the oldest first.
  const task = new URLSearchParams(query).get('task');
  const scope = task === null ? '' : scopeOf(task);
  const home = task ? taskPage(task) : '#/photos';
  const page = (other) => photoPage(other, scope);
  begin(scope);
  list.opened = id;
  let closed = false;
  let waited = 0;
  let summary = null;
  let record = null;
  let beside = {};
  const title = h('h1', { tabindex: '-1' }, t('nav.photo'));
  const view = photoView(id, { go, isOldestFirst: Boolean(task) });
  const verdict = h('div', { id: 'photo-verdict' });
  const data = facts(Object.entries(ROWS).map(([name, key]) => [name, t(key)]));
  const place = h('span', { class: 'pair' });
  const seal = facts(['revision', 'sequence', 'check'].map((name) => [name, t(`photo.${name}`)]));
  seal.set('check', t('loading'));
  const note = h('textarea', { id: 'photo-note', rows: 3, maxlength: 2000, 'aria-describedby': 'photo-note-problem' });
  const noteProblem = h('p', { class: 'problem', role: 'alert', id: 'photo-note-problem' });
  const noteButton = button('ok', t('people.save'), saveNote, { id: 'photo-save-note' });
  const again = button('osnma', t('photo.revalidate'), revalidate, { id: 'photo-revalidate' });
  const deleting = button('bad', t('paths.delete'), askDelete, { id: 'photo-delete', class: 'danger' });
  const way = h('div', { id: 'photo-sent' });
  const sending = button('sending', t('tasks.send'), () => askToSend(address(id, 'send'), [h('p', {}, instant(summary.taken)), h('p', {}, t('tasks.send.photos'))], load), { id: 'photo-send' });
  const office = card(t('tasks.office'), way, h('p', { class: 'row' }, sending));
  const allowed = h('p', { class: 'not-allowed', hidden: true }, t('session.needed'));
  const download = saving(({ detail }) => warn(detail));
  const file = (name, part) => h('a', { class: 'go', id: `photo-${name}`, href: address(id, part), download: '', onclick: download }, t(name === 'image' ? 'nav.photo' : `photo.get.${name}`));
  const shown = h('div', { hidden: true }, view.element, h('div', { class: 'cards two' },
    h('div', { class: 'stack' }, card(t('nav.osnma'), verdict, h('p', { class: 'row actions' }, again)),
      card(t('photo.note'), h('label', { class: 'unseen', for: 'photo-note' }, t('photo.note')), note, noteProblem, h('p', {}, noteButton)), office,
      card(t('photo.seal'), h('p', { class: 'note' }, t('photo.seal.text')), seal.list),
      card(t('photo.files'), h('div', { class: 'row' }, file('image', 'image'), file('pdf', `pdf?language=${language}`), file('export', 'export')),
        h('p', { class: 'row actions' }, deleting))),
    card(t('photo.data'), data.list, h('p', { class: 'row actions' }, copyButton(() => (record ? plainCoordinates(record.position.latitude_deg, record.position.longitude_deg) : ''))))));
  const waiting = h('div', {}, state('loading', t('loading')));
  root.append(h('p', {}, h('a', { href: home, id: 'photo-back' }, t(task ? 'nav.task' : 'nav.photos'))), title, allowed, waiting, shown);

  async function load() {
    const [report, sealed] = await Promise.all([send('GET', address(id)), send('GET', address(id, 'record'))]);
    // An earlier question may be answered later.
    if (closed || report.value?.summary?.revision < summary?.revision) return;
    const refusal = [report, sealed].find((answer) => !answer.ok);
    if (refusal || !report.value.summary) {
      if (refusal && refusal.status !== 404 && record) return toast(refusal.problem.detail, { severity: 'warning' });
      return lose(refusal && refusal.status !== 404 ? refusal.problem.detail : t('photo.gone'), refusal && refusal.status !== 404);
    }
    const isFirst = record === null;
    const typed = list.notes[id];
    delete list.notes[id];
    [summary, record] = [report.value.summary, sealed.value];
    // The field for the note has no other line ends.
    summary.note = summary.note.replace(/\r\n?/g, '\n');
    waiting.hidden = true;
    shown.hidden = false;
    draw();
    note.value = typed ?? note.value;
    if (isFirst) verify();
  }

  /** Shows why there is no photo. The input stays if the gateway does not answer. */
  function lose(text, isTemporary) {
    if (!isTemporary) forget(id);
    waiting.hidden = false;
    shown.hidden = true;
    replace(waiting, state('error', outside(text, 400), isTemporary ? button(null, t('again'), load) : h('a', { class: 'go', href: home }, t(task ? 'nav.task' : 'nav.photos'))));
  }

  function draw() {
    const isViewer = store.hello.role === 'viewer';
    allowed.hidden = !isViewer;
    const { position, receiver, camera = {}, centroid } = record;
    setText(title, instant(summary.taken));
    view.describe(`${t('nav.photo')} ${instant(summary.taken)}`, [instant(summary.taken),
      coordinates(summary.latitude_deg, summary.longitude_deg).join(' '), `±${length(summary.accuracy_m)} · ${t('map.height', { height: height(position.ellipsoidal_height_m) })}`,
      t(`photo.verdict.${summary.verdict}`) + (summary.replay ? ` · ${t('photo.replay')}` : '')]);
    showVerdict();
    data.set('taken', instant(summary.taken));
    data.set('place', replace(place, coordinates(position.latitude_deg, position.longitude_deg, 9).map((half) => h('span', {}, half))));
    data.set('ellipsoidal', height(position.ellipsoidal_height_m));
    data.set('orthometric', height(position.orthometric_height_m));
    data.set('accuracy', length(position.horizontal_accuracy_m));
    data.set('vertical', length(position.vertical_accuracy_m));
    data.set('quality', code('quality', position.quality));
    const { satellites } = (record.later_verdict ?? record.authentication).verdict ?? {};
    data.set('satellites', t('sky.used', { used: number(position.satellites_used), seen: number(position.satellites_in_view) })
      + (satellites ? ` · ${t('sky.authenticated', { count: number(satellites.filter(({ standing }) => standing === 'authenticated').length) })}` : ''));
    const reference = camera.heading_reference === 'magnetic' ? ` (${t('photo.magnetic')})` : '';
    data.set('heading', degrees(camera.heading_deg ?? position.heading_deg, 0) + reference);
    data.set('tilt', degrees(camera.tilt_deg, 0));
    const point = centroid?.estimate?.position;
    data.set('centroid', point ? `${coordinates(point.latitude_deg, point.longitude_deg, 9).join(' ')} (${number(centroid.count)} / ${number(centroid.wanted)})` : '—');
    data.set('receiver', outside([receiver.id, receiver.model ?? receiver.driver].filter(Boolean).join(' · '), 120));
    data.set('user', summary.user ? outside(summary.user, 100) : '—');
    data.set('size', `${number(summary.width)} × ${number(summary.height)} · ${bytes(summary.bytes)}`);
    seal.set('revision', number(summary.revision));
    seal.set('sequence', number(summary.sequence));
    // A text that is not saved yet stays.
    if (document.activeElement !== note && note.value === (note.dataset.saved ?? '')) note.value = note.dataset.saved = summary.note;
    const isLocked = isSent(summary);
    note.readOnly = noteButton.disabled = deleting.disabled = isViewer || isLocked;
    again.disabled = sending.disabled = isViewer;
    office.hidden = !isOffice() && !isLocked && summary.task === undefined;
    refresh(way, summary.task !== undefined && h('p', {}, h('a', { href: taskPage(summary.task) }, outside(t('tasks.number', { id: summary.task }), 100))), h('p', {}, sentOf(summary)));
    sending.hidden = !isOffice() || isLocked || summary.task !== undefined;
    again.hidden = summary.verdict === 'authenticated';
  }

  function showVerdict() {
    const { authentication, later_verdict: later } = record;
    const reason = ({ verdict: { reason, text, fix } = {}, statement, result }) => [
      result !== 'authenticated' || !fix ? h('p', {}, reason ? sentence(words('reason', reason, text)) : outside(statement, 600)) : null,
      fix ? h('p', {}, sentence(words('extent', fix.extent, fix.statement))) : null];
    refresh(verdict, h('p', { class: 'sentence' }, verdictOf(summary)),
      later ? [h('p', {}, t('photo.later', { time: instant(later.judged) })), reason(later), h('p', { class: 'note' }, t('photo.first', { verdict: t(`photo.verdict.${authentication.result}`) }))]
        : reason(authentication),
      summary.verdict === 'pending' ? h('p', { class: 'note' }, t('photo.pending')) : null,
      summary.verdict === 'not_authenticated' ? h('p', { class: 'note' }, t('photo.not-authenticated')) : null,
      h('p', {}, h('a', { href: '#/osnma' }, t('osnma.meaning'))));
  }

  async function verify() {
    seal.set('check', t('loading'));
    const answer = await send('GET', address(id, 'verification'));
    if (closed) return;
    if (!answer.ok) return seal.set('check', outside(answer.problem.detail, 300));
    const { outcome, captures, chain } = answer.value;
    const findings = [...(captures?.flatMap((each) => each.findings ?? []) ?? []), ...(chain?.findings ?? [])];
    seal.set('check', h('span', { id: 'photo-check' }, indicator(outcome === 'valid' ? 'green' : 'red', has(`photo.check.${outcome}`) ? t(`photo.check.${outcome}`) : outcome),
      findings.slice(0, 5).map((finding) => h('span', { class: 'line note', lang: 'en' }, outside(`${finding.part}: ${finding.text}`, 300)))));
  }

  async function saveNote() {
    replace(noteProblem);
    const text = note.value;
    let answer;
    // A newer revision may have another verdict only.
    for (const isLast of [false, true]) {
      if (![note.dataset.saved, text].includes(summary.note)) {
        note.dataset.saved = summary.note;
        return replace(noteProblem, t('photo.note-changed'), h('span', { class: 'line' }, outside(summary.note, 2000)));
      }
      answer = await send('PATCH', address(id), { note: text }, { 'If-Match': `"${summary.revision}"` });
      if (closed) return;
      if (isLast || answer.problem?.code !== 'photo_changed') break;
      await load();
      if (closed) return;
    }
    if (!answer.ok) return replace(noteProblem, outside(answer.status === 404 ? t('photo.gone') : sentence(answer.problem.detail), 400));
    note.dataset.saved = text;
    toast(t('photo.note-saved'), { severity: 'good' });
    await load();
    verify();
  }

  async function revalidate() {
    again.disabled = true;
    const answer = await send('POST', address(id, 'revalidate'));
    if (closed) return;
    again.disabled = false;
    if (!answer.ok) return warn(answer.problem.detail);
    await load();
    if (closed) return;
    toast(t(`photo.verdict.${summary.verdict}`), { severity: summary.verdict === 'authenticated' ? 'good' : 'information' });
    verify();
  }

  function askDelete() {
    question(t('paths.delete'), [h('p', {}, instant(summary?.taken)), h('p', {}, t('photos.delete.text'))], t('paths.delete'), async (isEnded) => {
      const reason = await remove([id], isEnded, forget);
      if (reason !== null || closed) return reason;
      // Its note is not missed.
      record = null;
      location.replace(beside.older || beside.newer ? page(beside.older ?? beside.newer) : home);
      return null;
    }, { isFinal: true });
  }

  const isTyped = () => record && note.value !== note.dataset.saved;

  /** Opens the photo beside this one. */
  function go(step) {
    const next = step > 0 === !task ? beside.older : beside.newer;
    if (!next) return;
    if (isTyped()) return toast(t('photo.unsaved'), { severity: 'warning' });
    // The button back leads to the list or the task.
    location.replace(page(next));
  }

  function keys(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.('input, select, textarea, dialog')) return;
    if (event.key === '+') view.zoom(1);
    if (event.key === '-') view.zoom(-1);
    if (event.key === 'Escape') view.leave();
    // The arrow keys scroll an enlarged photo.
    if (event.target.closest?.('.photo-frame.is-zoomed')) return;
    if (event.key === 'ArrowLeft') go(-1);
    if (event.key === 'ArrowRight') go(1);
  }

  load();
  neighbours(id).then((found) => {
    if (closed) return;
    beside = found;
    view.offer(found, list.total);
  });
  addEventListener('keydown', keys);
  const end = follow(() => record && load());
  return {
    tick: () => {
      waited += 1;
      if (waited < AGAIN || summary?.verdict !== 'pending') return;
      waited = 0;
      load();
    },
    redraw: () => record && draw(),
    close: () => {
      closed = true;
      if (isTyped()) {
        list.notes[id] = note.value;
        toast(t('photo.unsaved'), { severity: 'warning', action: h('a', { href: page(id) }, t('nav.photo')) });
      }
      if (!location.hash.startsWith('#/photos/')) fills = false;
      removeEventListener('keydown', keys);
      end();
    },
  };
}

/**
 * Shows a photo with a caption, zoom, and the ways to the photos beside it.
 * @param {string} id
 * @param {{go: (step: number) => void, isOldestFirst: boolean}} manner `go` opens the photo after (1) or before (-1) this one
 */
function photoView(id, { go, isOldestFirst }) {
  let zoom = 1;
  let start = null;
  const image = h('img', { id: 'photo-image', src: address(id, 'image'), alt: '', draggable: 'false', ondblclick: (event) => set(zoom === 1 ? 2 : 1, event), onerror: () => replace(frame, state('error', t('photo.gone'))) });
  const frame = h('div', { class: 'photo-frame', tabindex: '0', role: 'region' }, image);
  const caption = h('p', { class: 'photo-caption', id: 'photo-caption' });
  const ways = (isOldestFirst ? ['older', 'newer'] : ['newer', 'older']).map((name, index) => [name, button(index ? 'right' : 'left', t(`photo.${name}`), () => go(index ? 1 : -1), { id: `photo-${name}`, class: 'icon-only', disabled: true })]);
  const nearer = button('plus', t('map.zoom-in'), () => step(1), { id: 'photo-zoom-in', class: 'icon-only' });
  const wider = button('none', t('map.zoom-out'), () => step(-1), { id: 'photo-zoom-out', class: 'icon-only', disabled: true });
  const full = button('full', t('photo.full'), () => fill(!element.classList.contains('is-full')), { id: 'photo-full', class: 'icon-only', 'aria-pressed': 'false' });
  const count = h('span', { class: 'note', id: 'photo-number' });
  const element = h('section', { class: 'photo-view', 'aria-label': t('nav.photo') }, h('div', { class: 'photo-stage' }, frame, caption),
    h('div', { class: 'row apart' }, h('div', { class: 'row' }, ways.map(([, element]) => element), count), h('div', { class: 'row' }, wider, nearer, full)));

  /** Zooms, and keeps the point of an event in its place. */
  function set(wanted, event) {
    const box = frame.getBoundingClientRect();
    const [x, y] = event ? [event.clientX - box.left, event.clientY - box.top] : [box.width / 2, box.height / 2];
    const factor = wanted / zoom;
    const [left, top] = [(frame.scrollLeft + x) * factor - x, (frame.scrollTop + y) * factor - y];
    zoom = wanted;
    frame.classList.toggle('is-zoomed', zoom > 1);
    image.style.width = image.style.height = `${zoom * 100}%`;
    frame.scrollTo(left, top);
    nearer.disabled = zoom === ZOOMS.at(-1);
    wider.disabled = zoom === 1;
  }

  /** Lets the photo fill the window, or not. Browsers of iPhones have no full screen for a part of a page. */
  function fill(isFull) {
    fills = isFull;
    element.classList.toggle('is-full', isFull);
    full.setAttribute('aria-pressed', isFull);
  }

  function step(direction) {
    const next = ZOOMS[ZOOMS.indexOf(zoom) + direction];
    if (next) set(next);
  }

  if (fills) fill(true);

  // While the photo is enlarged, a movement of the finger scrolls it.
  frame.addEventListener('pointerdown', (event) => { start = zoom === 1 && event.isPrimary ? { x: event.clientX, y: event.clientY } : null; });
  frame.addEventListener('pointercancel', () => { start = null; });
  frame.addEventListener('pointerup', (event) => {
    if (!start || !event.isPrimary) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    start = null;
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
  });

  return {
    element,
    /** Enlarges the photo (1), or the reverse (-1). */
    zoom: step,
    /** Ends the full window. */
    leave: () => fill(false),
    describe(name, lines) {
      image.alt = name;
      frame.setAttribute('aria-label', name);
      replace(caption, lines.map((line) => h('span', { class: 'line' }, line)));
    },
    /** Enables the ways to the photos beside this one. */
    offer(found, total) {
      for (const [name, element] of ways) element.disabled = !found[name];
      replace(count, found.number ? t('photo.number', { number: number(isOldestFirst ? total + 1 - found.number : found.number), total: number(total) }) : null);
    },
  };
}
