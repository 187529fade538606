// SPDX-License-Identifier: Apache-2.0

import { h, outside, refresh, replace, setText } from '../dom.js';
import { bytes, number } from '../format.js';
import { activeReceiver, button, failure, field, icon, sortedTable, state } from '../parts.js';
import { saving, send } from '../request.js';
import * as store from '../store.js';
import { t } from '../text.js';

export const needs = ['state'];

/** The pause between two requests in milliseconds. */
const PAUSE = 500;
/** The maximum number of frames that the page shows. */
const SHOWN = 200;
/** The maximum number of frames in one answer; at a higher rate the page shows a sample. */
const LIMIT = 30;
/** The time over which rates are averaged, in milliseconds. */
const RATE = 5000;
/** The maximum number of lines in a frame's list of fields. */
const LINES = 400;

/** Shows the frames that a receiver sends, as they arrive. */
export function show(root, page) {
  let closed = false;
  let timer;
  let isPaused = false;
  /** The number of the newest request; answers to earlier ones are ignored. */
  let turn = 0;
  let receiver = new URLSearchParams(page.path.split('?')[1] ?? '').get('receiver') ?? activeReceiver()?.id;
  let next;
  let skipped = 0;
  /** Earlier counters, for rates. */
  let past = [];

  const choice = h('select', { id: 'raw-receiver', onchange: (event) => begin(event.target.value) });
  const only = h('input', { id: 'raw-only', maxlength: 60, placeholder: 'NAV-', autocomplete: 'off', spellcheck: 'false', oninput: () => begin(receiver) });
  const pause = button('pause', t('raw.pause'), () => hold(!isPaused), { id: 'raw-pause' });
  const file = h('a', { class: 'go', id: 'raw-file', download: '', onclick: saving((problem) => replace(notice, failure(problem))) }, t('raw.file'));
  const notice = h('div', { id: 'raw-notice' });
  const total = h('p', { id: 'raw-total', class: 'note' });
  const left = h('p', { id: 'raw-skipped', class: 'note' });
  const frames = h('div', { id: 'raw-frames', class: 'raw-frames', tabindex: '0', role: 'log', 'aria-live': 'off', 'aria-label': t('raw.frames') });
  const counters = sortedTable(t('raw.messages'), [
    { title: t('raw.message'), key: (row) => `${row.protocol} ${row.name}`, show: (row) => outside(`${row.protocol} ${row.name}`, 80) },
    { title: t('raw.count'), key: (row) => row.count, show: (row) => number(row.count) },
    { title: t('raw.rate'), key: (row) => row.rate ?? -1, show: (row) => (row.rate === undefined ? '—' : number(row.rate, 1)) },
    { title: t('raw.bytes'), key: (row) => row.bytes, show: (row) => bytes(row.bytes) },
  ], t('raw.nothing'));
  root.append(h('h1', { tabindex: '-1' }, t('nav.raw')), h('p', { class: 'note' }, t('raw.about')),
    h('div', { class: 'filters' },
      field(t('nav.receiver'), choice),
      field(t('raw.only'), only), pause, file),
    notice, h('div', { class: 'cards' },
      h('section', { class: 'card span' }, h('h2', {}, t('raw.frames')), left, frames),
      h('section', { class: 'card span' }, h('h2', {}, t('raw.messages')), total, counters.table)));

  // MARK: Asking

  /** Begins with another receiver or other messages. */
  function begin(id) {
    turn += 1;
    if (id !== receiver) {
      replace(notice);
      past = [];
      counters.set([]);
    }
    [receiver, next, skipped] = [id, undefined, 0];
    nameFile();
    replace(frames);
    showSkipped();
    setText(total, '');
    // Otherwise the list would stay empty during a pause.
    hold(false);
  }

  /** Names the file of the receiver that is shown. */
  function nameFile() {
    file.hidden = !receiver;
    file.href = receiver ? `/v1/receivers/${encodeURIComponent(receiver)}/raw/file` : '#/raw';
  }

  function hold(value) {
    isPaused = value;
    replace(pause, icon(value ? 'resume' : 'pause'), h('span', {}, t(value ? 'raw.go-on' : 'raw.pause')));
    if (!value) ask();
  }

  async function ask() {
    clearTimeout(timer);
    if (closed || isPaused || document.hidden || !receiver) return;
    // A pending answer is ignored: this request asks for the same frames.
    const mine = (turn += 1);
    const query = new URLSearchParams({ limit: LIMIT });
    if (next) query.set('after', next);
    if (only.value.trim()) query.set('only', only.value.trim());
    const answer = await send('GET', `/v1/receivers/${encodeURIComponent(receiver)}/raw?${query}`);
    if (closed || mine !== turn) return;
    if (answer.ok) {
      replace(notice);
      take(answer.value);
    } else {
      replace(notice, failure(answer.problem));
    }
    timer = setTimeout(ask, answer.ok ? PAUSE : 4 * PAUSE);
  }

  // MARK: Showing

  function take(report) {
    const isNew = next === undefined;
    next = report.next;
    skipped += report.skipped;
    const isAtEnd = isNew || frames.scrollTop + frames.clientHeight >= frames.scrollHeight - 4;
    for (const frame of report.frames) frames.append(item(frame));
    while (frames.children.length > SHOWN) frames.firstElementChild.remove();
    if (frames.children.length === 0) setText(left, t('raw.waiting'));
    else showSkipped();
    // A user who has scrolled back is reading.
    if (isAtEnd) frames.scrollTop = frames.scrollHeight;
    showCounters(report);
  }

  function showSkipped() {
    setText(left, skipped > 0 ? t('raw.skipped', { count: number(skipped) }) : '');
  }

  function showCounters(report) {
    const at = performance.now();
    // After a pause in requests, the gateway counts from zero.
    if (past.length && past[past.length - 1].frames > report.frame_count) past = [];
    past.push({ at, frames: report.frame_count, bytes: report.byte_count, counts: new Map(report.messages.map((row) => [`${row.protocol} ${row.name}`, row.count])) });
    while (past.length > 2 && at - past[1].at >= RATE) past.shift();
    const first = past[0];
    const seconds = (at - first.at) / 1000;
    const rate = (now, before) => (seconds < 0.9 ? undefined : (now - before) / seconds);
    counters.set(report.messages.map((row) => ({ ...row, rate: rate(row.count, first.counts.get(`${row.protocol} ${row.name}`) ?? 0) })));
    const [perSecond, volume] = [rate(report.frame_count, first.frames), rate(report.byte_count, first.bytes)];
    setText(total, perSecond === undefined ? '' : t('raw.total', { frames: number(perSecond, 1), bytes: bytes(volume) }));
  }

  function item(frame) {
    const { protocol, name } = frame.message;
    const text = frame.text ?? frame.hex;
    const element = h('details', { 'data-number': frame.number, 'data-name': name },
      h('summary', {}, h('span', { class: 'time' }, clock(frame.time)), ' ', h('strong', {}, outside(`${protocol} ${name}`, 60)),
        ' ', h('span', { class: 'note' }, bytes(frame.bytes)), ' ', h('code', { class: 'preview' }, text.slice(0, 120))));
    // Created when the frame is opened; most frames never are.
    element.addEventListener('toggle', () => {
      if (element.open && element.children.length === 1) element.append(inner(frame));
    });
    return element;
  }

  function inner(frame) {
    const rows = [];
    flatten('', frame.message.fields ?? {}, rows);
    const shown = rows.slice(0, LINES);
    return h('div', { class: 'inner' },
      h('table', {}, h('caption', {}, t('raw.fields')),
        h('tbody', {}, shown.map(([key, value]) => h('tr', {}, h('th', { scope: 'row' }, outside(key, 60)), h('td', { class: 'wrap' }, outside(value, 400)))))),
      rows.length > shown.length ? h('p', { class: 'note' }, t('raw.more', { count: number(rows.length - shown.length) })) : null,
      h('pre', { tabindex: '0', 'aria-label': t('raw.content') }, frame.text ?? spaced(frame.hex)));
  }

  function showChoice() {
    const ids = (store.get('state')?.receivers ?? []).map(({ id }) => id);
    if (!receiver && ids.length) begin(activeReceiver().id);
    // A receiver that is gone stays selected, and the gateway says that it is gone.
    const all = receiver && !ids.includes(receiver) ? [...ids, receiver] : ids;
    refresh(choice, all.map((id) => h('option', { value: id }, id.slice(0, 60))));
    if (receiver) choice.value = receiver;
    nameFile();
    if (!receiver) replace(notice, state('empty', t('receiver.none'), h('a', { class: 'go', href: '#/receivers/add' }, t('nav.receiver-add'))));
  }

  const seen = () => !document.hidden && ask();
  document.addEventListener('visibilitychange', seen);
  const ends = [store.on('state', showChoice)];
  showChoice();
  ask();
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
      ends.forEach((end) => end());
    },
    redraw: showChoice,
  };
}

/** The time of day with milliseconds, in the browser's zone. */
function clock(text) {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) return '—';
  const two = (value) => String(value).padStart(2, '0');
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}

/** Lists the fields of a message, each with its path, such as `sats[3].cno`. */
function flatten(path, value, rows) {
  if (rows.length > 4 * LINES) return;
  if (Array.isArray(value)) {
    // A short list of numbers or texts takes one line.
    if (value.length <= 40 && value.every((part) => typeof part !== 'object' || part === null)) rows.push([path, value.map(plain).join(', ')]);
    else value.forEach((part, index) => flatten(`${path}[${index}]`, part, rows));
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) flatten(path ? `${path}.${key}` : key, part, rows);
  } else rows.push([path, plain(value)]);
}

function plain(value) {
  return value === null ? '—' : String(value);
}

/** Hexadecimal digits in groups, 16 bytes to a line. */
function spaced(hex) {
  return (hex.match(/.{1,32}/g) ?? []).map((line) => line.match(/.{1,2}/g).join(' ')).join('\n');
}
