// SPDX-License-Identifier: Apache-2.0

import { h, outside } from '../dom.js';
import { indicator } from '../parts.js';
import { code, phrase, sentence } from '../text.js';

const COLOURS = { ok: 'green', waiting: 'yellow', failed: 'red' };

/**
 * A step of the chain from the caster to a receiver's position, with its evidence and remedy.
 * @param {object} link
 * @param {string} [receiver] the receiver that the step concerns
 */
export function chainItem(link, receiver) {
  return h('li', { 'data-link': link.name, 'data-state': link.state },
    indicator(COLOURS[link.state] ?? 'grey', h('strong', {}, code('corrections-link', link.name), receiver ? [' (', outside(receiver, 80), ')'] : null), ': ',
      outside(phrase(link.message, link.text), 600)),
    link.cure ? h('div', { class: 'note cure' }, outside(sentence(phrase(link.cure_message, link.cure)), 600)) : null);
}
