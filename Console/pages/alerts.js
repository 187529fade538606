// SPDX-License-Identifier: Apache-2.0

import { h, outside, replace } from '../dom.js';
import { instant } from '../format.js';
import { button, field, indicator, state } from '../parts.js';
import { send } from '../request.js';
import { change, setting } from '../settings.js';
import * as store from '../store.js';
import { code, phrase, t } from '../text.js';
import { tone } from './tone.js';

const WEBHOOK = { ready: 'green', delivering: 'grey', retrying: 'yellow' };
const COLOURS = { information: 'grey', warning: 'yellow', critical: 'red' };

/** The number of entries that the gateway keeps. */
const ALL = 1000;

/** Shows the active alerts and the log of past ones. */
export function show(root) {
  const open = h('div', { id: 'alerts-open' });
  const log = h('div', { id: 'alerts-log' }, state('loading', t('loading')));
  let entries = null;
  let level = '';
  let turn = 0;
  /** The number of the newest entries to load. */
  let limit = 200;
  const filter = field(t('alerts.filter'), h('select', {
    onchange: (event) => {
      level = event.target.value;
      showLog();
    },
  }, h('option', { value: '' }, t('alerts.filter.all')),
  Object.keys(COLOURS).map((value) => h('option', { value }, code('severity', value)))));
  const webhook = h('section', { id: 'alerts-webhook', class: 'card span', hidden: true });
  root.append(h('h1', {}, t('nav.alerts')), h('div', { class: 'cards' },
    h('section', { class: 'card span' }, h('h2', {}, t('alerts.open')), open, sound()), webhook,
    h('section', { class: 'card span' }, h('h2', {}, t('alerts.log')), filter, log)));

  /** The choice of a sound for new alerts in this browser. */
  function sound() {
    return h('div', {}, h('label', { class: 'row check' }, h('input', {
      id: 'alerts-tone', type: 'checkbox', checked: setting('alert-tone') === 'yes',
      onchange: ({ target }) => {
        change('alert-tone', target.checked ? 'yes' : 'no');
        tone.armAlerts(target.checked);
      },
    }), h('span', {}, t('alerts.tone'))), h('p', { class: 'note' }, t('alerts.tone.note')));
  }

  function showOpen() {
    const alerts = store.get('state')?.alerts;
    if (!alerts) return;
    showWebhook(store.get('state').webhook);
    replace(open, alerts.length === 0 ? state('empty', t('alerts.open.none'))
      : h('ul', { class: 'indicators' }, alerts.map((alert) => h('li', {}, indicator(COLOURS[alert.severity],
        h('strong', {}, code('severity', alert.severity), ': '), outside(phrase(alert.message, alert.text), 1000),
        alert.receiver ? [' (', outside(alert.receiver, 60), ')'] : null,
        h('span', { class: 'note' }, ' ', instant(alert.since)))))));
  }

  /** Shows whether the alerts reach the server that the operator named, if there is one. */
  function showWebhook(report) {
    webhook.hidden = !report;
    if (!report) return;
    const undelivered = report.given_up + report.dropped;
    replace(webhook, h('h2', {}, t('alerts.webhook')), h('ul', { class: 'indicators' },
      h('li', {}, indicator(WEBHOOK[report.state] ?? 'grey', outside(phrase(report.message, report.text), 1000))),
      report.store_problem && h('li', {}, indicator('yellow', outside(report.store_problem, 1000)))),
    h('p', { class: 'note' }, t('alerts.webhook.counts', { server: report.server, delivered: report.delivered, queued: report.queued, undelivered })));
  }

  function showLog() {
    if (entries === null) return;
    const shown = entries.filter((entry) => !level || entry.severity === level);
    const more = limit === entries.length && limit < ALL && button(null, t('nav.more'), async () => {
      limit = ALL;
      await load();
      log.firstElementChild.focus();
    }, { id: 'alerts-more' });
    if (shown.length === 0) return replace(log, state('empty', t('alerts.none')), more);
    replace(log, h('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('alerts.log') },
      h('table', {}, h('thead', {}, h('tr', {}, ['severity', 'text', 'receiver', 'began', 'ended'].map((name) =>
        h('th', { scope: 'col' }, t(`alerts.column.${name}`))))),
      h('tbody', {}, shown.map((entry) => h('tr', {}, h('td', {}, indicator(COLOURS[entry.severity], code('severity', entry.severity))),
        h('td', { class: 'wrap' }, outside(phrase(entry.message, entry.text), 1000)), h('td', {}, entry.receiver ? outside(entry.receiver, 60) : '—'),
        h('td', {}, instant(entry.began)), h('td', {}, entry.ended ? instant(entry.ended) : t('alerts.goes-on'))))))), more);
  }

  /** Loads the log. On a slow link, several alerts send several requests; only the newest answer counts. */
  async function load() {
    const mine = (turn += 1);
    const answer = await send('GET', `/v1/alerts?limit=${limit}`);
    if (mine !== turn) return;
    if (!answer.ok) return replace(log, state('error', answer.problem.detail, button(null, t('again'), load)));
    entries = answer.value.alerts;
    showLog();
  }

  load();
  const ends = [
    store.on('state', showOpen),
    store.on('event', (event) => event.event === 'alert' && load()),
    store.on('missed', load),
  ];
  return { close: () => ends.forEach((end) => end()), redraw: () => { showOpen(); showLog(); } };
}
