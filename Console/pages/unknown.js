// SPDX-License-Identifier: Apache-2.0

import { h } from '../dom.js';
import { icon } from '../parts.js';
import { t } from '../text.js';

/** Shows that no page has this address. */
export function show(root) {
  root.append(h('h1', {}, t('nav.unknown')), h('p', {}, t('page.unknown')),
    h('p', { class: 'row' }, [['#/', 'map'], ['#/status', 'status'], ['#/about', 'about']].map(([route, name]) =>
      h('a', { class: 'go', href: route }, icon(name), t(`nav.${name}`)))));
}
