// SPDX-License-Identifier: Apache-2.0

import { h, outside, replace } from '../dom.js';
import { dialog, warn } from '../parts.js';
import { sentence, t } from '../text.js';

/**
 * Asks before an action. The dialog stays open until the action succeeds, and shows the reason if it is refused; a toast shows it if
 * the dialog was closed meanwhile.
 * @param {string|Node} title
 * @param {any} children the information or the input fields
 * @param {string} label of the button that performs the action
 * @param {(isEnded: () => boolean) => Promise<string|Node|null>} act performs the action; resolves to null, or to the reason if it is
 * refused. `isEnded` returns true if the dialog was closed.
 * @param {{isFinal?: boolean}} [manner] `isFinal`: the action cannot be undone
 * @returns {HTMLDialogElement}
 */
export function question(title, children, label, act, { isFinal = false } = {}) {
  const problem = h('p', { class: 'problem', role: 'alert' });
  const done = h('button', { value: 'do', class: isFinal ? 'danger' : 'primary' }, label);
  const element = dialog(title, [children, problem], [done]);
  element.querySelector('form').addEventListener('submit', async (event) => {
    if (event.submitter !== done) return;
    event.preventDefault();
    if (done.disabled) return;
    done.disabled = true;
    replace(problem);
    // The reason if the action throws. The browser logs the error.
    let reason = t('corrections-state.failed');
    try {
      reason = await act(() => !element.isConnected);
    } finally {
      done.disabled = false;
      if (reason === null) element.close();
      else if (!element.isConnected) reason && warn(reason.textContent ?? sentence(reason));
      else replace(problem, typeof reason === 'string' ? outside(sentence(reason), 600) : reason);
    }
  });
  const close = element.querySelector('button[value=close]');
  close.classList.remove('primary');
  close.textContent = t('cancel');
  // Pressing Enter twice must not perform an action that cannot be undone.
  if (!element.querySelector('input, select')) close.focus();
  return element;
}
