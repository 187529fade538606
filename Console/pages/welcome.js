// SPDX-License-Identifier: Apache-2.0

import { h } from '../dom.js';
import { icon } from '../parts.js';
import { t } from '../text.js';

/** Shows the first steps for a new user. */
export function show(root) {
  root.append(h('h1', {}, t('nav.welcome')), h('p', { class: 'sentence' }, t('welcome.intro')),
    h('ol', { class: 'steps' }, h('li', { class: 'card' }, h('p', {}, t('welcome.plug')), h('a', { class: 'go', href: '#/receivers' }, icon('receivers'), t('nav.receivers'))),
      h('li', { class: 'card' }, h('p', {}, t('welcome.check')), h('a', { class: 'go', href: '#/status' }, icon('status'), t('nav.status'))),
      h('li', { class: 'card' }, h('p', {}, t('welcome.map')), h('a', { class: 'go', href: '#/' }, icon('map'), t('nav.map'))),
      h('li', { class: 'card' }, h('p', {}, t('welcome.phone')), h('a', { class: 'go', href: '#/phone' }, t('nav.phone')))),
    h('p', { class: 'note' }, t('welcome.more')));
}
