// SPDX-License-Identifier: Apache-2.0

import { send } from '../request.js';
import { h, outside, refresh, replace, setText } from '../dom.js';
import { coordinates, degrees, height, instant, length, number, plainCoordinates } from '../format.js';
import { button, card, copyButton, facts, field, indicator, state, toast } from '../parts.js';
import * as store from '../store.js';
import { code, has, phrase, sentence, t } from '../text.js';
import { samplingPlot } from './centroid-plot.js';
import { settingFields } from './setting-fields.js';

export const topics = 'centroid:2';
/** The page appears when these topics have arrived. */
export const needs = ['centroid'];
/** The page has texts in the catalogue of the pages. */
export const hasTexts = true;

/** Shown until there is an averaged point. */
const NOTHING = '---';
const COLOURS = { collecting: 'yellow', ready: 'green', finished: 'green', stopped: 'grey' };

/** Shows sampling sessions: their progress, samples and averaged point; starts and ends them. */
export function show(root) {
  /** The number of the session that is shown; null for the newest. */
  let chosen = null;
  let closed = false;
  let isWaiting = false;

  const receiver = h('select', { id: 'sampling-receiver' });
  const continuous = h('input', { id: 'sampling-continuous', type: 'checkbox' });
  const startButton = button('centroid', t('sampling.start'), start, { id: 'sampling-start', class: 'primary' });
  const startNote = h('p', { class: 'note' });
  const allowed = h('p', { class: 'not-allowed', hidden: true });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const starting = card(t('sampling.new'), h('p', { class: 'note' }, t('sampling.intro')),
    field(t('nav.receiver'), receiver),
    h('label', { class: 'row check' }, continuous, h('span', {}, t('sampling.continuous'))),
    h('p', {}, startButton), startNote, problem);

  const which = h('select', { id: 'sampling-session', 'aria-label': t('sampling.which'), onchange: () => {
    chosen = Number(which.value);
    update();
  } });
  const standing = h('p', { id: 'sampling-state', class: 'sentence' });
  const count = h('span', { id: 'sampling-count', class: 'big' });
  const bar = h('progress', { max: 1, value: 0, 'aria-label': t('sampling.samples') });
  const rejected = h('ul', { id: 'sampling-rejected', class: 'indicators' });
  const stopButton = button('stop', t('sampling.stop'), () => command('stop'), { id: 'sampling-stop' });
  const resetButton = button('undo', t('sampling.reset'), () => command('reset'), { id: 'sampling-reset' });
  const takeButton = button('point', t('sampling.take'), take, { id: 'sampling-take', hidden: true });
  const progress = card(t('sampling.session'), which, standing, h('div', { class: 'row' }, count, bar), rejected,
    h('div', { class: 'row actions' }, resetButton, stopButton, takeButton));

  const halves = [h('span', { id: 'sampling-latitude' }, NOTHING), h('span', { id: 'sampling-longitude' }, NOTHING)];
  const numbers = facts(['ellipsoidal', 'orthometric', 'error', 'ellipse', 'drms', 'r95', 'used', 'effective', 'distance', 'osnma', 'time']
    .map((name) => [name, t(`sampling.${name}`)]));
  const warning = h('p', { id: 'sampling-warning', class: 'problem' });
  const result = card(t('sampling.point'), h('div', { class: 'row apart' }, h('p', { class: 'big pair', id: 'sampling-place' }, halves),
    copyButton(() => {
      const place = session()?.estimate?.position;
      return place ? plainCoordinates(place.latitude_deg, place.longitude_deg) : '';
    })), warning, numbers.list);
  const plot = samplingPlot();
  const settings = h('section', { class: 'span', id: 'sampling-settings' });
  const fields = settingFields(settings, { isWanted: (name) => name.startsWith('centroid.') });
  root.append(h('h1', {}, t('nav.centroid')), allowed, h('div', { class: 'cards two' }, h('div', { class: 'stack' }, starting, progress),
    h('div', { class: 'stack' }, result, plot.element)), settings);

  function session() {
    const sessions = store.get('centroid')?.sessions ?? [];
    return sessions.find((entry) => entry.session === chosen) ?? sessions.reduce((newest, entry) => (entry.session > (newest?.session ?? 0) ? entry : newest), null);
  }

  const isRunning = (entry) => ['collecting', 'ready'].includes(entry?.state);

  /** The reason of the latest event in words. */
  function reason(entry) {
    if (entry.message) return phrase(entry.message, entry.text);
    const key = `sampling.reason.${entry.reason}`;
    return has(key) ? t(key) : entry.text ?? '';
  }

  function showSession(entry) {
    progress.hidden = result.hidden = plot.element.hidden = !entry;
    if (!entry) return;
    const words = [t(`sampling.state.${entry.state}`)];
    if (entry.reason && entry.event !== 'rejected' && entry.event !== 'accepted') words.push(' ', t(`sampling.event.${entry.event}`), ' ', outside(reason(entry), 300));
    refresh(standing, indicator(COLOURS[entry.state] ?? 'grey', ...words), h('span', { class: 'note line' }, outside(entry.receiver, 60), ' · ', instant(entry.started),
      entry.resets ? ` · ${t('sampling.resets', { count: number(entry.resets) })}` : ''));
    setText(count, `${number(entry.count)} / ${number(entry.wanted)}`);
    bar.value = Math.min(1, entry.count / entry.wanted);
    refresh(rejected, Object.entries(entry.rejected).filter(([, number]) => number > 0).map(([name, number]) =>
      h('li', {}, t('sampling.rejected', { count: number, reason: has(`sampling.rejection.${name}`) ? t(`sampling.rejection.${name}`) : name }))));
    showPoint(entry.estimate);
    plot.show(entry);
  }

  function showPoint(estimate) {
    const place = estimate?.position;
    const words = place ? coordinates(place.latitude_deg, place.longitude_deg, 9) : [NOTHING, NOTHING];
    halves.forEach((half, index) => setText(half, words[index] ?? ''));
    const ellipse = estimate?.standard_error_ellipse;
    numbers.set('ellipsoidal', height(estimate?.ellipsoidal_height_m));
    numbers.set('orthometric', height(estimate?.orthometric_height_m));
    numbers.set('error', estimate?.standard_error_m === undefined ? '—' : `± ${length(estimate.standard_error_m)}`);
    numbers.set('ellipse', ellipse ? `${length(ellipse.semi_major_m)} × ${length(ellipse.semi_minor_m)}, ${degrees(ellipse.azimuth_deg)}` : '—');
    numbers.set('drms', length(estimate?.drms_m));
    numbers.set('r95', length(estimate?.r95_m));
    numbers.set('used', number(estimate?.used));
    numbers.set('effective', number(estimate?.effective_samples, 1));
    numbers.set('distance', length(estimate?.distance_m));
    numbers.set('osnma', estimate ? code('sampling.osnma', estimate.osnma) : '—');
    numbers.set('time', instant(estimate?.last));
    setText(warning, estimate?.unstable ? t('sampling.unstable') : estimate?.resolution_limited ? t('sampling.limited') : '');
  }

  function showChoices() {
    const receivers = store.get('state')?.receivers ?? [];
    const before = receiver.value;
    refresh(receiver, h('option', { value: '' }, t('record.receiver.active')), receivers.map(({ id }) => h('option', { value: id }, id)));
    // New options would change the selection.
    receiver.value = receivers.some(({ id }) => id === before) ? before : '';
    const sessions = [...store.get('centroid')?.sessions ?? []].sort((a, b) => b.session - a.session);
    which.hidden = sessions.length < 2;
    const shown = session()?.session;
    if (document.activeElement !== which) {
      refresh(which, sessions.map((entry) => h('option', { value: entry.session }, t('sampling.option', { session: entry.session, receiver: entry.receiver.slice(0, 40), state: code('sampling.short', entry.state) }))));
      if (shown !== undefined) which.value = shown;
    }
  }

  function update() {
    const mayAct = store.hello.role !== 'viewer';
    const report = store.get('centroid');
    const entry = session();
    allowed.hidden = mayAct;
    setText(allowed, t('session.needed'));
    startButton.disabled = !mayAct || report?.enabled === false;
    setText(startNote, report?.enabled === false ? t('sampling.disabled') : '');
    showChoices();
    showSession(entry);
    // If the focused button is disabled, the focus moves to the start button.
    const isLeft = [stopButton, resetButton].includes(document.activeElement) && !isRunning(entry);
    stopButton.disabled = resetButton.disabled = !mayAct || !isRunning(entry);
    if (isLeft) startButton.focus({ preventScroll: true });
    takeButton.hidden = !mayAct || !store.get('path')?.path || entry?.state !== 'finished';
  }

  async function start() {
    replace(problem);
    const answer = await ask('/v1/centroid/start', { ...(receiver.value ? { receiver: receiver.value } : {}), ...(continuous.checked ? { continuous: true } : {}) });
    if (!answer?.ok) return;
    chosen = answer.value.session;
  }

  async function command(name) {
    const entry = session();
    if (entry) await ask(`/v1/centroid/${name}`, { session: entry.session });
  }

  /** Adds the averaged point to the path that is being recorded. */
  async function take() {
    const answer = await ask(`/v1/paths/${store.get('path')?.path?.id ?? 'current'}/centroid`);
    if (answer?.ok) toast(t('record.average.taken', { samples: number(answer.value.samples) }), { severity: 'good' });
  }

  /** Sends one command at a time, and shows the reason if it is refused. */
  async function ask(path, body) {
    if (isWaiting) return null;
    isWaiting = true;
    const answer = await send('POST', path, body, {}, 10);
    isWaiting = false;
    if (closed) return answer;
    replace(problem, answer.ok ? null : outside(answer.status === 404 ? t('sampling.gone') : answer.problem.code === 'busy' ? t('sampling.busy') : sentence(answer.problem.detail), 400));
    return answer;
  }

  const ends = [...['centroid', 'state', 'path', 'hello'].map((topic) => store.on(topic, update))];
  update();
  return {
    close: () => {
      closed = true;
      ends.forEach((end) => end());
      plot.close();
      fields.close();
    },
    redraw: () => {
      update();
      fields.redraw();
      plot.paint();
    },
    restyle: () => plot.paint(),
  };
}
