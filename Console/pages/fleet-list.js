// SPDX-License-Identifier: Apache-2.0

import { h, outside, replace, setText } from '../dom.js';
import { span } from '../format.js';
import { t } from '../text.js';
import { byName, condition, isCurrent, isOld, seenAge, shape, summary } from './fleet-gateway.js';

/** The work on rows in a frame, in milliseconds. */
const SLICE = 6;
/** The age in seconds up to which gateways count as seen at the same time, so that their order is calm. */
const SAME = 10;
const RANKS = { problem: 0, offline: 1, online: 2, authenticated: 2 };

/** What a gateway comes after, by the kind of order. */
const ORDERS = {
  problems: (gateway, now) => RANKS[now],
  name: () => 0,
  // The moment does not change while nothing is heard.
  seen: (gateway) => (seenAge(gateway) < SAME ? 0 : Number.isFinite(gateway.seen) ? 1e9 - gateway.seen : 1e18),
};

/**
 * The list of gateways. Rows stay while their texts change, and are changed in slices, so that the page always answers.
 * @param {{onSelect: (name: string|null) => void, onSettled: () => void}} manner
 */
export function fleetList({ onSelect, onSettled }) {
  const element = h('ul', { class: 'fleet-list', id: 'fleet-list', 'aria-label': t('nav.fleet'), onkeydown: keys });
  const details = h('div', { class: 'fleet-details', id: 'fleet-details' });
  /** The rows by the names of their gateways, and the names of the rows to be drawn. */
  const rows = new Map();
  const pending = new Set();
  const seen = new Set();
  const watcher = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => (isIntersecting ? seen.add(target) : seen.delete(target))));
  let by = 'problems';
  let isShown = () => true;
  let isUnordered = false;
  let selected = null;
  let frame = 0;
  /** The element that had the focus when its row was taken out. */
  let focused = null;

  /** Creates what is seen of a row. */
  function make(row) {
    const { gateway } = row;
    const picture = h('span', { class: 'fleet-picture' });
    const [words, since, mark] = [h('span', { class: 'line' }), h('span'), h('span')];
    const button = h('button', {
      type: 'button', class: 'fleet-button', tabindex: '-1', 'aria-expanded': 'false',
      onclick: () => onSelect(selected === gateway.name ? null : gateway.name), onfocus: () => hold(row),
    }, picture, h('span', { class: 'lines' }, h('strong', { class: 'line' }, outside(gateway.name, 100), gateway.isSelf ? ` – ${t('fleet.self')}` : ''), words, h('span', { class: 'line note' }, mark, since)));
    Object.assign(row, { element: h('li', { class: 'fleet-row', 'data-gateway': gateway.name.slice(0, 100) }, button), button, picture, words, since, mark });
    watcher.observe(row.element);
  }

  function draw(row) {
    const { gateway } = row;
    if (!row.element) make(row);
    const now = condition(gateway);
    if (row.condition !== now) {
      row.condition = now;
      row.element.dataset.condition = now;
      replace(row.picture, shape(now));
    }
    row.element.classList.toggle('is-old', isOld(gateway));
    setText(row.words, summary(gateway));
    const { authentication } = gateway;
    setText(row.mark, !authentication ? '' : `${authentication.isSimulation ? 'SIMULATION · ' : ''}${t(!isCurrent(gateway) ? 'fleet.osnma.past' : authentication.isAuthentic ? 'standing.authenticated' : 'fleet.osnma.no')} · `);
    setText(row.since, Number.isFinite(gateway.seen) ? t('fleet.seen', { span: span(seenAge(gateway)) }) : t('fleet.never'));
    const rank = ORDERS[by](gateway, now);
    if (rank !== row.rank) {
      [row.rank, isUnordered] = [rank, true];
      // It goes to its new place; the others stay as they are.
      if (row.element.parentNode) leave(row);
    }
    const isHidden = !isShown(gateway, now);
    if (row.element.hidden !== isHidden) {
      row.element.hidden = isHidden;
      if (isHidden && selected === gateway.name) onSelect(null);
    }
  }

  /** Draws rows until the slice is over, and the rest in the next frame. */
  function work() {
    frame = 0;
    const end = performance.now() + SLICE;
    for (const name of pending) {
      pending.delete(name);
      const row = rows.get(name);
      if (row) draw(row);
      if (performance.now() > end && pending.size) break;
    }
    arrange();
    if (pending.size) return plan();
    const held = element.querySelector('.fleet-button[tabindex="0"]');
    if (!held || held.closest('li').hidden) {
      if (held) held.tabIndex = -1;
      element.querySelector('li:not([hidden]) > button')?.setAttribute('tabindex', '0');
    }
    onSettled();
  }

  function plan() {
    frame ||= requestAnimationFrame(work);
  }

  /** Puts the rows in order. Only rows that were taken out are moved. */
  function arrange() {
    if (!isUnordered) return;
    isUnordered = false;
    let next = element.firstElementChild;
    for (const row of [...rows.values()].filter((each) => each.element).sort((one, other) => one.rank - other.rank || one.place - other.place)) {
      if (row.element === next) next = next.nextElementSibling;
      else element.insertBefore(row.element, next);
    }
    focused?.focus({ preventScroll: true });
    focused = null;
  }

  /** Takes a row out of the list, to be put in again. */
  function leave(row) {
    if (row.element.contains(document.activeElement)) focused = document.activeElement;
    row.element.remove();
  }

  /** Makes a row the one that the tab key reaches. */
  function hold(row) {
    const held = element.querySelector('.fleet-button[tabindex="0"]');
    if (held) held.tabIndex = -1;
    row.button.tabIndex = 0;
  }

  function keys(event) {
    if (event.key === 'Escape' && selected !== null) {
      const row = rows.get(selected);
      onSelect(null);
      return row?.button.focus();
    }
    const buttons = [...element.querySelectorAll('li:not([hidden]) > button')];
    const index = buttons.indexOf(event.target);
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: buttons.length - 1, PageDown: Math.min(index + 10, buttons.length - 1), PageUp: Math.max(index - 10, 0) }[event.key];
    if (index < 0 || to === undefined) return;
    event.preventDefault();
    buttons[to]?.focus();
  }

  return {
    element, details,
    /** Gateways that are new or changed. */
    update(gateways) {
      let isNew = false;
      for (const gateway of gateways) {
        const known = rows.get(gateway.name);
        if (known) {
          known.gateway = gateway;
        } else {
          rows.set(gateway.name, { gateway, element: null, condition: '', rank: NaN, place: 0 });
          isNew = true;
        }
        pending.add(gateway.name);
      }
      if (isNew) {
        [...rows.values()].sort((one, other) => byName(one.gateway, other.gateway)).forEach((row, index) => { row.place = index; });
      }
      plan();
    },
    remove(name) {
      const row = rows.get(name);
      rows.delete(name);
      if (!row?.element) return;
      const isFocused = row.element.contains(document.activeElement);
      const beside = row.element.nextElementSibling ?? row.element.previousElementSibling;
      if (selected === name) onSelect(null);
      watcher.unobserve(row.element);
      seen.delete(row.element);
      row.element.remove();
      plan();
      if (isFocused) (beside?.firstElementChild ?? document.querySelector('main h1')).focus();
    },
    /** Lets the ages of the rows in sight grow, and draws those whose condition changes by time. */
    grow() {
      for (const [name, row] of rows) if (!row.element || seen.has(row.element) || row.condition !== condition(row.gateway)) pending.add(name);
      plan();
    },
    /** Draws all rows again: another order, another filter, other units. */
    redraw(manner = {}) {
      by = manner.by ?? by;
      isShown = manner.isShown ?? isShown;
      for (const name of rows.keys()) pending.add(name);
      plan();
    },
    /** Opens a row, and closes the one that is open. */
    select(name) {
      rows.get(selected)?.button.setAttribute('aria-expanded', 'false');
      rows.get(selected)?.element.classList.remove('is-selected');
      details.remove();
      const row = rows.get(name);
      selected = row?.element ? name : null;
      if (!selected) return;
      row.button.setAttribute('aria-expanded', 'true');
      row.element.classList.add('is-selected');
      row.element.append(details);
      hold(row);
    },
    /** Moves the focus to a row. */
    focus: (name) => rows.get(name)?.button?.focus(),
    /** The gateways that are shown. */
    shown: () => [...rows.values()].filter((row) => row.element && !row.element.hidden).map((row) => row.gateway),
    close() {
      cancelAnimationFrame(frame);
      watcher.disconnect();
    },
  };
}
