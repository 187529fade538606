// SPDX-License-Identifier: Apache-2.0

import { send } from '../request.js';
import { h, outside, refresh, setText } from '../dom.js';
import { length, number } from '../format.js';
import { announce, button, dialog, field, icon, state, toast } from '../parts.js';
import { numeric } from './form.js';
import { question } from './question.js';
import { change, setting } from '../settings.js';
import * as store from '../store.js';
import { sentence, t } from '../text.js';
import { tone } from './tone.js';

/** Sends a command, and once more if no answer comes: by its key, the gateway knows that it is the same one. */
async function sendOnce(path, body) {
  const headers = { 'Idempotency-Key': crypto.getRandomValues(new Uint32Array(4)).join('-') };
  const answer = await send('POST', path, body, headers, 5);
  return answer.problem?.code === 'no_answer' ? send('POST', path, body, headers, 10) : answer;
}

/**
 * The buttons that record a path.
 * @param {HTMLElement} element receives the buttons
 * @param {HTMLElement} idle the content while no path is being recorded
 * @param {(id: number) => void} show shows a stored path
 */
export function recordingControls(element, idle, show) {
  const pause = recordButton('record-pause', 'pause', 'record.pause', () => act(isPaused() ? 'resume' : 'pause'));
  const point = recordButton('record-point', 'point', 'record.point', takePoint);
  const average = recordButton('record-average', 'centroid', 'record.average', takeAverage);
  const undo = recordButton('record-undo', 'undo', 'record.undo', removePoint);
  const stop = recordButton('record-stop', 'stop', 'record.stop', openStop);
  const choices = h('div', { class: 'record-choices' }, choice('tone', 'tone', 'record.tone', tone.arm), choice('pan', 'follow', 'record.pan'));
  const busy = h('div', { class: 'record-bar', id: 'record-busy', hidden: true }, pause, point, average, undo, stop);
  element.append(busy, choices);
  let isWaiting = false;

  const path = () => store.get('path')?.path;
  /** A command to the path that is shown; the gateway refuses it if another one is being recorded by now. */
  const address = (name) => `/v1/paths/${path()?.id ?? 'current'}/${name}`;
  /** The gateway's answer to the last command, until its next report. */
  let answered = null;
  const isPaused = () => (answered && performance.now() < answered.until ? answered.state : path()?.state) === 'paused';

  function recordButton(id, drawing, key, onclick) {
    return button(drawing, t(key), () => {
      onlyIfAllowed(onclick);
    }, { id, 'aria-label': t(`${key}.long`), title: t(`${key}.long`) });
  }

  /** A preference of this browser that can be switched on and off. */
  function choice(name, drawing, key, onSwitch = () => {}) {
    const element = button(drawing, t(key), () => {
      const isOn = setting(name) !== 'yes';
      change(name, isOn ? 'yes' : 'no');
      element.setAttribute('aria-pressed', isOn);
      onSwitch(isOn);
    }, { id: `record-${name}`, 'aria-pressed': String(setting(name) === 'yes'), title: t(`${key}.long`) });
    return element;
  }

  /** Performs an action, but shows a viewer how to get the permission. */
  function onlyIfAllowed(action) {
    if (store.hello.role !== 'viewer') return action();
    dialog(t('record.not-allowed'), [state('not-allowed', t('session.needed')), h('p', {}, h('a', { href: '#/login', onclick: (event) => event.target.closest('dialog').close() }, t('nav.login')))]);
  }

  // MARK: Commands

  /** Sends one command at a time. Resolves to the answer, or to null while another command is in progress. */
  async function command(name) {
    if (isWaiting) return null;
    isWaiting = true;
    const answer = await sendOnce(address(name));
    isWaiting = false;
    return answer;
  }

  function complain(problem, action = null) {
    toast(words(problem), { severity: 'warning', seconds: 15, action });
  }

  async function act(name) {
    const answer = await command(name);
    if (answer && !answer.ok) return complain(answer.problem);
    if (!answer) return;
    answered = { state: answer.value.state, until: performance.now() + 1500 };
    update();
  }

  async function takePoint() {
    const answer = await command('point');
    if (answer && !answer.ok) return complain(answer.problem);
    if (answer) announce(t('record.point.taken'));
  }

  /** The time until which a further tap counts as a part of a double tap. */
  let settled = 0;
  async function removePoint() {
    if (performance.now() < settled) return;
    const answer = await command('undo');
    settled = performance.now() + 700;
    if (answer && !answer.ok) return complain(answer.problem);
    if (answer) toast(t('record.undone'));
  }

  /** Takes the averaged point of a sampling session; without one, offers to sample. */
  async function takeAverage() {
    const answer = await command('centroid');
    if (!answer) return;
    if (answer.ok) {
      toast(t('record.average.taken', { samples: number(answer.value.samples) }), { severity: 'good' });
      return;
    }
    if (answer.problem.code !== 'no_centroid') return complain(answer.problem);
    const session = sampling();
    if (session) return complain({ detail: t('record.average.wait', { count: number(session.count), wanted: number(session.wanted) }) });
    question(t('record.average.title'), [h('p', {}, t('record.average.text'))], t('sampling.start'), async () => {
      const receiver = path()?.recording?.chosen_receiver;
      const begun = await send('POST', '/v1/centroid/start', receiver ? { receiver } : {});
      return begun.ok ? null : begun.problem.detail;
    });
  }

  /** The session that is sampling the recorded receiver. */
  function sampling() {
    return store.get('centroid')?.sessions.findLast?.((session) => session.receiver === path()?.recording?.receiver && ['collecting', 'ready'].includes(session.state));
  }

  // MARK: Start and stop

  function openStart() {
    const name = h('input', { id: 'record-name', type: 'text', maxlength: 200, autocomplete: 'off' });
    const spacing = h('select', { id: 'record-spacing', onchange: fit }, ['interval', 'distance', 'hand'].map((value) => h('option', { value }, t(`record.spacing.${value}`))));
    const size = h('input', { id: 'record-size', type: 'text', inputmode: 'decimal', pattern: '\\d*[.,]?\\d+', required: true });
    const sizeLabel = h('span', {});
    const sizeField = h('label', { class: 'field' }, sizeLabel, size);
    const receivers = store.get('state')?.receivers ?? [];
    const receiver = h('select', { id: 'record-receiver' }, h('option', { value: '' }, t('record.receiver.active')),
      receivers.map(({ id }) => h('option', { value: id }, id)));
    function fit() {
      const isTime = spacing.value === 'interval';
      sizeField.hidden = spacing.value === 'hand';
      size.required = !sizeField.hidden;
      setText(sizeLabel, t(isTime ? 'record.seconds' : 'record.metres'));
      size.value = isTime ? 1 : 5;
    }
    fit();
    const element = question(t('record.title'), [field(t('record.name'), name), field(t('record.spacing'), spacing), sizeField,
      receivers.length > 1 ? field(t('nav.receiver'), receiver) : null], t('record.do'), async () => {
      const order = { interval: { interval_s: numeric(size.value) }, distance: { distance_m: numeric(size.value) }, hand: { mode: 'vertex' } };
      const answer = await sendOnce('/v1/paths', { ...(name.value.trim() ? { name: name.value } : {}), ...order[spacing.value],
        ...(receiver.value ? { receiver: receiver.value } : {}) });
      return answer.ok ? null : words(answer.problem);
    });
    element.addEventListener('close', keepFocus);
  }

  function openStop() {
    const report = path();
    if (!report) return update();
    const element = question(t('record.stop.title'), [h('p', {}, outside(report.name, 100)),
      h('p', {}, t('record.stop.text', { points: number(report.points), length: length(report.length_m ?? 0) }))], t('record.stop.do'), async () => {
      const answer = await sendOnce(`/v1/paths/${report.id}/stop`);
      if (!answer.ok) return words(answer.problem);
      const { saved, path: ended } = answer.value;
      if (saved) show(ended.id);
      toast(saved ? t('record.saved', { name: ended.name.slice(0, 60), points: number(ended.points) }) : t('record.not-saved'), { severity: saved ? 'good' : 'warning' });
      return null;
    });
    element.addEventListener('close', keepFocus);
  }

  /** A refusal in words that fit the map. */
  function words(problem) {
    if (problem.code !== 'busy') return sentence(problem.detail);
    const other = path();
    return other ? t('record.taken', { id: other.id, name: other.name.slice(0, 60) }) : t('record.taken.other');
  }

  // MARK: Display

  /** If the focused button is gone, moves the focus to the first visible one. */
  function keepFocus() {
    if ([document.body, document.getElementById('content')].includes(document.activeElement) || document.activeElement?.closest('[hidden]')) (busy.hidden ? idle.firstElementChild : pause).focus({ preventScroll: true });
  }

  let label;
  function update() {
    const report = path();
    const hadFocus = element.contains(document.activeElement);
    idle.hidden = Boolean(report);
    busy.hidden = choices.hidden = !report;
    element.classList.toggle('is-viewer', store.hello.role === 'viewer');
    if (hadFocus) keepFocus();
    if (!report) return;
    const session = sampling();
    const next = `${isPaused()} ${session ? `${session.count}/${session.wanted}` : ''}`;
    if (next === label) return;
    label = next;
    const key = isPaused() ? 'record.resume' : 'record.pause';
    refresh(pause, icon(isPaused() ? 'resume' : 'pause'), h('span', {}, t(key)));
    for (const name of ['aria-label', 'title']) pause.setAttribute(name, t(`${key}.long`));
    refresh(average, icon('centroid'), h('span', {}, session ? `${session.count} / ${session.wanted}` : t('record.average')));
  }

  update();
  return { start: () => onlyIfAllowed(openStart), update };
}
