// SPDX-License-Identifier: Apache-2.0

import { h, s } from '../dom.js';
import { t } from '../text.js';

/**
 * Draws a QR code with the margin that readers need: dark on white in every theme.
 * @param {{url: string, rows: string[]}} code
 */
export function drawing({ url, rows }) {
  const size = rows.length + 8;
  const dark = rows.flatMap((row, y) => [...row].map((module, x) => (module === '1' ? `M${x + 4} ${y + 4}h1v1h-1z` : ''))).join('');
  return h('figure', { class: 'qr' },
    s('svg', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': t('people.qr', { address: url }), 'shape-rendering': 'crispEdges' },
      s('rect', { width: size, height: size, fill: '#fff' }), s('path', { d: dark, fill: '#000' })),
    h('figcaption', { class: 'note' }, t('people.qr-note')));
}

/** Shows a new code for signing in: the code, its addresses and its QR code. @param {{code: string, addresses: string[], qr_code?: object}} made */
export function invitation({ code, addresses, qr_code: qr }) {
  return [h('p', {}, h('strong', { class: 'code' }, code)), h('p', { class: 'note' }, t('people.code-note')),
    h('ul', {}, addresses.map((address) => h('li', {}, `${address}#code=${code}`))), qr ? drawing(qr) : null];
}
