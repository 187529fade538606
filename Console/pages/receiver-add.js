// SPDX-License-Identifier: Apache-2.0

import { send } from '../request.js';
import { h, outside, refresh, replace } from '../dom.js';
import { button, failure, state } from '../parts.js';
import { addForm, mayChange, pageOf, portNotes, whomToAsk } from './receiver-parts.js';
import * as store from '../store.js';
import { t } from '../text.js';

export const hasTexts = true;

/** The ways to add a receiver. `fits` finds the drivers for a way by their keys; `config` contains default values. */
const WAYS = {
  usb: { fits: (keys) => 'device' in keys },
  network: { fits: (keys) => 'device' in keys, config: { device: 'tcp://' } },
  simulated: { fits: (keys) => keys.scenario?.enum?.includes('drive'), config: { scenario: 'drive' } },
  other: { fits: () => true },
};

/** Adds a receiver. The user chooses a way, and fills in the driver's form. */
export function show(root, { path }) {
  const [way, query] = path.split('/').slice(3).join('/').split('?');
  const wanted = new URLSearchParams(query);
  let closed = false;
  let drivers = null;
  let devices = [];
  let form = null;
  let beats = 0;
  const ask = h('div');
  const ways = h('ul', { class: 'ways' }, ['usb', 'bluetooth', ...Object.keys(WAYS).slice(1)].map((name) => h('li', {},
    h('a', { href: `#/receivers/add/${name}`, class: 'go', 'aria-current': name === way ? 'page' : null }, t(`add.${name}`)), h('p', { class: 'note' }, t(`add.${name}.note`)))));
  const ports = h('div', { id: 'add-ports' });
  const unplugged = h('p', { class: 'problem', role: 'status', id: 'add-unplugged' });
  const place = h('div', { id: 'add-form' });
  root.append(h('p', {}, h('a', { href: '#/receivers' }, t('receiver.back'))), h('h1', { tabindex: '-1' }, t('nav.receiver-add')), ask, ways, ports, unplugged, place);

  async function load() {
    refresh(ask, whomToAsk());
    if (!(way in WAYS) || drivers) return;
    replace(place, state('loading', t('loading')));
    const answer = await send('GET', '/v1/drivers');
    if (closed || drivers) return;
    if (!answer.ok) return replace(place, failure(answer.problem, load));
    drivers = answer.value.filter((driver) => WAYS[way].fits(driver.schema.properties ?? {}));
    if (!drivers.length) return replace(place, state('empty', t('add.no-driver')));
    replace(place);
    if (way === 'usb') await loadDevices();
    if (way !== 'usb' || wanted.has('device')) build(wanted.get('device'), wanted.get('driver'));
  }

  /** Shows the form. @param {string | null} device @param {string | null} [driver] the one that runs on the device now */
  function build(device, driver) {
    form = addForm(drivers, { driver: drivers.some((each) => each.driver === driver) ? driver : drivers[0].driver, config: { ...WAYS[way].config, ...(device === null ? {} : { device }) } }, () => closed);
    form.element.querySelector('#form-submit').disabled = !mayChange();
    replace(place, h('h2', {}, t('add.form')), form.element);
    watch();
  }

  // MARK: Ports

  async function loadDevices() {
    const answer = await send('GET', '/v1/devices');
    if (closed || !answer.ok) return;
    devices = answer.value;
    refresh(ports, h('h2', {}, t('add.ports')), devices.length ? h('div', { class: 'cards two' }, devices.map(port)) : state('empty', t('add.no-ports')),
      h('p', {}, button(null, t('add.by-hand'), () => choose(''), { id: 'add-by-hand' })));
    watch();
  }

  function port(device) {
    const best = device.links[0] ?? device.node;
    const name = [device.vendor, device.model].filter(Boolean).join(' ') || device.identity;
    return h('section', { class: 'card', 'data-node': device.node }, h('h3', {}, outside(name, 120)),
      h('p', { class: 'note' }, outside(device.node, 120), device.serial ? [' · ', outside(device.serial, 80)] : ''),
      device.receiver ? h('p', {}, t('add.runs'), ' ', h('a', { href: pageOf(device.receiver) }, outside(device.receiver, 80))) : null,
      portNotes(device),
      h('p', {}, button(null, t(device.receiver ? 'receiver.own' : 'add.this'), () => choose(best, device.receiver), { 'aria-label': `${t(device.receiver ? 'receiver.own' : 'add.this')}: ${name} (${device.node})` })));
  }

  async function choose(device, receiver) {
    const report = receiver ? await send('GET', `/v1/receivers/${encodeURIComponent(receiver)}`) : null;
    if (closed) return;
    build(device, report?.ok ? report.value.driver : null);
    form.field('device')?.input.focus();
  }

  /** Shows a note if the device in the form is not plugged in. */
  function watch() {
    const value = form?.field('device')?.input.value ?? '';
    // The field may contain a device's identity, or the beginning of one.
    const isPort = way === 'usb' && /^(\/dev\/|usb:)/.test(value);
    const isIdentity = (identity) => identity === value || [':', '@', '+'].some((mark) => identity.startsWith(value + mark));
    const isThere = devices.some((device) => [device.node, ...device.links].includes(value) || isIdentity(device.identity));
    refresh(unplugged, isPort && !isThere ? t('add.unplugged') : null);
  }

  load();
  const end = store.on('hello', () => {
    refresh(ask, whomToAsk());
    const submit = form?.element.querySelector('#form-submit');
    if (submit) submit.disabled = !mayChange();
  });
  return {
    close: () => {
      closed = true;
      end();
    },
    tick() {
      beats += 1;
      if (way === 'usb' && drivers && beats % 3 === 0 && store.link.state === 'live') loadDevices();
    },
  };
}
