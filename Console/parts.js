// SPDX-License-Identifier: Apache-2.0

import { h, outside, replace, s, setText } from './dom.js';
import { order, span } from './format.js';
import * as store from './store.js';
import { code, phrase, sentence, t, words } from './text.js';

/** Icons by name. Each has its own outline, so that colour is never the only difference. */
const DRAWINGS = {
  ok: 'M4 12l5 5L20 6', warning: 'M12 3l10 18H2zM12 10v5M12 18v.5', bad: 'M6 6l12 12M18 6L6 18', none: 'M5 12h14',
  map: 'M9 4L3 6v14l6-2 6 2 6-2V4l-6 2zM9 4v14M15 6v14', status: 'M3 13h4l3-8 4 14 3-6h4',
  sky: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 8a4 4 0 100 8 4 4 0 000-8zM12 3v18M3 12h18',
  position: 'M12 2v4M12 18v4M2 12h4M18 12h4M12 6a6 6 0 100 12 6 6 0 000-12zM12 11v2',
  osnma: 'M12 2l8 3v6c0 5-3.5 9-8 11-4.5-2-8-6-8-11V5zM8 12l3 3 5-6',
  alerts: 'M6 17V11a6 6 0 0112 0v6l2 2H4zM10 21h4', about: 'M12 3a9 9 0 100 18 9 9 0 000-18zM12 11v6M12 7v.5',
  receivers: 'M12 13v8M8 21h8M12 13a2 2 0 100-4 2 2 0 000 4zM7.5 15.5a6 6 0 010-9M16.5 6.5a6 6 0 010 9M4.5 18.5a10 10 0 010-15M19.5 3.5a10 10 0 010 15',
  raw: 'M4 6h6M14 6h6M4 12h3M11 12h9M4 18h10M18 18h2',
  layers: 'M12 3l9 5-9 5-9-5zM3 12l9 5 9-5M3 16l9 5 9-5',
  corrections: 'M12 21V11M9 21h6M12 9a2 2 0 100-4 2 2 0 000 4zM8 3a6 6 0 000 8M16 3a6 6 0 010 8M4 15h4M16 15h4',
  people: 'M9 11a3 3 0 100-6 3 3 0 000 6zM3 19c0-3 3-5 6-5s6 2 6 5M16 5a3 3 0 010 6M17 14c2 .5 4 2 4 5',
  agrirouter: 'M12 14v7M12 14a2 2 0 100-4 2 2 0 000 4zM8 16a6 6 0 010-8M16 8a6 6 0 010 8M5 19a10 10 0 010-14M19 5a10 10 0 010 14',
  settings: 'M4 6h10M18 6h2M4 12h2M10 12h10M4 18h8M16 18h4M16 4v4M8 10v4M14 16v4', sending: 'M12 20V5M6 11l6-6 6 6',
  pause: 'M8 5v14M16 5v14', resume: 'M7 5l12 7-12 7z', record: 'M12 6a6 6 0 100 12 6 6 0 000-12z', stop: 'M6 6h12v12H6z',
  point: 'M12 21s-7-6-7-11a7 7 0 0114 0c0 5-7 11-7 11zM12 10v.01', undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 010 12h-3', tone: 'M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 010 6M19 6a8 8 0 010 12',
  paths: 'M5 19a2 2 0 100-4 2 2 0 000 4zM19 9a2 2 0 100-4 2 2 0 000 4zM7 17h6a3 3 0 000-6h-2a3 3 0 010-6h6',
  centroid: 'M12 3v6M12 15v6M3 12h6M15 12h6M12 11a1 1 0 100 2 1 1 0 000-2zM6 7v.01M17 6v.01M18 17v.01M7 17v.01', copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  follow: 'M12 3l6 18-6-5-6 5z', members: 'M8 11a3 3 0 100-6 3 3 0 000 6zM2 20a6 6 0 0112 0M16 11a3 3 0 100-6M17 14a6 6 0 015 6', more: 'M5 12h.01M12 12h.01M19 12h.01', full: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5', close: 'M6 6l12 12M18 6L6 18', plus: 'M12 5v14M5 12h14',
  fleet: 'M3 15V9h9l3 6M3 15h3M11 15h10v-4h-4M8.5 18a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM18 18a2 2 0 100-4 2 2 0 000 4zM8 9V5h5v4',
  tasks: 'M8 5H5v16h14V5h-3M9 3h6v4H9zM8 13l3 3 5-6', checked: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 9a3 3 0 100 6 3 3 0 000-6z',
  photos: 'M4 7h3l2-3h6l2 3h3v13H4zM12 10a3 3 0 100 7 3 3 0 000-7z', left: 'M15 5l-7 7 7 7', right: 'M9 5l7 7-7 7',
};

/** Creates an icon; the text beside it states its meaning. */
export function icon(name) {
  return s('svg', { class: `icon icon-${name}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    s('path', { d: DRAWINGS[name] ?? DRAWINGS.none }));
}

/** Labels an input field. */
export const field = (label, ...input) => h('label', { class: 'field' }, h('span', {}, label), input);

/** Creates a card with a title. */
export function card(title, ...children) {
  return h('section', { class: 'card' }, h('h2', {}, title), ...children);
}

/** A list of names and values whose values can be updated. */
export function facts(rows) {
  const cells = new Map(rows.map(([key]) => [key, h('dd', {}, '—')]));
  const list = h('dl', { class: 'facts' },
    rows.map(([key, label]) => h('div', {}, h('dt', {}, label), cells.get(key))));
  return {
    list,
    /** @param {string} key @param {any} value a text or an element */
    set(key, value) {
      const cell = cells.get(key);
      if (value instanceof Node) replace(cell, value);
      else setText(cell, value ?? '—');
    },
  };
}

/** The icon for each indicator colour. */
export const INDICATOR_ICONS = { green: 'ok', yellow: 'warning', red: 'bad', grey: 'none' };

/** Creates an indicator (green, yellow, red or grey) with its text. */
export function indicator(colour, ...text) {
  return h('span', { class: `indicator indicator-${colour}` }, icon(INDICATOR_ICONS[colour] ?? 'none'), h('span', {}, text));
}

/**
 * Creates a placeholder for content that is missing.
 * @param {'loading'|'empty'|'error'|'not-allowed'} kind
 */
export function state(kind, text, ...actions) {
  return h('div', { class: `state state-${kind}` }, h('p', {}, text), actions.length ? h('p', {}, actions) : null);
}

/** Says why the gateway did not do something, with a button that tries again. */
export const failure = (problem, again) => state('error', outside(problem.detail, 400), ...(again ? [button(null, t('again'), again)] : []));

/** Shows a topic's growing age, and dims the surrounding element when the value is old. */
export function freshness(topic, element, period = 1) {
  const label = h('span', { class: 'age' });
  return {
    label,
    update() {
      const seconds = store.age(topic);
      setText(label, Number.isFinite(seconds) ? t('age.ago', { span: span(seconds) }) : '');
      const standing = store.standing(topic, period);
      element.dataset.age = store.link.state === 'lost' && standing === 'fresh' ? 'stale' : standing;
      return standing;
    },
  };
}

/** Creates a button with an icon and a name. */
export function button(name, label, onclick, attributes = {}) {
  return h('button', { type: 'button', onclick, ...attributes }, name ? icon(name) : null, h('span', {}, label));
}

/** Creates a button that copies a text. If the browser forbids it, the text is shown for copying by hand. */
export function copyButton(text) {
  return button('copy', t('copy'), async () => {
    const value = text();
    if (!value) return;
    try {
      await navigator.clipboard.writeText(value);
      toast(t('copied'));
    } catch {
      dialog(t('copy'), [h('input', { value, readonly: true, 'aria-label': t('copy'), class: 'wide' })]);
    }
  }, { class: 'quiet' });
}

/** Shows a short message for a while, without taking the focus. */
export function toast(text, { severity = 'information', seconds = 8, action = null } = {}) {
  const place = document.getElementById('toasts');
  // The same words about another photo lead elsewhere.
  const key = text + (action?.href ?? '');
  const same = [...place.children].find((element) => element.dataset.key === key);
  if (same) return same;
  const element = h('div', { class: `toast toast-${severity}`, 'data-key': key },
    // A long text scrolls, so the keyboard must reach it.
    h('p', { tabindex: text.length > 150 ? '0' : null }, text), action, button('close', t('close'), () => element.remove(), { class: 'quiet icon-only' }));
  place.append(element);
  announce(text);
  while (place.children.length > 4) (place.querySelector('.toast:not(.toast-critical)') ?? place.firstElementChild).remove();
  if (seconds > 0) setTimeout(() => element.remove(), seconds * 1000);
  return element;
}

/** Shows a warning until a person closes it. */
export const warn = (text) => toast(text, { severity: 'warning', seconds: 0 });

let announced = 0;
let waiting;

/** Announces a sentence to screen readers: at most one every 5 s, always the newest. */
export function announce(text) {
  clearTimeout(waiting);
  const pause = Math.max(0, announced + 5000 - performance.now());
  waiting = setTimeout(() => {
    announced = performance.now();
    setText(document.getElementById('announcer'), text);
  }, pause);
}

let dialogs = 0;

/** Opens a dialog. Closing it returns the focus to where it was. */
export function dialog(title, children, actions = []) {
  const before = document.activeElement;
  // A dialog may open over another one.
  const id = `dialog-${++dialogs}`;
  const element = h('dialog', { 'aria-labelledby': id },
    h('form', { method: 'dialog' },
      h('h2', { id }, title), children,
      h('div', { class: 'row end' }, actions, h('button', { value: 'close', class: 'primary', formnovalidate: true }, t('close')))));
  element.addEventListener('close', () => {
    element.remove();
    // The page may have been drawn again meanwhile.
    (before?.isConnected ? before : document.getElementById(before?.id))?.focus?.();
    // The element that had the focus may be gone.
    if (document.activeElement === document.body) document.getElementById('content').focus({ preventScroll: true });
  });
  document.body.append(element);
  element.showModal();
  return element;
}

/** The OSNMA verdict about the position, in the colours and words used on every page. */
export function verdict() {
  const report = store.get('state')?.osnma?.find((item) => item.receiver === activeReceiver()?.id);
  const isReached = store.link.state === 'live' && store.standing('state', 10) !== 'gone';
  if (!report || !isReached) {
    const reason = t(isReached ? 'osnma.none' : 'osnma.not-reached');
    return { colour: 'grey', state: 'unknown', title: t('osnma.unverified'), reason, isSimulation: false };
  }
  const isAuthentic = report.state === 'authenticated';
  const isOnTheWay = ['collecting', 'verifying'].includes(report.reason);
  return {
    colour: isAuthentic ? 'green' : report.state === 'unknown' ? 'grey' : isOnTheWay ? 'yellow' : 'red',
    state: report.state, title: isAuthentic ? t('osnma.enabled') : t('osnma.unverified'),
    reason: sentence(words('reason', report.reason, report.text)),
    isSimulation: report.simulation === true, satellites: report.satellites, code: report.reason,
  };
}

/** The active receiver; the first one if none is active. */
export function activeReceiver() {
  const receivers = store.get('state')?.receivers ?? [];
  return receivers.find((receiver) => receiver.active) ?? receivers[0];
}

/** The short word for a fix, such as FIX or DGPS, and its level. */
export function fixBadge(fix) {
  if (!fix || fix.kind === 'none') return { text: '—', level: 'bad' };
  const word = { rtk_fixed: 'FIX', rtk_float: 'FLOAT', differential: 'DGPS', dead_reckoning: 'DR' }[fix.quality] ?? fix.kind.toUpperCase();
  return { text: word, level: { rtk_fixed: 'best', dead_reckoning: 'bad' }[fix.quality] ?? 'good' };
}

/** Creates an indicator with a receiver's state and its reason. */
export function receiverIndicator(receiver) {
  const colours = { running: 'green', degraded: 'yellow', starting: 'yellow' };
  return indicator(colours[receiver.state] ?? 'red', code('receiver-state', receiver.state), ': ', outside(phrase(receiver.message, receiver.reason)));
}

/** Creates a table that sorts its rows when a heading is clicked. An empty table shows why it is empty. */
export function sortedTable(caption, columns, empty = '—') {
  let sorted = 0;
  let isDown = false;
  let rows = [];
  const body = h('tbody');
  const heads = columns.map((column, index) => {
    const head = h('th', { scope: 'col' }, h('button', {
      type: 'button', class: 'sort', onclick: () => {
        isDown = sorted === index && !isDown;
        sorted = index;
        show();
      },
    }, column.title));
    return head;
  });
  const show = () => {
    if (rows.length === 0) {
      replace(body, h('tr', {}, h('td', { colspan: columns.length, class: 'wrap note' }, empty)));
      return;
    }
    if (body.rows[0]?.cells.length === 1) replace(body);
    const { key } = columns[sorted];
    const ordered = [...rows].sort((a, b) => {
      const [x, y] = [key(a), key(b)];
      const rank = typeof x === 'number' || typeof y === 'number' ? (x ?? -Infinity) - (y ?? -Infinity)
        : order(String(x), String(y));
      return isDown ? -rank : rank;
    });
    heads.forEach((head, index) => {
      head.setAttribute('aria-sort', index !== sorted ? 'none' : isDown ? 'descending' : 'ascending');
    });
    while (body.rows.length > ordered.length) body.lastElementChild.remove();
    while (body.rows.length < ordered.length) {
      body.append(h('tr', {}, columns.map((_, index) => h(index === 0 ? 'th' : 'td', index === 0 ? { scope: 'row' } : {}))));
    }
    // Unchanged cells stay, which keeps a selection and saves layout time.
    ordered.forEach((row, line) => columns.forEach((column, index) => {
      const cell = (column.show ? column.show(row) : column.key(row)) ?? '—';
      const place = body.rows[line].cells[index];
      if (!(cell instanceof Node)) setText(place, cell);
      else if (place.firstElementChild?.outerHTML !== cell.outerHTML) replace(place, cell);
    }));
  };
  const table = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    h('table', {}, h('caption', {}, caption), h('thead', {}, h('tr', {}, heads)), body));
  return { table, set(next) { rows = next; show(); } };
}

/** Creates a canvas with the screen's resolution, at most doubled; `draw` receives its context and size. */
export function canvas(label, draw) {
  const element = h('canvas', { role: 'img', 'aria-label': label });
  const paint = () => {
    const box = element.getBoundingClientRect();
    if (box.width < 2) return;
    const ratio = Math.min(2, devicePixelRatio || 1);
    const [width, height] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
    if (element.width !== width || element.height !== height) [element.width, element.height] = [width, height];
    const context = element.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, box.width, box.height);
    draw(context, box.width, box.height, colours());
  };
  const observer = new ResizeObserver(paint);
  observer.observe(element);
  return { element, paint, close: () => observer.disconnect() };
}

/** The theme's colours, for drawing on a canvas. */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  const value = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    text: value('text'), weak: value('weak'), line: value('line'), accent: value('accent'), good: value('good'),
    warning: value('warning'), bad: value('bad'), back: value('card'), own: value('own'),
  };
}
