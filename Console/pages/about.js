// SPDX-License-Identifier: Apache-2.0

import { h, outside, replace } from '../dom.js';
import { span } from '../format.js';
import { activeReceiver, button, card, facts } from '../parts.js';
import { signOut } from '../session.js';
import * as store from '../store.js';
import { t } from '../text.js';

/** Shows the program, the receiver, and the licences of the console's parts. */
export function show(root, { session }) {
  const program = facts([
    ['version', t('status.version')], ['console', t('about.console')], ['system', t('status.system')],
    ['uptime', t('status.uptime')], ['role', t('about.role')],
  ]);
  const device = facts([
    ['name', t('nav.receiver')], ['driver', t('about.driver')], ['model', t('about.model')], ['firmware', t('about.firmware')],
  ]);
  const licences = h('pre', { id: 'licences', tabindex: '0' }, t('loading'));
  const out = h('div', {});
  root.append(h('h1', {}, t('nav.about')),
    h('div', { class: 'cards two' }, card(t('about.program'), program.list, out), h('div', { class: 'stack' }, card(t('nav.receiver'), device.list),
      card(t('nav.more'), h('p', {}, h('a', { href: '#/welcome' }, t('about.welcome'))), h('p', {}, h('a', { href: '#/phone' }, t('about.phone'))), h('p', {}, h('a', { href: '/plain' }, t('about.plain'))))),
      h('section', { class: 'card span' }, h('h2', {}, t('about.licences')), licences)));
  fetch(new URL('../licences.txt', import.meta.url)).then((answer) => answer.text()).then((text) => replace(licences, text), () => replace(licences, t('link.no-answer')));
  const showRole = () => {
    const { role } = store.hello;
    program.set('role', role ? t(`role.${role}`) : null);
    out.className = role === 'viewer' ? 'note' : '';
    replace(out, role === 'viewer' ? h('p', {}, t('session.needed'), ' ', h('a', { href: '#/login' }, t('nav.login'))) : null,
      session()?.signed_in || (role && role !== 'viewer') ? button(null, t('about.signout'), async () => {
        await signOut();
        showRole();
      }) : null);
  };
  const update = () => {
    const gateway = store.get('state')?.gateway;
    if (!gateway) return;
    program.set('version', gateway.version);
    program.set('console', store.hello.console);
    program.set('system', outside(gateway.os));
    program.set('uptime', span(gateway.uptime_s + store.age('state')));
    const receiver = activeReceiver();
    device.set('name', receiver ? outside(receiver.id) : t('receiver.none'));
    device.set('driver', receiver?.driver ?? '—');
    device.set('model', receiver ? outside([receiver.vendor, receiver.model].filter(Boolean).join(' ') || '—') : '—');
    device.set('firmware', receiver ? outside(receiver.firmware ?? '—') : '—');
  };
  showRole();
  const ends = [store.on('state', update), store.on('hello', showRole)];
  return { close: () => ends.forEach((end) => end()), tick: update };
}
