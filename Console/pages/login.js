// SPDX-License-Identifier: Apache-2.0

import { h, outside, replace } from '../dom.js';
import { card } from '../parts.js';
import { signIn } from '../session.js';
import { t } from '../text.js';

/** The place of the reason why a sign-in was refused. */
export const complaint = (id) => h('p', { class: 'problem', role: 'alert', id: `${id}-problem` });

/**
 * A form that signs in.
 * @param {HTMLElement} problem shows the reason for a refusal
 * @param {(value: (id: string) => string) => Promise<{detail: string} | null>} act receives a function that returns the text of a field,
 * and resolves to the reason for a refusal
 */
function form(title, problem, act, ...children) {
  const submit = h('button', { type: 'submit' }, t('nav.login'));
  const element = h('form', { class: 'card' }, h('h2', {}, title), children, h('p', {}, submit));
  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    submit.disabled = true;
    replace(problem);
    const refusal = await act((id) => element.querySelector(`#${id}`).value);
    submit.disabled = false;
    if (!refusal) return;
    replace(problem, outside(refusal.detail, 400));
    element.querySelector('input').focus();
  });
  return element;
}

const field = (id, label, problem, attributes) => h('label', { class: 'field', for: id }, h('span', {}, label),
  h('input', { id, type: 'text', required: true, 'aria-describedby': problem.id, ...attributes }));

/**
 * A form that signs in with a name and a password; if this connection takes none, the reason.
 * @param {{takes_passwords?: boolean}} session
 * @param {string} id begins the ids of the fields
 * @param {string} section tells browsers that keep passwords apart which one is meant; empty for that of the gateway
 */
export function passwordForm(session, id, section, title, problem, act, ...children) {
  return session?.takes_passwords
    ? form(title, problem, (value) => act(value(`${id}-name`), value(`${id}-password`)),
      field(`${id}-name`, t('people.name'), problem, { autocomplete: `${section}username`, maxlength: 200 }),
      field(`${id}-password`, t('people.password'), problem, { type: 'password', autocomplete: `${section}current-password` }), children)
    : card(title, h('p', {}, t('login.insecure')));
}

/** Signs in with a code; over an encrypted connection also with a name and a password. */
export function show(root, { session }) {
  const problem = complaint('login');
  root.append(h('h1', {}, t('nav.login')), h('p', { class: 'note' }, t('login.intro')), problem,
    h('div', { class: 'cards' },
      form(t('login.with-code'), problem, (value) => signIn({ code: value('login-code').trim() }),
        field('login-code', t('login.code'), problem, { autocomplete: 'one-time-code', autocapitalize: 'characters', spellcheck: 'false' }),
        h('p', { class: 'note' }, t('login.code.note'))),
      passwordForm(session(), 'login', '', t('login.with-password'), problem, (name, password) => signIn({ name, password }))));
}
