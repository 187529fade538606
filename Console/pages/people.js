// SPDX-License-Identifier: Apache-2.0

import { h, outside, refresh, replace } from '../dom.js';
import { span } from '../format.js';
import { button, failure, state, warn } from '../parts.js';
import { question } from './question.js';
import { send } from '../request.js';
import * as store from '../store.js';
import { current } from '../session.js';
import { phrase, t } from '../text.js';
import { invitation } from './invitation.js';

const ROLES = ['viewer', 'operator', 'admin'];

/** Shows the people and browsers that may use this gateway; for admins only. */
export function show(root) {
  let closed = false;
  /** The role that the page was drawn for. */
  let role;
  /** The time of the newest request (performance.now()). */
  let asked;
  /** The browsers that are listed. */
  let known;
  /** The person or role of the newest code, as in `whom`. */
  let invited;
  const notice = h('div', { id: 'people-notice' }, state('loading', t('loading')));
  /** The newest code. */
  const result = h('div', { id: 'invitation', 'aria-live': 'polite' });
  const whom = h('select', { id: 'invite-whom' });
  const people = h('section', { class: 'card span' });
  const browsers = h('section', { class: 'card span' });
  // The forms are created once, so that their typed input is kept when the lists are drawn again.
  const place = h('div', { id: 'people', hidden: true }, h('div', { class: 'cards' }, inviting(), adding(), people, browsers));
  root.append(h('h1', { tabindex: '-1' }, t('nav.people')), h('p', { class: 'note' }, t('people.intro'), ' ', h('a', { href: '#/phone' }, t('about.phone'))), notice, place);

  /** Loads the lists. `isQuiet` leaves what has not changed, and the form if the request fails. */
  async function load(isQuiet) {
    [role, asked] = [store.hello.role, performance.now()];
    if (role && role !== 'admin') {
      conceal();
      return hide(state('not-allowed', current()?.limit === 'sign_in_again' ? phrase({ code: 'problem.sign_in_again' }, 'sign out, and sign in again over https') : t('session.admin')));
    }
    const answers = await Promise.all([send('GET', '/v1/users'), send('GET', '/v1/sessions')]);
    if (closed) return;
    const failed = answers.find((answer) => !answer.ok);
    if (failed) return isQuiet !== true && hide(failure(failed.problem, load));
    replace(notice);
    place.hidden = false;
    draw(answers[0].value.users, answers[1].value.sessions, isQuiet ? refresh : replace);
  }

  /** Removes the parts that only an admin may see. */
  function conceal() {
    place.querySelector('#person-password').value = '';
    replace(result);
  }

  /** Shows a reason in place of the lists. */
  function hide(reason) {
    replace(notice, reason);
    place.hidden = true;
  }

  /** A person's or browser's role. An arrow key is enough to choose, so a person confirms giving up an own right. */
  const choice = (id, label, value, isOwn, onchange) => h('select', { id, 'aria-label': label, onchange: ({ target }) => {
    const role = target.value;
    if (!isOwn || ROLES.indexOf(role) > ROLES.indexOf(value)) return onchange(role);
    target.value = value;
    question(`${label}: ${t(`role.${role}`)}`, h('p', {}, t('people.lower')), t('people.save'), async () => {
      await onchange(role);
      return null;
    });
  } },
    ROLES.map((role) => h('option', { value: role, selected: role === value }, t(`role.${role}`))));

  function draw(users, sessions, put) {
    const focused = place.contains(document.activeElement) ? document.activeElement.id : null;
    const chosen = whom.value;
    // A code is no longer needed when a browser has used it. Other browsers may sign in meanwhile.
    if (sessions.some(({ id, name, role }) => JSON.stringify(name ? { name } : { role }) === invited && !known.includes(id))) replace(result);
    known = sessions.map(({ id }) => id);
    put(whom, ROLES.map((role) => h('option', { value: JSON.stringify({ role }) }, t(`role.${role}`))),
      users.map((entry) => h('option', { value: JSON.stringify({ name: entry.name }) }, entry.name)));
    if ([...whom.options].some((option) => option.value === chosen)) whom.value = chosen;
    put(people, h('h2', {}, t('nav.people')), users.length ? table(t('nav.people'),
      ['people.name', 'people.role', 'people.password', 'people.browsers'], users.map(person)) : h('p', {}, t('people.empty')));
    put(browsers, h('h2', {}, t('people.browsers')), sessions.length ? table(t('people.browsers'),
      ['people.browser', 'people.name', 'people.role', 'people.from', 'people.left'], sessions.map(browser)) : h('p', {}, t('people.no-browser')));
    if (focused) (document.getElementById(focused) ?? root.querySelector('h1')).focus({ preventScroll: true });
  }

  const table = (caption, columns, rows) => h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
    h('table', {}, h('thead', {}, h('tr', {}, columns.map((key) => h('th', { scope: 'col' }, t(key))), h('td', {}))), h('tbody', {}, rows)));

  function person(entry, index) {
    const path = `/v1/users/${encodeURIComponent(entry.name)}`;
    return h('tr', {}, h('th', { scope: 'row' }, outside(entry.name, 100)),
      h('td', {}, choice(`person-role-${index}`, t('people.role-of', { name: entry.name }), entry.role, entry.name === current()?.name, (role) => act('PUT', path, { role }))),
      h('td', {}, t(entry.has_password ? 'yes' : 'no')), h('td', {}, entry.sessions),
      h('td', {}, button(null, t('people.remove'), () => question(t('people.remove-title', { name: entry.name }), [], t('people.remove'),
        () => remove(path), { isFinal: true }), { id: `person-remove-${index}`, class: 'quiet', 'aria-label': `${t('people.remove')}: ${entry.name}` })));
  }

  function browser(entry) {
    const path = `/v1/sessions/${entry.id}`;
    const title = outside(entry.browser ?? '—', 120);
    return h('tr', {}, h('th', { scope: 'row' }, title, entry.own && h('strong', {}, ` ${t('people.this')}`)),
      h('td', {}, entry.name ? outside(entry.name, 100) : '—'),
      h('td', {}, entry.name ? t(`role.${entry.role}`) : choice(`browser-role-${entry.id}`, t('people.role-of', { name: entry.id }), entry.role, entry.own, (role) => act('PATCH', path, { role }))),
      h('td', {}, entry.address ?? t('people.here')), h('td', {}, span(entry.seconds_left)),
      h('td', {}, button(null, t('people.revoke'), () => act('DELETE', path), { id: `browser-revoke-${entry.id}`, class: 'quiet', 'aria-label': `${t('people.revoke')}: ${entry.name ?? entry.id}` })));
  }

  /** The form that creates a code for a role or a person. */
  function inviting() {
    return h('section', { class: 'card' }, h('h2', {}, t('people.invite')),
      h('label', { class: 'field', for: 'invite-whom' }, h('span', {}, t('people.whom')), whom),
      h('p', {}, button(null, t('people.make-code'), async () => {
        invited = whom.value;
        const answer = await send('POST', '/v1/session/invitation', JSON.parse(invited));
        if (!answer.ok) return replace(result, h('p', { class: 'problem' }, outside(answer.problem.detail, 400)));
        // A browser that has used an earlier code is listed now, so that it does not remove this one.
        await load(true);
        replace(result, invitation(answer.value));
      }, { id: 'make-code' })), result);
  }

  /** The form that adds a person or changes a password. */
  function adding() {
    const name = h('input', { id: 'person-name', type: 'text', required: true, maxlength: 100, autocomplete: 'off' });
    const password = h('input', { id: 'person-password', type: 'password', autocomplete: 'new-password', 'aria-describedby': 'person-note' });
    const form = h('form', { class: 'card' }, h('h2', {}, t('people.add')),
      h('label', { class: 'field', for: 'person-name' }, h('span', {}, t('people.name')), name),
      h('label', { class: 'field', for: 'person-password' }, h('span', {}, t('people.password')), password),
      h('p', { class: 'note', id: 'person-note' }, t('people.password-note')),
      h('p', {}, h('button', { type: 'submit', id: 'person-add' }, t('people.save'))));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const isDone = await act('PUT', `/v1/users/${encodeURIComponent(name.value)}`, password.value ? { password: password.value } : {});
      if (isDone) name.value = password.value = '';
    });
    return form;
  }

  async function act(method, path, body) {
    const answer = await send(method, path, body);
    if (!answer.ok) warn(answer.problem.detail);
    if (!closed) await load();
    return answer.ok;
  }

  /** Removes a person. Resolves to the reason if that is refused. */
  async function remove(path) {
    const answer = await send('DELETE', path);
    if (!closed) await load();
    return answer.ok ? null : answer.problem.detail;
  }

  load();
  const end = store.on('hello', () => store.hello.role !== role && load());
  return {
    conceal,
    tick: () => performance.now() - asked > 10000 && !document.querySelector('dialog[open]') && load(true),
    close: () => {
      closed = true;
      end();
    },
  };
}
