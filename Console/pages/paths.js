// SPDX-License-Identifier: Apache-2.0

import { saving, send } from '../request.js';
import { h, outside, replace } from '../dom.js';
import { area, bytes, instant, length, number } from '../format.js';
import { button, dialog, facts, failure, field, icon, state, toast, warn } from '../parts.js';
import { question } from './question.js';
import * as store from '../store.js';
import { t } from '../text.js';
import { pointWords } from './map-line.js';
import { askToSend, isOffice } from './office.js';
import { upload } from './upload.js';

/** The page has texts in the catalogue of the pages. */
export const hasTexts = true;
export const topics = 'back_office:1';

const FORMATS = { gpx: 'GPX', kml: 'KML', kmz: 'KMZ', geojson: 'GeoJSON', csv: 'CSV' };
/** The maximum number of points in a KMZ file. */
const KMZ = 100000;
/** The number of paths that are listed at once. */
const PAGE = 50;
/** The formats of imported files by the endings of their names. */
const EXTENSIONS = { gpx: 'gpx', kml: 'kml', kmz: 'kmz', geojson: 'geojson', json: 'geojson', csv: 'csv' };
/** The maximum size of an imported file in bytes. */
const LIMIT = 67108864;
/** The number of points on a page of their table. */
const POINTS = 100;
const COLUMNS = ['number', 'place', 'ellipsoidal', 'orthometric', 'accuracy', 'time', 'origin', 'quality', 'receiver'];

/** Lists the recorded paths, or the days of the track log. */
export function show(root) {
  let kind = 'path';
  let reports = [];
  /** The paths whose part with exports is open. */
  let opened = [];
  let isMore = false;
  let closed = false;
  /** The role and the session that the list was loaded for. */
  let viewer;
  /** The row of the path that is being recorded. */
  let running;
  const list = h('div', { id: 'paths-list' }, state('loading', t('loading')));
  const notice = h('div', { id: 'paths-notice' });
  const tabs = ['path', 'track'].map((name) => button(name === 'path' ? 'paths' : 'position', t(`paths.${name}`), () => {
    kind = name;
    replace(list, state('loading', t('loading')));
    load();
  }, { id: `paths-${name}`, 'aria-pressed': String(name === kind) }));
  const importing = button('plus', t('paths.import'), () => openImport(load), { id: 'paths-import' });
  root.append(h('h1', { tabindex: '-1' }, t('nav.paths')), h('div', { class: 'filters' }, tabs, h('a', { class: 'go', href: '#/' }, icon('record'), h('span', {}, t('paths.record'))), importing), notice, list);

  const mayChange = () => store.hello.role !== 'viewer';

  /** Loads the list; `more` adds the next page to it. */
  async function load({ more = false } = {}) {
    const [wanted, asker] = [kind, viewer];
    const offset = more ? reports.length : 0;
    const limit = more ? PAGE : Math.min(Math.max(PAGE, reports.length), 1000);
    const answer = await send('GET', `/v1/paths?kind=${kind}&limit=${limit}&offset=${offset}`);
    // Another person may have signed in, or a second click have loaded the same page of the list.
    if (closed || wanted !== kind || (asker && asker !== viewer) || (more && offset !== reports.length)) return;
    if (!answer.ok) {
      replace(list, failure(answer.problem, () => load()));
      return;
    }
    isMore = answer.value.length >= limit;
    reports = more ? [...reports, ...answer.value] : answer.value;
    draw();
  }

  function draw() {
    const focused = root.contains(document.activeElement) ? document.activeElement.id : null;
    for (const tab of tabs) tab.setAttribute('aria-pressed', tab.id === `paths-${kind}`);
    importing.hidden = kind !== 'path';
    importing.disabled = !mayChange();
    opened = [...list.querySelectorAll('[open]')].map((one) => one.closest('li').dataset.path);
    replace(notice, mayChange() ? null : h('p', { class: 'not-allowed' }, t('session.needed')));
    replace(list, reports.length === 0 ? state('empty', t(kind === 'path' ? 'paths.none' : 'paths.no-tracks'))
      : h('ul', { class: 'cards paths' }, reports.map(item)),
    isMore && h('p', {}, button(null, t('paths.more'), () => load({ more: true }), { id: 'paths-more' })));
    if (focused) (document.getElementById(focused) ?? root.querySelector('h1')).focus({ preventScroll: true });
  }

  /** Shows the numbers that grow while a path is being recorded. */
  function measure(words, report) {
    words.set('length', length(report.length_m));
    words.set('area', report.area_m2 === undefined ? '—' : area(report.area_m2) + (report.crosses_itself ? ` (${t('paths.crosses')})` : ''));
    words.set('points', number(report.points));
  }

  function item(report) {
    const { id } = report;
    const isRunning = report.state === 'recording' || report.state === 'paused';
    // The map always shows the path that is being recorded, but not the day's track.
    const address = isRunning && kind === 'path' ? '#/' : `#/?path=${id}`;
    const words = facts([['started', t('paths.started')], ['ended', t('alerts.column.ended')], ['length', t('paths.length')], ['area', t('paths.area')],
      ['points', t('position.points')], ['sent', t('paths.sent')]]);
    words.set('started', instant(report.started));
    words.set('ended', isRunning ? t(`record.is-${report.state === 'paused' ? 'paused' : 'running'}`) : instant(report.ended));
    measure(words, report);
    if (isRunning) running = { id, words };
    words.set('sent', report.send_error ? outside(report.send_error, 200) : t(`path.sent.${report.sent}`));
    const named = (key) => `${t(key)}: ${report.name.slice(0, 80)}`;
    return h('li', { class: 'card', 'data-path': id },
      h('h2', {}, t('path.number', { id }), ' ', outside(report.name, 200)), words.list,
      h('div', { class: 'row actions' },
        h('a', { class: 'go', href: address, id: `path-show-${id}`, 'aria-label': named('alerts.filter') }, icon('map'), h('span', {}, t('alerts.filter'))),
        button('status', t('position.points'), () => openPoints(report), { id: `path-points-${id}`, 'aria-label': named('position.points') }),
        kind === 'path' && button(null, t('paths.rename'), () => rename(report), { id: `path-rename-${id}`, disabled: !mayChange(), 'aria-label': named('paths.rename') }),
        kind === 'path' && isOffice() && report.sent === 'unsent' && report.state === 'finished' && report.points > 0 && button('sending', t('tasks.send'), () => ask(report), { id: `path-send-${id}`, disabled: !mayChange(), 'aria-label': named('tasks.send') }),
        button(null, t('paths.delete'), () => remove(report), { id: `path-delete-${id}`, disabled: !mayChange() || isRunning || report.sent === 'sending', 'aria-label': named('paths.delete') })),
      h('details', { open: opened.includes(`${id}`) }, h('summary', { id: `path-export-${id}` }, t('paths.export')),
        h('div', { class: 'row' }, Object.entries(FORMATS).map(([format, title]) => {
          const isTooLong = format === 'kmz' && report.points > KMZ;
          return isTooLong ? h('span', { class: 'note' }, t('paths.kmz', { most: number(KMZ) }))
            : h('a', { class: 'go', href: `/v1/paths/${id}.${format}`, download: '', 'aria-label': `${title}: ${report.name.slice(0, 80)}`, onclick: download }, title);
        }))));
  }

  const download = saving((problem, status) => {
    warn(status === 404 ? t('path.gone') : problem.detail);
    if (status) load();
  });

  function ask({ id, name }) {
    askToSend(`/v1/paths/${id}/send`, [h('p', {}, outside(name, 200)), h('p', {}, t('tasks.send.path'))], load);
  }

  function rename(report) {
    const name = h('input', { id: 'path-name', type: 'text', maxlength: 200, required: true, autocomplete: 'off' });
    name.value = report.name;
    question(t('paths.rename.title'), field(t('people.name'), name), t('paths.rename'), async () => {
      const answer = await send('PATCH', `/v1/paths/${report.id}`, { name: name.value });
      if (!answer.ok) return answer.status === 404 ? t('path.gone') : answer.problem.detail;
      await load();
      return null;
    });
  }

  function remove(report) {
    question(t('paths.delete.title'), [h('p', {}, outside(report.name, 200)), h('p', {}, t('paths.delete.text', { points: number(report.points) }))], t('paths.delete'), async () => {
      const answer = await send('DELETE', `/v1/paths/${report.id}`);
      if (!answer.ok && answer.status !== 404) return answer.problem.detail;
      await load();
      return null;
    }).addEventListener('close', () => {
      // The button that had the focus was removed with the path.
      if ([document.body, document.getElementById('content')].includes(document.activeElement)) root.querySelector('h1').focus({ preventScroll: true });
    });
  }

  let known;
  const follow = () => {
    const { path, changes } = store.get('path') ?? {};
    if (path && path.id === running?.id) measure(running.words, path);
    const now = `${changes} ${path?.id} ${path?.state} ${store.get('back_office')?.changes}`;
    // The list behind an open dialog stays until the dialog is closed.
    if (now === known || document.querySelector('dialog[open]')) return;
    if (known) load();
    known = now;
  };
  const ends = [
    store.on('path', follow),
    store.on('hello', ({ role, session }) => {
      const before = viewer;
      viewer = `${role} ${session}`;
      // Each person has own paths.
      if (before && viewer !== before) load();
    }),
  ];
  load();
  return {
    close: () => {
      closed = true;
      ends.forEach((end) => end());
    },
    redraw: () => draw(),
    tick: follow,
  };
}

/**
 * Opens the dialog that imports the paths of a file.
 * @param {() => void} imported called when paths were added
 */
function openImport(imported) {
  const file = h('input', { id: 'import-file', type: 'file', required: true, accept: Object.keys(EXTENSIONS).map((name) => `.${name}`).join(',') });
  const name = h('input', { id: 'import-name', type: 'text', maxlength: 200, autocomplete: 'off' });
  const transfer = upload();
  const element = question(t('paths.import'), [h('p', { class: 'note' }, t('import.note', { size: bytes(LIMIT) })),
    field(t('import.file'), file), field(t('import.name'), name), transfer.element], t('import.do'), async () => {
    const chosen = file.files[0];
    const format = EXTENSIONS[chosen?.name.split('.').at(-1).toLowerCase()];
    if (!format) return t('import.format');
    if (chosen.size === 0) return t('import.empty');
    if (chosen.size > LIMIT) return t('import.large', { limit: bytes(LIMIT) });
    const address = `/v1/paths/import?format=${format}${name.value.trim() ? `&name=${encodeURIComponent(name.value)}` : ''}`;
    const { value, reason } = await transfer.send('POST', address, chosen);
    if (reason) return reason;
    imported();
    toast(t('import.done', { count: number(value.length) }), { severity: 'good' });
    return null;
  });
  // Closing the dialog ends the upload.
  element.addEventListener('close', transfer.end);
}

/** Opens a table of a path's points. */
function openPoints(report) {
  const table = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('position.points') }, state('loading', t('loading')));
  const range = h('p', { class: 'note', role: 'status' });
  let [first, next] = [0, 0];
  const starts = [];
  const back = button(null, t('paths.back'), () => { first = next = starts.pop() ?? 0; load(); });
  const on = button(null, t('paths.on'), () => {
    // Until the next page is there, its end is unknown.
    if (first === next) return;
    starts.push(first);
    first = next;
    load();
  });

  async function load() {
    const from = first;
    const answer = await send('GET', `/v1/paths/${report.id}/points?from=${from}&limit=${POINTS}`);
    if (from !== first) return;
    if (!answer.ok) {
      replace(table, state('error', answer.status === 404 ? t('path.gone') : outside(answer.problem.detail, 400), button(null, t('again'), load)));
      return;
    }
    const points = answer.value;
    replace(table, h('table', {}, h('thead', {}, h('tr', {}, COLUMNS.map((name) => h('th', { scope: 'col' }, t(`path.point.${name}`))))),
      h('tbody', {}, points.map((point) => {
        const words = pointWords(point);
        return h('tr', {}, COLUMNS.map((name, index) => h(index === 0 ? 'th' : 'td', index === 0 ? { scope: 'row' } : {}, words[name])));
      }))));
    replace(range, points.length ? t('paths.range', { from: number(points[0].index + 1), to: number(points.at(-1).index + 1) }) : t('paths.end'));
    back.disabled = first === 0;
    // Damaged points are left out, so that a page before the end may have fewer points or end further on.
    next = Math.max(first + POINTS, (points.at(-1)?.index ?? 0) + 1);
    on.disabled = points.length < POINTS && next >= report.points;
  }

  dialog([t('path.number', { id: report.id }), ' ', outside(report.name, 100)], [table, range, h('div', { class: 'row' }, back, on)]).classList.add('wide-dialog');
  load();
}
