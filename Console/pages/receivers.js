// SPDX-License-Identifier: Apache-2.0

import { send } from '../request.js';
import { h, outside, refresh, replace } from '../dom.js';
import { failure, receiverIndicator, state } from '../parts.js';
import { commandBar, delivery, loading, once, pageOf, portNotes, whomToAsk } from './receiver-parts.js';
import * as store from '../store.js';
import { t } from '../text.js';

export const hasTexts = true;

/** Lists the receivers with their states and possible actions, and the devices on which no receiver runs. */
export function show(root) {
  let closed = false;
  let shown = [];
  let role;
  let devices = [];
  const head = h('h1', { tabindex: '-1' }, t('nav.receivers'));
  const notice = h('div', { id: 'receivers-notice' }, state('loading', t('loading')));
  const list = h('div', { class: 'cards two', id: 'receivers-list' });
  const unused = h('div', { id: 'receivers-unused' });
  const ask = h('div');
  root.append(head, ask, h('p', { class: 'row' }, h('a', { class: 'go', href: '#/receivers/add', id: 'receiver-add' }, t('nav.receiver-add'))), notice, list, unused);
  /** The displayed parts of each receiver, by its id. */
  const items = new Map();

  const load = once(async () => {
    const answer = await send('GET', '/v1/receivers', null, {}, 30);
    if (closed) return;
    if (answer.ok) draw(answer.value);
    else if (!items.size) replace(notice, failure(answer.problem, load));
  });

  const loadDevices = once(async () => {
    const answer = await send('GET', '/v1/devices', null, {}, 30);
    if (closed || !answer.ok) return;
    devices = answer.value;
    drawDevices();
  });

  function draw(reports) {
    shown = reports;
    role = store.hello.role;
    refresh(ask, whomToAsk());
    refresh(notice, reports.length ? null : state('empty', t('status.no-receivers')));
    for (const id of items.keys()) {
      if (!reports.some((report) => report.id === id)) drop(id);
    }
    for (const report of reports) {
      const item = items.get(report.id) ?? make(report.id);
      item.update(report);
      if (list.children[reports.indexOf(report)] !== item.element) list.insertBefore(item.element, list.children[reports.indexOf(report)] ?? null);
    }
  }

  /** Removes a receiver from the list; the focus stays on the page. */
  function drop(id) {
    const { element } = items.get(id);
    const isFocused = element.contains(document.activeElement);
    element.remove();
    items.delete(id);
    if (isFocused) head.focus();
  }

  function make(id) {
    const marks = h('span');
    const lines = h('div');
    const actions = h('div', { class: 'row' });
    const port = h('div');
    const showCommands = commandBar(actions, load);
    const element = h('section', { class: 'card', 'data-receiver': id },
      h('h2', {}, h('a', { href: pageOf(id) }, outside(id, 80)), marks), lines, port, actions);
    const item = {
      element, port,
      update(report) {
        refresh(marks, report.active ? ` – ${t('receiver.active')}` : '', report.chosen ? ` – ${t('receiver.chosen')}` : '');
        refresh(lines, receiverIndicator(report), h('p', { class: 'note' }, outside([report.vendor, report.model].filter(Boolean).join(' '), 120), ' ', delivery(report)));
        showCommands(report);
      },
    };
    items.set(id, item);
    return item;
  }

  function drawDevices() {
    for (const [id, item] of items) {
      const device = devices.find((each) => each.receiver === id);
      refresh(item.port, device?.holders?.length || device?.accessible === false ? portNotes(device) : null);
    }
    const others = devices.filter((device) => !device.receiver);
    refresh(unused, others.length ? h('section', { class: 'card' }, h('h2', {}, t('receivers.unused')), others.map((device) => h('div', { class: 'setting' },
      h('strong', {}, outside([device.vendor, device.model].filter(Boolean).join(' ') || device.identity, 120)), h('p', { class: 'note' }, outside(device.node, 120)),
      portNotes(device)))) : null);
  }

  load().then(loadDevices);
  const ends = [store.on('state', () => items.size && load()), store.on('hello', () => store.hello.role !== role && items.size && load())];
  return {
    close: () => {
      closed = true;
      ends.forEach((end) => end());
    },
    tick: loading(load, loadDevices, () => items.size && draw(shown)),
  };
}
