// SPDX-License-Identifier: Apache-2.0

import { h } from '../dom.js';
import { t } from '../text.js';

/** What is shown for an address that no page has. */
export function show(root) {
  root.append(h('h1', {}, t('nav.unknown')), h('p', {}, t('page.unknown')),
    h('ul', {}, [['#/', 'map'], ['#/status', 'status'], ['#/about', 'about']].map(([route, name]) =>
      h('li', {}, h('a', { href: route }, t(`nav.${name}`))))));
}
