// SPDX-License-Identifier: Apache-2.0

import { h, outside, replace } from '../dom.js';
import { number } from '../format.js';
import { fields } from './form.js';
import { button } from '../parts.js';
import * as store from '../store.js';
import { phrase, sentence, t } from '../text.js';

/** The number of mount points that are shown at once; the filter finds the others. */
const MOST = 50;

/** The fields, each with its JSON Schema. */
const rules = () => {
  const rule = (key, more) => ({ type: 'string', isOwn: true, description: t(`key.${key}.note`), ...more });
  return {
    type: 'object', required: ['caster', 'mountpoint'],
    properties: { caster: rule('caster'), user: rule('user'), password: rule('password'), mountpoint: rule('mountpoint') },
  };
};
const moreRules = () => ({
  type: 'object',
  properties: {
    version: { type: 'integer', enum: [2, 1], default: 2, isOwn: true, description: t('key.version.note') },
    gga_interval_s: { type: 'number', minimum: 0, maximum: 3600, default: 10, isOwn: true, description: t('key.gga_interval_s.note') },
  },
});

/** An address without its scheme, and whether the scheme means TLS; null without a scheme. */
export function parsed(caster = '') {
  const [, scheme, rest] = /^(?:(ntrips?|https?):\/\/)?(.*)$/s.exec(caster.trim());
  return { address: rest, isSecure: scheme === undefined ? null : scheme.endsWith('s') };
}

/**
 * The form for the caster.
 * @param {{entry: object, has_password: boolean}} current the keys in effect
 * @param {{save: (entry: object) => Promise<object>, list: (query: object) => Promise<object>, done: (overview: object) => void}} options
 */
export function casterForm({ entry, has_password: hasPassword }, { save, list, done }) {
  let closed = false;
  let isSent = false;
  const given = parsed(entry.caster);
  const main = fields(rules(), { caster: given.address || undefined, user: entry.user, mountpoint: entry.mountpoint });
  const rest = fields(moreRules(), entry);
  const field = (key) => main.entries.find((each) => each.key === key);
  const [caster, user, password, mountpoint] = ['caster', 'user', 'password', 'mountpoint'].map((key) => field(key).input);
  password.type = 'password';
  password.autocomplete = 'new-password';
  if (hasPassword) password.placeholder = t('corrections.password.stored');
  for (const input of [caster, user, mountpoint]) {
    input.spellcheck = false;
    input.setAttribute('autocapitalize', 'none');
  }
  const secure = h('input', { type: 'checkbox', id: 'field-tls', checked: given.isSecure === true });
  // A typed or pasted scheme sets the choice of TLS.
  caster.addEventListener('change', () => {
    const { address, isSecure } = parsed(caster.value);
    if (isSecure === null) return;
    caster.value = address;
    secure.checked = isSecure;
  });
  const boxes = receiverBoxes(entry.receivers ?? []);
  const problem = h('p', { class: 'problem', role: 'alert', id: 'corrections-problem' });
  const points = mountpointList((name) => {
    mountpoint.value = name;
    mountpoint.focus();
  });
  const listButton = button(null, t('corrections.list'), showList, { id: 'corrections-list' });
  const submit = h('button', { type: 'submit', class: 'primary', id: 'corrections-save' }, t('corrections.save'));
  const element = h('form', { novalidate: true, id: 'corrections-form', autocomplete: 'off' },
    field('caster').element, h('p', {}, h('label', { class: 'check' }, secure, t('key.tls'))), field('user').element, field('password').element,
    h('p', { class: 'row' }, listButton), points.element, field('mountpoint').element,
    h('details', {}, h('summary', {}, t('form.more')), rest.entries.map((each) => each.element), boxes.element),
    problem, h('p', { class: 'row' }, submit));

  const address = () => {
    const { address: plain, isSecure } = parsed(caster.value);
    return plain && `${isSecure ?? secure.checked ? 'ntrips' : 'ntrip'}://${plain}`;
  };

  function complain(answer) {
    const errors = answer.ok ? [] : answer.problem.errors ?? [];
    const others = rest.complain(main.complain(errors));
    const wrong = element.querySelector('[aria-invalid=true]');
    const hidden = wrong?.closest('details');
    if (hidden) hidden.open = true;
    wrong?.focus();
    const words = answer.ok ? [] : errors.length === 0 ? [answer.problem.detail] : others.map((error) => `${error.key}: ${phrase(error.message, error.text)}`);
    replace(problem, words.map((each) => h('span', { class: 'line' }, outside(sentence(each), 600))));
  }

  async function showList() {
    if (listButton.disabled) return;
    listButton.disabled = true;
    points.wait();
    const login = user.value.trim() ? { user: user.value.trim(), ...(password.value ? { password: password.value } : {}) } : {};
    const answer = await list({ caster: address(), version: rest.read().version ?? 2, ...login });
    listButton.disabled = false;
    if (closed) return;
    // A disabled button loses the focus.
    if (document.activeElement === document.body) listButton.focus();
    complain(answer);
    points.show(answer.ok ? answer.value : null);
  }

  element.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (isSent) return;
    isSent = true;
    replace(problem);
    // Keys without a field stay as they are.
    const { silence_s, position_receiver } = entry;
    const answer = await save({
      ...(silence_s === undefined ? {} : { silence_s }), ...(position_receiver === undefined ? {} : { position_receiver }),
      ...rest.read(), ...main.read(), caster: address(), receivers: boxes.read(),
    });
    isSent = false;
    if (closed) return;
    complain(answer);
    if (!answer.ok) return;
    password.value = '';
    password.placeholder = user.value.trim() ? t('corrections.password.stored') : '';
    done(answer.value);
  });
  return { element, close: () => { closed = true; } };
}

/** The choice of receivers that get corrections; if none is ticked, all that accept them. */
function receiverBoxes(named) {
  const ids = [...new Set([...(store.get('state')?.receivers ?? []).map((each) => each.id), ...named])];
  const inputs = ids.map((id) => h('input', { type: 'checkbox', value: id, checked: named.includes(id) }));
  return {
    element: h('fieldset', { id: 'corrections-for' }, h('legend', {}, t('corrections.for')), h('p', { class: 'note' }, t('corrections.for.note')),
      ids.map((id, index) => h('label', { class: 'check' }, inputs[index], outside(id, 80)))),
    read: () => inputs.filter((input) => input.checked).map((input) => input.value),
  };
}

/** A list from which the user chooses a caster's mount point. All its words come from the caster. */
function mountpointList(choose) {
  let all = [];
  const words = h('p', { role: 'status', id: 'mountpoints-words' });
  const filter = h('input', { type: 'search', id: 'mountpoints-filter', autocomplete: 'off', spellcheck: 'false', oninput: draw });
  const filterLine = h('p', { hidden: true }, h('label', { for: 'mountpoints-filter' }, t('corrections.filter')), ' ', filter);
  const items = h('ul', { class: 'indicators', id: 'mountpoints' });
  const cure = h('div', { class: 'note', id: 'mountpoints-cure' });

  function draw() {
    const wanted = filter.value.trim().toLocaleLowerCase();
    const found = all.filter((point) => [point.name, point.place, point.format, point.network, point.country, point.systems]
      .some((text) => text.toLocaleLowerCase().includes(wanted)));
    replace(items, found.slice(0, MOST).map(item));
    replace(cure, found.length > MOST ? t('corrections.list.more', { count: number(found.length - MOST) })
      : all.length && found.length === 0 ? t('corrections.list.nothing') : null);
  }

  function item(point) {
    const facts = [
      point.distance_km === undefined ? t('corrections.list.unknown') : `${number(point.distance_km, point.distance_km < 100 ? 1 : 0)} km`,
      point.needs_position ? t('corrections.list.position') : '', point.needs_password ? t('corrections.list.password') : '', point.fee ? t('corrections.list.fee') : '',
    ].filter(Boolean).join(' · ');
    return h('li', { 'data-mountpoint': point.name }, h('div', { class: 'row apart' },
      h('div', {}, h('strong', {}, outside(point.name, 60)), ' ', outside(point.place, 60), h('div', { class: 'note' }, facts),
        h('div', { class: 'note' }, outside([point.format, point.systems].filter(Boolean).join(' · '), 80), ' ', outside(point.messages, 120))),
      button(null, t('corrections.choose'), () => choose(point.name), { 'aria-label': `${t('corrections.choose')}: ${point.name.slice(0, 60)}` })));
  }

  return {
    element: h('div', {}, words, filterLine, items, cure),
    wait() {
      replace(words, t('corrections.list.wait'));
    },
    /** @param {object|null} report null: the request was refused */
    show(report) {
      all = report?.mountpoints ?? [];
      filter.value = '';
      filterLine.hidden = all.length < 2;
      draw();
      if (!report) return replace(words);
      if (report.problem) {
        replace(words, h('span', { class: 'problem' }, outside(sentence(phrase(report.message, report.reason)), 600)));
        return replace(cure, outside(sentence(phrase(report.cure_message, report.cure)), 600));
      }
      replace(words, t(all.some((point) => point.distance_km !== undefined) ? 'corrections.list.near' : 'corrections.list.all', { count: number(report.total) }),
        report.unusable ? ` ${t('corrections.list.unusable', { count: number(report.unusable) })}` : '');
    },
  };
}
