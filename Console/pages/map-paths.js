// SPDX-License-Identifier: Apache-2.0

import { send } from '../request.js';
import { owner } from '../session.js';
import { h, outside, refresh, setText } from '../dom.js';
import { area, length, number } from '../format.js';
import { button, icon, warn } from '../parts.js';
import { question } from './question.js';
import * as store from '../store.js';
import { t } from '../text.js';
import { Line, MOST, drawnLine } from './map-line.js';

/** The stored path that the map shows; it stays while other pages are open. */
let chosen = null;
/** The person who selected it. */
let person = null;

/** True if the map shows a stored path. */
export const isPathChosen = () => chosen !== null && (!person || person === owner());

/**
 * Shows the path that is being recorded and a selected one, each with a box that describes it.
 * @param {object} stage the map: `L`, `map`, `frame`, `ends`, `restyles`
 * @param {(bounds: any) => void} fit moves the map to these bounds
 * @param {number} wanted the number of the path in the address; otherwise 0
 */
export function showPaths(stage, fit, wanted) {
  const { ends, restyles } = stage;
  /** The path being recorded: its points, its drawing, and how many points had been removed from it. */
  let running = null;
  let stored = null;
  let isLoading = false;
  let closed = false;
  const boxes = {
    running: pathBox('running', 'record', () => running?.line.count && fit(running.drawing.bounds())),
    chosen: pathBox('chosen', 'paths', () => stored?.line.count && fit(stored.drawing.bounds()), forget),
  };
  const box = h('div', { class: 'map-paths', id: 'map-paths' }, boxes.running.element, boxes.chosen.element);
  ends.push(() => {
    closed = true;
    running?.drawing.remove();
    stored?.drawing.remove();
  });
  restyles.push(() => [running, stored].forEach((path) => path?.drawing.redraw()));

  /** Follows the recording. If points were removed, loads the end of the line again. */
  async function follow() {
    const report = store.get('path')?.path;
    if (running && running.line.id !== report?.id) {
      running.drawing.remove();
      running = null;
    }
    showBox();
    if (!report || isLoading) return;
    isLoading = true;
    const removed = report.recording?.removed ?? 0;
    if (!running) {
      const line = new Line(report.id, Math.min(report.points, MOST));
      running = { line, removed, drawing: drawnLine(stage, line, true) };
    }
    const own = running;
    const isShortened = removed !== own.removed || report.points < own.line.count;
    // A restart of the gateway counts removed points from 0 again.
    if (isShortened) own.line.shorten(removed < own.removed ? Infinity : removed - own.removed + Math.max(0, own.line.count - report.points));
    own.removed = removed;
    if (own.line.count < report.points) await own.line.load();
    isLoading = false;
    if (closed) return;
    if (running !== own) return follow();
    if (isShortened) own.drawing.redraw();
    else own.drawing.extend();
    showBox();
    // Process the reports that arrived in the meantime.
    if (store.get('path')?.path !== report) follow();
  }

  /** Shows a stored path and moves the map to it. */
  async function choose(id, { isAsked = false, isSeen = false, isEnd = false } = {}) {
    if (store.get('path')?.path && !isAsked) {
      question(t('path.beside.title'), [h('p', {}, t('path.beside.text'))], t('path.beside.do'), async () => {
        await choose(id, { isAsked: true });
        return null;
      });
      return;
    }
    // One request loads most paths completely, and need not wait for the report.
    let line = new Line(id, 0);
    const [answer, refusal] = await Promise.all([send('GET', `/v1/paths/${id}`), line.load(true)]);
    if (closed) return;
    // A recording that has ended may be another person's path.
    if (isEnd && answer.status === 404) return;
    if (!answer.ok) return lose(answer);
    const report = answer.value;
    if (report.points > MOST) line = new Line(id, report.points);
    const problem = refusal ?? (line.count < report.points / line.step ? await line.load() : null);
    if (closed) return;
    if (problem) return lose({ status: problem.status, problem });
    stored?.drawing.remove();
    stored = { report, line, drawing: drawnLine(stage, line, false) };
    [chosen, person] = [id, owner()];
    showBox();
    if (line.count && !isSeen) fit(stored.drawing.bounds());
  }

  function lose({ status, problem }) {
    forget();
    warn(status === 404 ? t('path.gone') : problem.detail);
  }

  function forget() {
    stored?.drawing.remove();
    [stored, chosen] = [null, null];
    if (location.hash.includes('?')) history.replaceState(null, '', '#/');
    showBox();
  }

  /** Another page or program may have renamed or deleted the path. */
  async function check() {
    const own = stored;
    if (!own) return;
    const answer = await send('GET', `/v1/paths/${own.line.id}`);
    // Another path may be shown by now.
    if (closed || stored !== own) return;
    if (answer.status === 404) return lose(answer);
    if (answer.ok) stored.report = answer.value;
    showBox();
  }

  function showBox() {
    const report = store.get('path')?.path;
    const waits = report?.recording;
    boxes.running.show(report, report && [t(report.state === 'paused' ? 'record.is-paused' : 'record.is-running'),
      t('path.points', { points: number(report.points) }), length(report.length_m ?? 0),
      waits?.waiting ? t('record.waiting', { count: number(waits.waiting) }) : null,
      waits?.lost ? t('record.lost', { count: number(waits.lost) }) : null]);
    boxes.chosen.show(stored?.report, stored && [stored.report.area_m2 === undefined ? null : area(stored.report.area_m2),
      stored.report.length_m === undefined ? null : length(stored.report.length_m), t('path.points', { points: number(stored.report.points) }),
      stored.line.step > 1 ? t('path.thinned', { step: number(stored.line.step) }) : null]);
    for (const [name, path] of [['running', running], ['chosen', stored]]) {
      box.dataset[name] = path ? `${path.line.id} ${path.line.count} ${path.drawing.shape()} ${path.drawing.pins()}` : '';
    }
  }

  let known;
  ends.push(store.on('path', (value) => {
    follow();
    if (known !== undefined && value.changes !== known) check();
    known = value.changes;
  }));
  if (wanted > 0) choose(wanted);
  else if (isPathChosen()) choose(chosen, { isAsked: true, isSeen: true });
  return { box, choose, update: showBox };
}

/** A box that describes a path; a click on it moves the map there. */
function pathBox(kind, drawing, fit, hide) {
  const [title, details] = [h('strong'), h('span', { class: 'line' })];
  const element = h('div', { class: 'map-box map-path', id: `path-${kind}`, hidden: true },
    h('button', { type: 'button', class: 'quiet', id: `fit-${kind}`, onclick: fit }, icon(drawing), h('span', {}, title, details)),
    hide ? button('close', t('path.hide'), hide, { class: 'quiet icon-only', id: 'path-hide' }) : null);
  return {
    element,
    // The elements are kept, so that the focus stays.
    show(report, words) {
      element.hidden = !report;
      if (!report) return;
      refresh(title, t('path.number', { id: report.id }), ' ', outside(report.name, 60));
      setText(details, [...words, t(`path.sent.${report.sent}`)].filter(Boolean).join(' · '));
    },
  };
}
