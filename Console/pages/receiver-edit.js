// SPDX-License-Identifier: Apache-2.0

import { decoded, send } from '../request.js';
import { h, outside, replace } from '../dom.js';
import { difference } from './form.js';
import { button, state, toast } from '../parts.js';
import { mayChange, pageOf, receiverForm, whomToAsk } from './receiver-parts.js';
import * as store from '../store.js';
import { t } from '../text.js';

export const hasTexts = true;

/** Changes the keys of a receiver that a person added. */
export function show(root, { path }) {
  const id = decoded(path.split('/')[2]);
  const address = `/v1/receivers/${encodeURIComponent(id)}`;
  let closed = false;
  let form = null;
  const place = h('div', { id: 'edit-place' }, state('loading', t('loading')));
  root.append(h('p', {}, h('a', { href: pageOf(id) }, t('receiver.back-to'), ' ', outside(id, 80))), h('h1', { tabindex: '-1' }, t('receiver.edit'), ': ', outside(id, 80)), place);

  async function load() {
    if (form) return;
    if (!mayChange()) return replace(place, whomToAsk());
    const [entry, drivers] = await Promise.all([send('GET', `${address}/entry`), send('GET', '/v1/drivers')]);
    if (closed || form) return;
    const failed = [entry, drivers].find((answer) => !answer.ok);
    if (failed) {
      const isGone = failed.status === 404;
      return replace(place, state(isGone ? 'empty' : 'error', isGone ? t('receiver.gone') : outside(failed.problem.detail, 400),
        isGone ? h('a', { href: '#/receivers' }, t('receiver.back')) : button(null, t('again'), load)));
    }
    form = receiverForm(drivers.value, entry.value, {
      isNew: false, submitText: t('people.save'),
      submit: (now) => send('PATCH', address, difference(entry.value, now)),
      done() {
        toast(t('receiver.saved', { id }), { severity: 'good' });
        if (!closed) location.hash = pageOf(id);
      },
    });
    replace(place, form.element);
  }

  load();
  const end = store.on('hello', load);
  return {
    close: () => {
      closed = true;
      end();
    },
  };
}
