// SPDX-License-Identifier: Apache-2.0

import { h, replace } from '../dom.js';
import { number } from '../format.js';
import { button, state } from '../parts.js';
import { t } from '../text.js';
import { address } from './photo-list.js';

const ZOOMS = [1, 2, 4, 8];
/** A movement of the finger counts as a swipe from this length, in pixels. */
const SWIPE = 60;

/**
 * Shows a photo with a caption, zoom, and the ways to the photos beside it.
 * @param {string} id
 * @param {{go: (step: number) => void}} manner `go` opens the next older (1) or newer (-1) photo
 */
export function photoView(id, { go }) {
  let zoom = 1;
  let start = null;
  const image = h('img', { id: 'photo-image', src: address(id, 'image'), alt: '', draggable: 'false', ondblclick: (event) => set(zoom === 1 ? 2 : 1, event), onerror: () => replace(frame, state('error', t('photo.gone'))) });
  const frame = h('div', { class: 'photo-frame', tabindex: '0', role: 'region', onwheel: wheel }, image);
  const caption = h('p', { class: 'photo-caption', id: 'photo-caption' });
  const newer = button('left', t('photo.newer'), () => go(-1), { id: 'photo-newer', class: 'icon-only', disabled: true });
  const older = button('right', t('photo.older'), () => go(1), { id: 'photo-older', class: 'icon-only', disabled: true });
  const nearer = button('plus', t('map.zoom-in'), () => step(1), { id: 'photo-zoom-in', class: 'icon-only' });
  const wider = button('none', t('map.zoom-out'), () => step(-1), { id: 'photo-zoom-out', class: 'icon-only', disabled: true });
  const count = h('span', { class: 'note', id: 'photo-number' });
  const element = h('section', { class: 'photo-view', 'aria-label': t('nav.photo') }, h('div', { class: 'photo-stage' }, frame, caption),
    h('div', { class: 'row apart' }, h('div', { class: 'row' }, newer, older, count), h('div', { class: 'row' }, wider, nearer)));

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

  function step(direction, event) {
    const next = ZOOMS[ZOOMS.indexOf(zoom) + direction];
    if (next) set(next, event);
  }

  function wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    step(event.deltaY < 0 ? 1 : -1, event);
  }

  // While the photo is enlarged, a movement of the finger scrolls it.
  frame.addEventListener('pointerdown', (event) => { start = zoom === 1 && event.isPrimary ? { x: event.clientX, y: event.clientY } : null; });
  frame.addEventListener('pointercancel', () => { start = null; });
  frame.addEventListener('pointerup', (event) => {
    if (!start || !event.isPrimary) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    start = null;
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) go(x < 0 ? 1 : -1);
  });
  frame.addEventListener('keydown', (event) => {
    if (event.key === '+') step(1);
    if (event.key === '-') step(-1);
  });

  return {
    element,
    describe(name, lines) {
      image.alt = name;
      frame.setAttribute('aria-label', name);
      replace(caption, lines.map((line) => h('span', { class: 'line' }, line)));
    },
    /** Enables the ways to the photos beside this one. */
    offer(found, total) {
      newer.disabled = !found.newer;
      older.disabled = !found.older;
      replace(count, found.number ? t('photo.number', { number: number(found.number), total: number(total) }) : null);
    },
  };
}
