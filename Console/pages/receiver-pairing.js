// SPDX-License-Identifier: Apache-2.0

import { send } from '../request.js';
import { h, replace, setText } from '../dom.js';
import { number } from '../format.js';
import { button } from '../parts.js';
import { t } from '../text.js';

/**
 * Shows a pairing's question, and sends the user's answer.
 * @param {string} path of the pairing
 * @param {{name: () => any, cancel: () => Element, complain: (words: string) => void}} options
 *   `name` shows the device, `cancel` is a button that ends the pairing
 */
export function question(path, { name, cancel, complain }) {
  const title = h('h3', { tabindex: '-1', id: 'pairing-question' });
  const body = h('div');
  const left = h('p', { class: 'note', id: 'pairing-left' });
  const element = h('section', { class: 'card', 'aria-labelledby': 'pairing-question', id: 'pairing' }, h('p', {}, name()), title, body, left, h('p', {}, cancel()));
  let shown = '';
  /** When the user last answered (performance.now()), so that an answered question is not shown again. */
  let answered = -Infinity;

  async function answer(value) {
    const reply = await send('POST', path, value);
    if (!reply.ok) return complain(reply.problem.detail);
    answered = performance.now();
    complain(null);
    setText(title, t('pairing.running'));
    setText(left, '');
    replace(body);
    title.focus();
  }

  const digits = (text) => h('strong', { class: 'digits', id: 'pairing-number', 'aria-label': [...text].join(' ') }, text);

  function entry(id, label, attributes, key, ...more) {
    const input = h('input', { id, autocomplete: 'off', spellcheck: 'false', required: true, ...attributes });
    const form = h('form', {}, h('label', { class: 'field', for: id }, h('span', {}, label), input),
      h('p', { class: 'row' }, h('button', { type: 'submit', class: 'primary', id: `${id}-send` }, t('pairing.send')), more));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      answer({ [key]: input.value.trim() });
    });
    return form;
  }

  /** The answers to each question. */
  const bodies = {
    running: () => null, paired: () => null, failed: () => null, cancelled: () => null,
    confirm: (report) => [h('p', {}, digits(report.number)), h('p', { class: 'row' },
      button(null, t('pairing.other'), () => answer({ agrees: false }), { id: 'pairing-no' }),
      button(null, t('pairing.same'), () => answer({ agrees: true, number: report.number }), { id: 'pairing-yes', class: 'primary' }))],
    pin: () => [h('p', { class: 'note' }, t('pairing.pin.note')), entry('pairing-pin', t('pairing.pin.label'), { type: 'text', maxlength: 16 }, 'pin',
      button(null, t('pairing.usual'), () => answer({ default_pins: true }), { id: 'pairing-usual' }))],
    passkey: () => entry('pairing-passkey', t('pairing.passkey.label'), { type: 'text', inputmode: 'numeric', pattern: '[0-9]{6}', maxlength: 6 }, 'passkey'),
    show: (report) => [h('p', {}, digits(report.number)), h('p', { class: 'note' }, t('pairing.show.note'))],
  };

  function update(report) {
    const key = `${report.state} ${report.number ?? ''}`;
    if (key === shown && performance.now() - answered < 2000) return;
    setText(left, report.seconds_left === undefined ? '' : t('bluetooth.left', { seconds: number(Math.max(0, report.seconds_left)) }));
    if (key === shown && answered === -Infinity) return;
    const isFirst = shown === '';
    shown = key;
    answered = -Infinity;
    complain(null);
    setText(title, t(report.state in bodies ? `pairing.${report.state}` : 'pairing.running'));
    replace(body, bodies[report.state]?.(report));
    if (!isFirst || report.state !== 'running') title.focus();
  }

  return { element, update };
}
