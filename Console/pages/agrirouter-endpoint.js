// SPDX-License-Identifier: Apache-2.0

import { send } from '../request.js';
import { h, outside, setText } from '../dom.js';
import { instant, number } from '../format.js';
import { button, copyButton, dialog, toast } from '../parts.js';
import { question } from './question.js';
import * as store from '../store.js';
import { code as word, phrase, sentence, t } from '../text.js';
import { isOnboarded } from '../uplink.js';

/**
 * The form with which a person onboards the gateway, onboards it again, and disconnects it.
 * @param {{report: () => any, took: (report: any) => void, isClosed: () => boolean}} page
 */
export function endpointForm({ report, took, isClosed }) {
  let isBusy = false;
  let role;
  const input = h('input', {
    id: 'agrirouter-code', type: 'text', class: 'wide', autocomplete: 'off', autocapitalize: 'characters', autocorrect: 'off', spellcheck: 'false',
    maxlength: 64, 'aria-describedby': 'agrirouter-code-note agrirouter-code-problem',
  });
  const problem = h('p', { class: 'problem', role: 'alert', id: 'agrirouter-code-problem' });
  const submit = h('button', { type: 'submit', class: 'primary', id: 'agrirouter-onboard' }, h('span', { class: 'spinner', hidden: true }), h('span', {}));
  const leave = button(null, t('uplink.disconnect'), askToDisconnect, { id: 'agrirouter-disconnect', class: 'danger' });
  const busy = h('p', { class: 'note', role: 'status', id: 'agrirouter-busy' });
  const element = h('form', { id: 'agrirouter-form', autocomplete: 'off' },
    h('label', { class: 'field', for: 'agrirouter-code' }, h('span', {}, t('uplink.code')), input), problem,
    h('p', { class: 'note', id: 'agrirouter-code-note' }, t('uplink.code.note')), h('div', { class: 'row' }, submit, leave), busy);
  input.addEventListener('input', () => {
    setText(problem, '');
    update();
  });
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    onboard();
  });

  const typed = () => input.value.replace(/[\s-]/g, '');
  /** Stored data that cannot be read can be deleted too. */
  const mayDisconnect = () => isOnboarded(report()) || report()?.error?.code === 'stored_endpoint';

  function update() {
    const mayChange = store.hello.role === 'admin';
    // Another person may sign in here.
    if (role !== undefined && role !== store.hello.role) input.value = '';
    role = store.hello.role;
    input.disabled = !mayChange || !report();
    input.readOnly = isBusy;
    submit.disabled = !mayChange || !report() || (!isBusy && typed() === '');
    leave.disabled = !mayChange;
    leave.hidden = !mayDisconnect();
    for (const each of [submit, leave]) each.setAttribute('aria-disabled', isBusy || each.disabled);
    submit.firstElementChild.hidden = !isBusy;
    setText(submit.lastElementChild, t(isOnboarded(report()) ? 'uplink.onboard-again' : 'uplink.onboard'));
    setText(busy, isBusy ? t('uplink.waiting') : '');
  }

  /** Sends a request, and marks the form as busy until the answer. */
  async function during(method, body) {
    isBusy = true;
    update();
    const answer = await send(method, '/v1/agrirouter/onboarding', body);
    isBusy = false;
    return answer;
  }

  async function onboard() {
    if (isBusy || submit.disabled) return;
    const again = isOnboarded(report());
    const answer = await during(again ? 'PUT' : 'POST', { code: typed() });
    // An accepted code is used up. Any other code stays for a correction or another try.
    if (answer.ok || isInForce(answer)) input.value = '';
    if (answer.ok) took(answer.value);
    else if (isInForce(answer)) await ask();
    settle();
    if (answer.problem?.code === 'bad_code') setText(problem, sentence(answer.problem.detail));
    else if (isInForce(answer)) tell(t(again ? 'uplink.renewed' : 'uplink.onboarded'), refused(answer.problem), 'warning');
    else if (answer.ok) tell(t(again ? 'uplink.renewed' : 'uplink.onboarded'), accepted(answer.value, again), 'good');
    else tell(t(again ? 'uplink.not-renewed' : 'uplink.not-onboarded'), refused(answer.problem), 'warning');
  }

  function accepted(value, again) {
    const end = value.certificate ? instant(value.certificate.not_after) : '—';
    return [h('p', {}, t(again ? 'uplink.renewed.text' : 'uplink.onboarded.text', { environment: word('setting.agrirouter.environment', value.environment) })),
      h('p', {}, t('uplink.certificate.until', { date: end })),
      value.state === 'paused' ? h('p', {}, h('strong', {}, t('uplink.still-paused'))) : again ? null : h('p', {}, t('uplink.route'), ' ', portal(value.portal))];
  }

  function refused(reason) {
    const isNamed = !reason.code || reason.detail.includes(reason.code);
    return [h('p', {}, outside(sentence(reason.detail), 900), isNamed ? '' : ` [${reason.code}]`),
      reason.code === 'no_answer' ? h('p', {}, t('uplink.unknown-end')) : null];
  }

  function askToDisconnect() {
    if (isBusy || leave.disabled) return;
    const element = question(t('uplink.disconnect.ask'), [h('p', {}, t('uplink.disconnect.text', { count: number(report().queue.entries) }))],
      t('uplink.disconnect'), async () => {
        const answer = await disconnect();
        // The result has its own dialog.
        if (element.open) element.addEventListener('close', () => tellEnd(answer));
        else tellEnd(answer);
        return null;
      }, { isFinal: true });
  }

  /** True if the change is in effect, but could not be stored. */
  const isInForce = (answer) => answer.problem?.code === 'unsaved';

  /** Shows the current report. */
  async function ask() {
    const now = await send('GET', '/v1/agrirouter');
    if (now.ok) took(now.value);
  }

  async function disconnect() {
    const answer = await during('DELETE');
    if (answer.ok || isInForce(answer)) await ask();
    return answer;
  }

  function tellEnd(answer) {
    const { endpoint, portal: address, text, message } = answer.value ?? {};
    settle();
    if (!answer.ok) return tell(t(isInForce(answer) ? 'uplink.disconnected' : 'uplink.not-disconnected'), refused(answer.problem), 'warning');
    tell(t('uplink.disconnected'), [h('p', {}, outside(sentence(phrase(message, text)), 900), ' ', portal(address)),
      endpoint ? h('p', {}, outside(endpoint, 100), ' ', copyButton(() => endpoint)) : null], 'good');
  }

  /** Updates the form. The field gets the focus, because buttons may be gone. */
  function settle() {
    update();
    if (!isClosed() && !document.querySelector('dialog')) input.focus();
  }

  /** Shows a result: in a dialog, or on another page without taking the focus. */
  function tell(title, parts, severity) {
    const isSeen = !isClosed() && element.checkVisibility?.() !== false && !document.querySelector('dialog');
    if (isSeen) return dialog(title, h('div', { id: 'agrirouter-result' }, parts));
    toast(`${title}. ${parts[0].textContent}`, { severity, seconds: 0 });
  }

  const portal = (address) => (address ? h('a', { href: address, rel: 'noopener noreferrer', target: '_blank' }, address) : null);

  return { element, update };
}
