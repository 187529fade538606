// SPDX-License-Identifier: Apache-2.0

import { h, outside } from '../dom.js';
import { number } from '../format.js';
import { indicator, receiverIndicator } from '../parts.js';
import { code, phrase, t } from '../text.js';

const COLOURS = { compatible: 'green', compatible_without_osnma: 'green', connected_no_position: 'yellow' };

/** The result of a test, in words. */
export function verdict(report) {
  const frames = Object.entries(report.frames ?? {}).slice(0, 12).map(([name, count]) => `${name} ${number(count)}`).join(', ');
  return [
    h('p', { id: 'test-verdict', 'data-verdict': report.verdict }, indicator(COLOURS[report.verdict] ?? 'red', code('verdict', report.verdict))),
    report.verdict === 'compatible' || !report.reason ? null : h('p', {}, receiverIndicator({ ...report, message: report.message })),
    h('p', { class: 'note' }, t('test.counts', { positions: number(report.positions), pages: number(report.inav_pages) }), frames ? ` · ${frames}` : ''),
  ];
}

/** The steps of a test of a Bluetooth connection; null if the report contains none. */
export function steps(report) {
  if (!report.steps) return null;
  const colours = { passed: 'green', failed: 'red' };
  return h('ol', { class: 'indicators', id: 'test-steps' }, report.steps.map((step) => h('li', { 'data-step': step.step, 'data-result': step.result },
    indicator(colours[step.result] ?? 'grey', h('strong', {}, code('test-step', step.step)), ': ', code('test-result', step.result),
      step.text ? [' – ', outside(phrase(step.message, step.text), 600)] : ''))));
}
