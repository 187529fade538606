// SPDX-License-Identifier: Apache-2.0

import { h, outside, replace } from '../dom.js';
import { signIn } from '../session.js';
import { t } from '../text.js';

/** Signs in with a code; over an encrypted connection also with a name and a password. */
export function show(root, { session }) {
  const problem = h('p', { class: 'problem', role: 'alert', id: 'login-problem' });
  const field = (id, label, attributes) => h('label', { class: 'field', for: id }, h('span', {}, label),
    h('input', { id, 'aria-describedby': 'login-problem', ...attributes }));
  const codeField = field('login-code', t('login.code'), {
    type: 'text', required: true, autocomplete: 'one-time-code', autocapitalize: 'characters', spellcheck: 'false',
  });
  const form = (title, ...children) => {
    const element = h('form', { class: 'card' }, h('h2', {}, title), children,
      h('p', {}, h('button', { type: 'submit' }, t('nav.login'))));
    element.addEventListener('submit', (event) => {
      event.preventDefault();
      send(element);
    });
    return element;
  };
  root.append(h('h1', {}, t('nav.login')), h('p', { class: 'note' }, t('login.intro')), problem,
    h('div', { class: 'cards' },
      form(t('login.with-code'), codeField, h('p', { class: 'note' }, t('login.code.note'))),
      session()?.takes_passwords
        ? form(t('login.with-password'), field('login-name', t('people.name'), { type: 'text', required: true, autocomplete: 'username' }),
          field('login-password', t('people.password'), { type: 'password', required: true, autocomplete: 'current-password' }))
        : h('section', { class: 'card' }, h('h2', {}, t('login.with-password')), h('p', {}, t('login.insecure')))));

  async function send(element) {
    const value = (id) => element.querySelector(`#${id}`)?.value;
    const code = value('login-code')?.trim();
    const submit = element.querySelector('button');
    submit.disabled = true;
    replace(problem);
    const refusal = await signIn(code ? { code } : { name: value('login-name'), password: value('login-password') });
    submit.disabled = false;
    if (!refusal) return;
    replace(problem, outside(refusal.detail, 400));
    element.querySelector('input').focus();
  }
}
