// SPDX-License-Identifier: Apache-2.0

import { h } from '../dom.js';
import { t } from '../text.js';

/** The first steps of someone who is new here. */
export function show(root) {
  root.append(h('h1', {}, t('nav.welcome')), h('p', { class: 'sentence' }, t('welcome.intro')),
    h('ol', { class: 'steps' }, h('li', {}, t('welcome.plug')),
      h('li', {}, t('welcome.check'), ' ', h('a', { href: '#/status' }, t('nav.status'))),
      h('li', {}, t('welcome.map'), ' ', h('a', { href: '#/' }, t('nav.map')))),
    h('p', {}, t('welcome.more')));
}
