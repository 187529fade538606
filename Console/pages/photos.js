// SPDX-License-Identifier: Apache-2.0

import { h, outside, refresh, replace, setText } from '../dom.js';
import { bytes, coordinates, instant, number } from '../format.js';
import { button, failure, icon, state, warn } from '../parts.js';
import { send } from '../request.js';
import { current } from '../session.js';
import * as store from '../store.js';
import { t } from '../text.js';
import { askToSend, follow, isOffice, isOnItsWay, isSent, sentOf } from './office.js';
import { begin, forget, isMore, list, load, loadAll, photoPage, remove, thumbnail, verdictOf } from './photo-list.js';
import { question } from './question.js';

export const topics = 'capture:1,back_office:1';
/** The page has texts in the catalogue of the pages. */
export const hasTexts = true;

/** The photos that are listed if there is a back office: those of no task, until the person chooses all. */
let chosen = 'task=';

/** The time until photos whose verdict is not final are loaded again, in seconds. */
const AGAIN = 15;
/** The number of photos in a part of the list. */
const PART = 60;

/** Lists the stored photos, deletes selected ones, and sends those of no task. */
export function show(root) {
  const scope = () => (isOffice() ? chosen : '');
  begin(scope());
  let closed = false;
  let isLoading = false;
  let isSelecting = false;
  let waited = 0;
  const selected = new Set();
  /** The entries by photo, with the text that they show. */
  const entries = new Map();
  const shoot = h('a', { class: 'go', href: '#/camera', id: 'photos-new' }, icon('photos'), h('span', {}, t('camera.shutter')));
  const selecting = button('ok', t('photos.select'), () => select(!isSelecting), { id: 'photos-select', 'aria-pressed': 'false' });
  const deleting = button('bad', '', () => askDelete(), { id: 'photos-delete', class: 'danger', hidden: true });
  const all = button(null, t('photos.all'), () => {
    for (const photo of list.items) if (!isSent(photo)) selected.add(photo.id);
    draw();
  }, { id: 'photos-all', hidden: true });
  const sending = button('sending', t('tasks.send-all'), askToSendAll, { id: 'photos-send' });
  const tabs = ['task=', ''].map((which) => button(null, t(which ? 'tasks.alone' : 'tasks.every'), () => {
    chosen = which;
    select(false);
    again();
  }, { id: which ? 'photos-alone' : 'photos-every' }));
  const total = h('p', { class: 'note', id: 'photos-total' });
  const notice = h('div', { id: 'photos-notice' });
  const place = h('div', { id: 'photos-list' });
  const end = h('div', { id: 'photos-end' }, state('loading', t('loading')));
  root.append(h('h1', { tabindex: '-1' }, t('nav.photos')), h('div', { class: 'filters' }, shoot, selecting, all, deleting, sending, tabs), total, notice, place, end);

  const mayChange = () => store.hello.role !== 'viewer';
  const isDisabled = () => Boolean(store.get('capture')?.reasons.some(({ code }) => code === 'disabled'));

  async function get(options) {
    if (isLoading) return;
    isLoading = true;
    const problem = await load(options);
    isLoading = false;
    if (closed) return;
    if (problem) return replace(end, failure(problem, () => get(options)));
    draw();
  }

  function draw() {
    const focused = root.contains(document.activeElement) ? document.activeElement.id : null;
    const ids = new Set(list.items.map(({ id }) => id));
    for (const id of selected) if (!ids.has(id)) selected.delete(id);
    const elements = list.items.map(entry);
    // Parts out of sight cost no layout.
    const parts = Math.ceil(elements.length / PART);
    while (place.children.length < parts) place.append(h('ul', { class: 'photos' }));
    while (place.children.length > parts) place.lastElementChild.remove();
    [...place.children].forEach((part, index) => arrange(part, elements.slice(index * PART, (index + 1) * PART)));
    for (const id of entries.keys()) if (!ids.has(id)) entries.delete(id);
    setText(total, list.total ? `${t('photos.count', { count: number(list.total) })} · ${t('photos.total', { used: bytes(list.bytes), limit: bytes(list.limit) })}` : '');
    refresh(end, list.total === 0 ? (isDisabled() ? null : state('empty', t('photos.none'), mayChange() ? h('a', { class: 'go', href: '#/camera' }, t('camera.shutter')) : null))
      : isMore() ? button(null, t('paths.more'), () => get({ more: true }), { id: 'photos-more' }) : null);
    showTools();
    showNotice();
    if (focused && !document.getElementById(focused)) root.querySelector('h1').focus({ preventScroll: true });
    watchEnd();
  }

  /** Puts elements into a part of the list; those that stay where they are keep their focus and picture. */
  function arrange(part, elements) {
    elements.forEach((element, index) => part.children[index] !== element && part.insertBefore(element, part.children[index] ?? null));
    while (part.children.length > elements.length) part.lastElementChild.remove();
  }

  function showTools() {
    selecting.hidden = list.total === 0;
    selecting.disabled = !mayChange();
    shoot.hidden = !mayChange();
    place.classList.toggle('is-selecting', isSelecting);
    all.hidden = deleting.hidden = !isSelecting;
    deleting.disabled = selected.size === 0;
    sending.hidden = !isOffice() || !list.items.some(isUnsent);
    sending.disabled = !mayChange();
    for (const [index, tab] of tabs.entries()) {
      tab.hidden = !isOffice();
      tab.setAttribute('aria-pressed', (index === 0) === (chosen !== ''));
    }
    setText(deleting.lastElementChild, `${t('paths.delete')} (${number(selected.size)})`);
  }

  function showNotice() {
    const key = `${isDisabled()} ${store.hello.role}`;
    if (notice.dataset.key === key) return;
    notice.dataset.key = key;
    replace(notice, mayChange() ? null : h('p', { class: 'not-allowed' }, t('session.needed')),
      isDisabled() ? state('empty', t('photos.disabled'), store.hello.role === 'admin' ? button(null, t('photos.enable'), enable, { id: 'photos-enable', class: 'primary' }) : t('session.admin')) : null);
  }

  async function enable() {
    const answer = await send('PATCH', '/v1/settings', { 'captures.enabled': true });
    if (!answer.ok) warn(answer.problem.detail);
    else if (!closed) root.querySelector('h1').focus({ preventScroll: true });
  }

  function entry(photo) {
    const text = JSON.stringify(photo);
    const known = entries.get(photo.id);
    const box = known?.text === text ? known.box : h('input', { type: 'checkbox', onchange: () => {
      if (box.checked) selected.add(photo.id);
      else selected.delete(photo.id);
      showTools();
    }, 'aria-label': `${t('photos.select')}: ${instant(photo.taken)}` });
    box.checked = selected.has(photo.id);
    box.disabled = isSent(photo);
    if (known?.text === text) return known.element;
    const element = h('li', { class: 'photo', 'data-photo': photo.id }, h('label', { class: 'check' }, box),
      h('a', { href: photoPage(photo.id, scope()), id: `photo-${photo.id}` }, thumbnail(photo.id), h('span', { class: 'lines' },
        h('strong', { class: 'line' }, instant(photo.taken)), h('span', { class: 'line' }, verdictOf(photo)),
        h('span', { class: 'line' }, coordinates(photo.latitude_deg, photo.longitude_deg).join(' ')),
        photo.note ? h('span', { class: 'line' }, outside(photo.note, 120)) : null,
        isOnItsWay(photo) && h('span', { class: 'line' }, sentOf(photo)), photo.task !== undefined && h('span', { class: 'line' }, outside(t('tasks.number', { id: photo.task }), 60)),
        h('span', { class: 'line note' }, `${number(photo.width)} × ${number(photo.height)} · ${bytes(photo.bytes)}`, photo.user ? [' · ', outside(photo.user, 40)] : null))));
    known?.element.replaceWith(element);
    entries.set(photo.id, { element, box, text });
    return element;
  }

  function select(isOn) {
    isSelecting = isOn;
    selecting.setAttribute('aria-pressed', isOn);
    if (!isOn) selected.clear();
    draw();
  }

  function askDelete() {
    const ids = [...selected];
    question(`${t('paths.delete')} – ${t('photos.count', { count: number(ids.length) })}`, h('p', {}, t('photos.delete.text')), t('paths.delete'), async (isEnded) => {
      const reason = await remove(ids, isEnded, (id) => {
        forget(id);
        selected.delete(id);
      });
      if (closed) return reason;
      if (reason === null) select(false);
      await get();
      return reason;
    }, { isFinal: true }).addEventListener('close', () => {
      // The button that had the focus is hidden then.
      if (document.activeElement?.id === 'content') root.querySelector('h1').focus({ preventScroll: true });
    });
  }

  /** True if a photo is sent with all of the person's. */
  const isUnsent = ({ sent, task, user }) => sent === 'unsent' && task === undefined && user === current()?.name;

  async function askToSendAll() {
    // The person reads how many these are.
    const problem = await loadAll(() => closed);
    if (closed) return;
    draw();
    if (problem) return warn(problem.detail);
    askToSend('/v1/captures/send', [h('p', {}, t('photos.count', { count: number(list.items.filter(isUnsent).length) })), h('p', {}, t('tasks.send.photos'))], get);
  }

  /** Loads the photos of another person or another choice. */
  function again() {
    begin(scope());
    // An answer that is awaited is about other photos, and is then ignored.
    isLoading = false;
    get();
  }

  /** Loads the next photos before the end of the list is seen. */
  const watcher = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && list.items.length > 0 && isMore() && get({ more: true }), { rootMargin: '1200px' });
  function watchEnd() {
    watcher.unobserve(end);
    watcher.observe(end);
  }

  // The photo that was open is seen again.
  const before = list.opened;
  if (list.items.length) {
    draw();
    requestAnimationFrame(() => document.getElementById(`photo-${before}`)?.scrollIntoView({ block: 'center' }));
  }
  get();
  let known;
  const ends = [
    store.on('capture', ({ running }) => {
      showNotice();
      const now = running.filter(({ state: each }) => each === 'stored').map(({ id }) => id).join();
      if (known !== undefined && now && now !== known) get();
      known = now;
      if (list.total === 0 && !isLoading) draw();
    }),
    follow(again),
  ];
  return {
    tick: () => {
      waited += 1;
      if (waited < AGAIN || document.querySelector('dialog[open]') || !list.items.some(({ verdict }) => verdict === 'pending')) return;
      waited = 0;
      get();
    },
    redraw: () => {
      entries.clear();
      draw();
    },
    close: () => {
      closed = true;
      watcher.disconnect();
      ends.forEach((stop) => stop());
    },
  };
}
