// SPDX-License-Identifier: Apache-2.0

import { send } from '../request.js';
import { h, outside, replace } from '../dom.js';
import { number } from '../format.js';
import { button, dialog, state } from '../parts.js';
import { t } from '../text.js';
import { pointWords } from './map-line.js';

/** The number of points on a page of the table. */
const PAGE = 100;
const COLUMNS = ['number', 'place', 'ellipsoidal', 'orthometric', 'accuracy', 'time', 'origin', 'quality', 'receiver'];

/** Opens a table of a path's points. */
export function openPoints(report) {
  const table = h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('position.points') }, state('loading', t('loading')));
  const range = h('p', { class: 'note', role: 'status' });
  let [first, next] = [0, 0];
  const starts = [];
  const back = button(null, t('paths.back'), () => { first = starts.pop() ?? 0; load(); });
  const on = button(null, t('paths.on'), () => { starts.push(first); first = next; load(); });

  async function load() {
    const answer = await send('GET', `/v1/paths/${report.id}/points?from=${first}&limit=${PAGE}`);
    if (!answer.ok) {
      replace(table, state('error', answer.status === 404 ? t('path.gone') : outside(answer.problem.detail, 400), button(null, t('again'), load)));
      return;
    }
    const points = answer.value;
    replace(table, h('table', {}, h('thead', {}, h('tr', {}, COLUMNS.map((name) => h('th', { scope: 'col' }, t(`path.point.${name}`))))),
      h('tbody', {}, points.map((point) => {
        const words = pointWords(point);
        return h('tr', {}, COLUMNS.map((name, index) => h(index === 0 ? 'th' : 'td', index === 0 ? { scope: 'row' } : {}, words[name])));
      }))));
    replace(range, points.length ? t('paths.range', { from: number(points[0].index + 1), to: number(points.at(-1).index + 1) }) : t('paths.end'));
    back.disabled = first === 0;
    // Damaged points are left out, so that a page before the end may have fewer points or end further on.
    next = Math.max(first + PAGE, (points.at(-1)?.index ?? 0) + 1);
    on.disabled = points.length < PAGE && next >= report.points;
  }

  dialog([t('path.number', { id: report.id }), ' ', outside(report.name, 100)], [table, range, h('div', { class: 'row' }, back, on)]).classList.add('wide-dialog');
  load();
}
