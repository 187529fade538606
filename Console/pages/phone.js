// SPDX-License-Identifier: Apache-2.0

import { h, outside, replace } from '../dom.js';
import { button, card, failure, state } from '../parts.js';
import { send } from '../request.js';
import * as store from '../store.js';
import { t } from '../text.js';
import { invitation } from './invitation.js';

const ROLES = ['viewer', 'operator', 'admin'];

/** Leads a person through opening this gateway on a phone: address, certificate, installation. */
export function show(root) {
  const address = h('div', { class: 'stack' });
  const trust = h('div', { class: 'stack' }, state('loading', t('loading')));
  const setup = h('div', { class: 'stack' });
  root.append(h('h1', { tabindex: '-1' }, t('nav.phone')), h('p', { class: 'sentence' }, t('phone.intro')),
    h('ol', { class: 'steps' }, [['phone.open', address], ['phone.trust', trust], ['phone.install', setup]].map(([title, content]) =>
      h('li', {}, card(t(title), content)))));

  // The address
  const role = h('select', { id: 'phone-role' }, ROLES.map((name) => h('option', { value: name }, t(`role.${name}`))));
  const made = h('div', { id: 'phone-code', 'aria-live': 'polite' });
  let drawnFor;
  function showAddress() {
    if (drawnFor === store.hello.role) return;
    drawnFor = store.hello.role;
    replace(made);
    replace(address, drawnFor === 'admin' ? [
      h('p', {}, t('phone.scan')), h('label', { class: 'field', for: 'phone-role' }, h('span', {}, t('phone.may')), role),
      h('p', {}, button(null, t('people.make-code'), makeCode, { id: 'phone-make' })), made,
    ] : drawnFor && state('not-allowed', t('session.admin')));
  }
  async function makeCode() {
    const answer = await send('POST', '/v1/session/invitation', { role: role.value });
    // A phone cannot reach loopback addresses.
    const addresses = (answer.value?.addresses ?? []).filter((each) => !/^https?:\/\/(127\.|localhost|\[::1\])/.test(each));
    replace(made, answer.ok ? (addresses.length ? invitation({ ...answer.value, addresses }) : h('p', {}, t('phone.only-here'))) : h('p', { class: 'problem' }, outside(answer.problem.detail, 400)));
  }

  // The certificate
  async function showTrust() {
    const answer = await send('GET', '/v1/certificate');
    if (!answer.ok) return replace(trust, failure(answer.problem, showTrust));
    const { fingerprint, names = [] } = answer.value;
    replace(trust, fingerprint ? steps(fingerprint) : h('p', {}, t(names.length ? 'phone.given' : 'phone.no-https')),
      names.length && location.protocol === 'http:' ? h('p', {}, t('phone.names'), h('span', {}, ` ${names.join(', ')}`)) : null);
  }

  // The installation
  function showSetup() {
    if (matchMedia('(display-mode: standalone)').matches || navigator.standalone) return replace(setup, h('p', { id: 'phone-installed' }, t('phone.installed')));
    if (!isSecureContext) return replace(setup, h('p', {}, t('phone.insecure')));
    replace(setup, h('p', {}, t('phone.why')),
      store.get('offer') ? h('p', {}, button(null, t('phone.add'), install, { id: 'phone-add', class: 'primary' }))
        : h('ul', {}, h('li', {}, t('phone.android')), h('li', {}, t('phone.ios'))));
  }

  /** Lets the browser ask whether to install the console, once for each offer. */
  async function install() {
    const offer = store.get('offer');
    store.set('offer', null);
    await offer?.prompt();
  }

  showAddress();
  showTrust();
  showSetup();
  const ends = [store.on('hello', showAddress), store.on('offer', showSetup)];
  return { close: () => ends.forEach((end) => end()), conceal: () => replace(made) };
}

/** The steps that make a device trust this gateway's certificate. @param {string} fingerprint */
function steps(fingerprint) {
  return [h('p', {}, t('trust.why')),
    h('ol', {}, h('li', {}, h('a', { href: '/ca.crt' }, t('trust.get'))), h('li', {}, t('trust.compare')), h('li', {}, t('trust.android')),
      h('li', {}, t('trust.ios'))),
    h('p', {}, t('trust.fingerprint')), h('code', { id: 'fingerprint' }, fingerprint)];
}
