// SPDX-License-Identifier: Apache-2.0

import { h } from '../dom.js';
import { button, state } from '../parts.js';
import { openSettings } from '../preferences.js';
import { settingFields } from './setting-fields.js';
import { t } from '../text.js';

/** Shows the gateway's settings, generated from their description, so that new ones appear automatically. */
export function show(root) {
  const place = h('div', { id: 'settings-list' }, state('loading', t('loading')));
  root.append(h('h1', {}, t('nav.settings')), h('p', { class: 'note' }, t('settings.intro')),
    h('p', {}, button('settings', t('settings.title'), openSettings)), place);
  return settingFields(place);
}
