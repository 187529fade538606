// SPDX-License-Identifier: Apache-2.0

import { send } from '../request.js';
import { h, outside, refresh, replace, setText } from '../dom.js';
import { number } from '../format.js';
import { button, state, toast } from '../parts.js';
import { language, phrase, t } from '../text.js';
import * as store from '../store.js';
import { question } from './receiver-pairing.js';
import { addForm, mayChange, pageOf, whomToAsk } from './receiver-parts.js';
import { steps, verdict } from './receiver-test.js';

export const hasTexts = true;

/** The interval at which the state of a search or pairing is requested, in milliseconds. */
const PACE = 500;
const STEPS = ['find', 'pair', 'test', 'use'];

/** Adds a Bluetooth receiver in four steps: find, pair, test, use. */
export function show(root) {
  let closed = false;
  let at = 'find';
  let device = null;
  /** The search or pairing that this page follows: its route. */
  let followed = null;
  /** True if this page started the search, so that it may end it. */
  let isOwn = false;
  /** True while a search ends because a device was chosen. */
  let isChoosing = false;
  let isStarting = false;
  const rows = new Map();
  const ask = h('div');
  const bar = h('ol', { class: 'wizard', id: 'bluetooth-steps' }, STEPS.map((name) => h('li', { 'data-step': name }, t(`bluetooth.${name}`))));
  const title = h('h2', { tabindex: '-1', id: 'bluetooth-title' });
  const place = h('div', { id: 'bluetooth-place' });
  const problem = h('div', { id: 'bluetooth-problem', role: 'alert' });
  root.append(h('p', {}, h('a', { href: '#/receivers/add' }, t('bluetooth.back'))), h('h1', { tabindex: '-1' }, t('nav.receiver-bluetooth')), ask, bar, title, problem, place);

  const found = h('ul', { class: 'devices', id: 'bluetooth-devices' });
  const count = h('p', { role: 'status', id: 'bluetooth-count' });
  const remark = h('p', { class: 'note', id: 'bluetooth-remark', lang: language === 'en' ? null : 'en' });
  const left = h('span', { class: 'note', id: 'bluetooth-left' });
  const start = button(null, t('bluetooth.search'), search, { id: 'bluetooth-search', class: 'primary' });
  const stop = button(null, t('bluetooth.stop'), endSearch, { id: 'bluetooth-stop', hidden: true });

  /** Shows a step and puts the focus on its title. */
  function go(step, isFirst = false) {
    at = step;
    setText(title, t(`bluetooth.${step}.title`));
    replace(problem);
    for (const item of bar.children) {
      if (item.dataset.step === step) item.setAttribute('aria-current', 'step');
      else item.removeAttribute('aria-current');
    }
    if (!isFirst) title.focus();
  }

  /** Shows why an action was not possible, with remedies. */
  function complain(words, ...actions) {
    if (words === null) return replace(problem);
    const children = [h('p', { class: 'problem' }, outside(words, 800)), actions.length ? h('p', { class: 'row' }, actions) : null];
    // A text that is already shown is not announced again.
    if (actions.length) replace(problem, children);
    else refresh(problem, children);
  }

  const theDevice = () => [outside(device.name, 60), ' ', h('span', { class: 'note' }, device.address)];

  /** Waits until the next request is due; false if the page has been closed or follows something else. */
  async function pause(what) {
    do await new Promise((resolve) => setTimeout(resolve, PACE));
    while (document.hidden && !closed);
    return !closed && followed === what;
  }

  /**
   * Requests the state of a search or pairing until it has ended.
   * @returns the last report; null if it is unknown or no longer followed
   */
  async function follow(what, each) {
    followed = what;
    let isMissed = false;
    for (;;) {
      const answer = await send('GET', what);
      if (closed || followed !== what) return null;
      if (answer.ok) {
        if (isMissed) replace(problem);
        isMissed = false;
        if (each(answer.value)) return answer.value;
      } else if (answer.status === 404) {
        complain(t('bluetooth.forgotten'));
        return null;
      } else {
        // The session has ended, or the gateway does not answer; polling continues by itself.
        complain(answer.problem.detail);
        isMissed = true;
      }
      for (let turn = 0; turn < (isMissed ? 4 : 1); turn++) if (!await pause(what)) return null;
    }
  }

  // MARK: Find

  function find(isFirst = false) {
    go('find', isFirst);
    replace(place, h('p', { class: 'note' }, t('bluetooth.find.note')), h('p', { class: 'row' }, start, stop, left), count, remark, found);
  }

  async function search() {
    if (isStarting) return;
    replace(problem);
    isStarting = true;
    const answer = await send('POST', '/v1/receivers/searches', { transport: 'bluetooth' });
    isStarting = false;
    // The person has left the page, which would have ended the search.
    if (closed && answer.ok) send('DELETE', `/v1/receivers/searches/${answer.value.id}`);
    if (closed) return;
    if (!answer.ok) {
      complain(answer.problem.detail);
      // Another person's search shows its devices to everyone.
      if (answer.problem.code === 'busy') await attach();
      return;
    }
    isOwn = true;
    await watch(`/v1/receivers/searches/${answer.value.id}`);
  }

  /** Follows the running search, which another person may have started. */
  async function attach() {
    const answer = await send('GET', '/v1/receivers/searches');
    const running = answer.ok && !closed && at === 'find' ? answer.value.find((each) => each.state === 'running') : null;
    if (!running || followed) return;
    isOwn = false;
    await watch(`/v1/receivers/searches/${running.id}`);
  }

  async function watch(what) {
    const wasFocused = document.activeElement === start;
    start.hidden = true;
    stop.hidden = !mayChange();
    if (wasFocused) stop.focus();
    for (const [, row] of rows) row.remove();
    rows.clear();
    setText(count, '');
    const end = await follow(what, (report) => {
      drawDevices(report.devices);
      setText(remark, report.remark ?? '');
      setText(left, report.state === 'running' ? t('bluetooth.left', { seconds: number(Math.max(0, report.seconds - report.elapsed_s)) }) : '');
      return report.state !== 'running';
    });
    if (closed || (followed !== null && followed !== what)) return;
    followed = null;
    const isFocused = document.activeElement === stop;
    start.hidden = false;
    stop.hidden = true;
    if (isFocused) start.focus();
    setText(left, '');
    if (end?.error) complain(refusal(end.error));
    else if (end) setText(count, rows.size ? t('bluetooth.found', { count: rows.size }) : t('bluetooth.nothing'));
  }

  async function endSearch() {
    if (!followed) return;
    await send('DELETE', followed);
  }

  function drawDevices(devices) {
    for (const each of devices) {
      let row = rows.get(each.address);
      if (!row) {
        row = h('li', { class: 'setting', 'data-address': each.address }, h('div'), h('p', { class: 'row' }));
        rows.set(each.address, row);
        found.append(row);
      }
      refresh(row.firstElementChild, h('strong', {}, each.named ? outside(each.name, 60) : t('bluetooth.no-name')), h('p', { class: 'note' }, [
        each.address, each.rssi_dbm === undefined ? '' : `${number(each.rssi_dbm)} dBm`, t(each.paired ? 'bluetooth.paired' : 'bluetooth.not-paired'),
      ].filter(Boolean).join(' · '), each.family ? [' · ', outside(each.family, 80)] : '', each.serial_port === false ? ` · ${t('bluetooth.no-port')}` : ''));
      const key = `${each.paired} ${each.receiver}`;
      if (row.dataset.key === key) continue;
      row.dataset.key = key;
      const name = each.named ? each.name.slice(0, 60) : each.address;
      replace(row.lastElementChild, each.receiver
        ? h('a', { href: pageOf(each.receiver) }, t('bluetooth.is', { id: each.receiver.slice(0, 80) }))
        : button(null, t(each.paired ? 'bluetooth.go-on' : 'bluetooth.pair'), () => choose(each), { disabled: !mayChange(), 'aria-label': `${t(each.paired ? 'bluetooth.go-on' : 'bluetooth.pair')}: ${name}` }));
    }
    if (rows.size) setText(count, t('bluetooth.found', { count: rows.size }));
  }

  /** Ends the search and continues with one device. */
  async function choose(chosen) {
    // The list can still be clicked while the search ends.
    if (isChoosing) return;
    isChoosing = true;
    device = { ...chosen, name: chosen.named ? chosen.name : t('bluetooth.no-name') };
    const running = followed;
    followed = null;
    if (running && isOwn) await send('DELETE', running);
    isChoosing = false;
    if (closed) return;
    if (chosen.paired) return test();
    await pair();
  }

  // MARK: Pair

  async function pair() {
    go('pair');
    replace(place, h('p', {}, theDevice()), h('p', { role: 'status' }, t('bluetooth.pairing')));
    const again = () => button(null, t('again'), pair, { id: 'bluetooth-again' });
    const answer = await send('POST', `/v1/receivers/${encodeURIComponent(device.address)}/pair`, { interactive: true });
    if (closed || at !== 'pair') {
      if (answer.ok) send('DELETE', `/v1/receivers/pairings/${answer.value.id}`);
      return;
    }
    if (!answer.ok) {
      replace(place, h('p', {}, theDevice()));
      return complain(answer.problem.detail, again(), back());
    }
    const what = `/v1/receivers/pairings/${answer.value.id}`;
    const talk = question(what, { name: theDevice, cancel: back, complain });
    replace(place, talk.element);
    const end = await follow(what, (report) => {
      talk.update(report);
      return ['paired', 'failed', 'cancelled'].includes(report.state);
    });
    if (closed || at !== 'pair' || followed !== what) return;
    followed = null;
    if (end?.state === 'paired') {
      toast(t(end.was_paired ? 'bluetooth.was-paired' : 'bluetooth.is-paired'), { severity: 'good' });
      return test();
    }
    replace(place, h('p', {}, theDevice()));
    complain(end?.error ? refusal(end.error) : t(end ? 'bluetooth.cancelled' : 'bluetooth.forgotten'), again(), back());
    problem.querySelector('button').focus();
  }

  /** The button that returns to the devices. */
  function back() {
    return button(null, t('bluetooth.others'), async () => {
      const running = followed;
      followed = null;
      find();
      if (running) await send('DELETE', running);
    }, { id: 'bluetooth-others' });
  }

  // MARK: Test and use

  function test() {
    go('test');
    const result = h('div', { role: 'status', id: 'bluetooth-result' });
    const run = button(null, t('receiver.test'), async () => {
      replace(problem);
      run.disabled = true;
      replace(result, t('bluetooth.testing'));
      const answer = await send('POST', `/v1/receivers/${encodeURIComponent(device.address)}/test`);
      if (closed || at !== 'test') return;
      run.disabled = false;
      if (document.activeElement === document.body) run.focus();
      replace(result);
      if (!answer.ok) return complain(answer.problem.detail);
      replace(result, steps(answer.value), verdict(answer.value));
    }, { id: 'bluetooth-test', class: 'primary' });
    replace(place, h('p', {}, theDevice()), h('p', { class: 'note' }, t('bluetooth.test.note')), h('p', { class: 'row' }, run, button(null, t('bluetooth.use.go'), use, { id: 'bluetooth-use' }), back()), result);
  }

  async function use() {
    go('use');
    replace(place, state('loading', t('loading')));
    const answer = await send('GET', '/v1/drivers');
    if (closed || at !== 'use') return;
    const drivers = answer.ok ? answer.value.filter((driver) => 'address' in (driver.schema.properties ?? {})) : [];
    if (!drivers.length) {
      replace(place);
      return complain(answer.ok ? t('add.no-driver') : answer.problem.detail, button(null, t('again'), use), back());
    }
    const form = addForm(drivers, { driver: drivers[0].driver, config: { address: device.address } }, () => closed);
    replace(place, h('p', {}, theDevice()), form.element, h('p', {}, back()));
  }

  function refusal(error) {
    return [phrase(error.message, error.text), phrase(error.fix_message)].filter(Boolean).join(' – ');
  }

  /** Ends this page's pairing or search, so that other people can begin one. */
  function leave() {
    if (followed?.includes('/pairings/') || (followed && isOwn)) {
      fetch(followed, { method: 'DELETE', keepalive: true }).catch(() => {});
    }
  }

  function showRole() {
    refresh(ask, whomToAsk());
    start.disabled = !mayChange();
    for (const each of found.querySelectorAll('button')) each.disabled = !mayChange();
  }

  addEventListener('pagehide', leave);
  find(true);
  showRole();
  attach();
  const end = store.on('hello', showRole);
  return {
    close() {
      closed = true;
      end();
      removeEventListener('pagehide', leave);
      leave();
    },
  };
}
