// SPDX-License-Identifier: Apache-2.0

import { h, outside, refresh, setText } from '../dom.js';
import { instant, number } from '../format.js';
import { announce, button, card, facts, failure, field, state, warn } from '../parts.js';
import { send } from '../request.js';
import { change, setting } from '../settings.js';
import { code, sentence, t } from '../text.js';
import { complaint, passwordForm } from './login.js';
import { because, follow, isOnItsWay, mayChange, obstacle, overdue, photoWords, repeated, sentOf, STATES, stateOf, taskPage } from './office.js';

export const topics = 'back_office:1';
/** The page has texts in the catalogue of the pages. */
export const hasTexts = true;

/** The number of tasks that are shown at once. */
const PAGE = 100;
/** What the list is sorted by, and its name. */
const ORDERS = { due: 'tasks.due', created: 'tasks.created', name: 'people.name', state: 'tasks.state' };

/** Lists the tasks of the back office; signs in and out there, and synchronises. */
export function show(root, { session }) {
  let closed = false;
  let link = null;
  let report = { tasks: [], total: 0 };
  let most = PAGE;
  const notice = h('div', { id: 'tasks-notice' }, state('loading', t('loading')));
  const problem = complaint('office');
  const signIn = passwordForm(session(), 'office', 'section-office ', t('tasks.sign-in'), problem, async (login, password) => {
    const answer = await send('POST', '/v1/back-office/session', { login, password });
    if (!answer.ok) return { detail: sentence(answer.problem.detail) };
    signIn.querySelector('[type=password]').value = '';
    await load();
    root.querySelector('h1').focus({ preventScroll: true });
    return null;
  }, problem);
  const account = facts([['person', t('tasks.account')], ['server', t('tasks.office')]]);
  /** What waits, the result of the last synchronisation, and what is in the way. */
  const condition = h('div', { class: 'lines', id: 'tasks-condition' });
  const progress = h('progress', { id: 'tasks-progress', max: 100, 'aria-label': t('tasks.sync') });
  const syncing = button(null, t('tasks.sync'), () => act(isRunning() ? 'DELETE' : 'POST', 'sync'), { id: 'tasks-sync', class: 'primary' });
  const leaving = button(null, t('about.signout'), () => act('DELETE', 'session'), { id: 'tasks-sign-out' });
  const [filters, query] = choices(() => {
    most = PAGE;
    load();
  });
  const count = h('p', { class: 'note', id: 'tasks-count', role: 'status' });
  const list = h('div', { id: 'tasks-list' });
  const shown = h('div', { hidden: true }, h('div', { class: 'row' }, syncing, progress), condition, filters, count, list,
    card(t('tasks.office'), account.list, h('div', { class: 'row actions' }, leaving)));
  const entrance = h('div', { class: 'cards', hidden: true }, signIn);
  root.append(h('h1', { tabindex: '-1' }, t('nav.tasks')), notice, entrance, shown);

  const isRunning = () => link?.sync?.state === 'running';

  const load = repeated(async () => {
    const answer = await send('GET', '/v1/back-office');
    // The gateway takes a plus for a plus.
    const tasks = answer.value?.state === 'signed_in' ? await send('GET', `/v1/tasks?${query().replaceAll('+', '%20')}`) : null;
    if (closed) return;
    const refused = [answer, tasks].find((each) => each?.ok === false);
    // What was shown stays if the gateway does not answer.
    if (refused) return link && !refused.status ? undefined : refresh(notice, failure(refused.problem, load));
    const wasRunning = isRunning();
    link = { ...answer.value, at: performance.now() };
    report = tasks?.value ?? { tasks: [], total: 0 };
    draw();
    if (wasRunning && !isRunning()) announce(condition.innerText);
  });

  async function act(method, part) {
    const answer = await send(method, `/v1/back-office/${part}`);
    if (!answer.ok) warn(answer.problem.detail);
    if (!closed) await load();
  }

  function draw() {
    const isIn = link.state === 'signed_in';
    const isAllowed = mayChange();
    refresh(notice, isAllowed ? null : h('p', { class: 'not-allowed' }, t('session.needed')),
      link.state === 'off' ? state('empty', [t('tasks.off'), ' ', h('code', {}, 'back_office.server')], h('a', { class: 'go', href: '#/settings' }, t('nav.settings')))
        : !isIn && !isAllowed ? state('empty', t('tasks.signed-out')) : null);
    entrance.hidden = isIn || link.state === 'off' || !isAllowed;
    shown.hidden = !isIn;
    if (isIn) drawTasks(isAllowed);
  }

  function drawTasks(isAllowed) {
    const { server, person, sync } = link;
    const name = [person?.name, person?.surname].filter(Boolean).join(' ');
    account.set('person', person ? outside(name ? `${name} (${person.login})` : person.login, 200) : '—');
    account.set('server', outside(server, 200));
    drawCondition();
    progress.hidden = !isRunning();
    progress.value = sync?.percent ?? 0;
    setText(syncing.lastElementChild, t(isRunning() ? 'cancel' : 'tasks.sync'));
    syncing.disabled = leaving.disabled = !isAllowed;
    const focused = list.contains(document.activeElement) ? document.activeElement.id : null;
    const { tasks, total } = report;
    setText(count, total ? t('tasks.shown', { count: number(tasks.length), total: number(total) }) : '');
    refresh(list, tasks.length ? h('ul', { class: 'cards paths' }, tasks.slice(0, most).map(entry)) : state('empty', t(total ? 'tasks.none-found' : 'tasks.none')),
      tasks.length > most && button(null, t('paths.more'), () => {
        most += PAGE;
        draw();
      }, { id: 'tasks-more' }));
    if (focused && !list.contains(document.activeElement)) (document.getElementById(focused) ?? root.querySelector('h1')).focus({ preventScroll: true });
  }

  function drawCondition() {
    const { waiting, sync } = link;
    const counts = ['tasks', 'photos', 'paths'].filter((kind) => waiting[kind]).map((kind) => `${t(`nav.${kind}`)}: ${number(waiting[kind])}`).join(' · ');
    const result = !sync ? '—' : sync.problem ? because(sync.problem) : sync.state === 'running' ? `${number(sync.percent)} %`
      : sync.state !== 'done' ? code('tasks.sync', sync.state) : t('tasks.done', { time: instant(sync.ended), added: number(sync.added), changed: number(sync.changed), removed: number(sync.removed) });
    refresh(condition, counts && h('span', { class: 'line' }, `${t('uplink.queue')} – ${counts}`), h('span', { class: 'line' }, `${t('tasks.last')}: `, result), obstacle(link));
  }

  const entry = (task) => h('li', { class: 'card', 'data-task': task.id },
    h('h2', {}, h('a', { href: taskPage(task.id), id: `task-${task.id}` }, outside(task.name || task.id, 120))),
    h('div', { class: 'lines' }, h('span', { class: 'line' }, stateOf(task)),
      task.sent !== 'sent' && isOnItsWay(task) && h('span', { class: 'line' }, sentOf(task)),
      h('span', { class: 'line' }, photoWords(Math.max(task.photos, task.server_photos))),
      task.due && h('span', { class: 'line' }, `${t('tasks.due')}: ${instant(task.due)} `, overdue(task)),
      task.created && h('span', { class: 'line note' }, `${t('tasks.created')}: ${instant(task.created)}`)));

  load();
  const end = follow(load);
  return {
    tick: () => link?.waiting && drawCondition(),
    redraw: () => link && draw(),
    close: () => {
      closed = true;
      end();
    },
  };
}

/**
 * The fields that choose and sort the tasks. The browser keeps them as the query that the gateway gets.
 * @returns {[HTMLElement, () => string]}
 */
function choices(changed) {
  const kept = new URLSearchParams(setting('tasks'));
  const select = (id, key, options) => h('select', { id, onchange: keep }, Object.entries(options).map(([value, text]) => h('option', { value, selected: kept.get(key) === value }, text)));
  const name = h('input', { id: 'tasks-name', type: 'search', maxlength: 200, autocomplete: 'off', oninput: keep });
  name.value = kept.get('name') ?? '';
  const states = select('tasks-states', 'state', { '': t('tasks.all'), 'new,open,returned': t('tasks.to-do'), ...Object.fromEntries(Object.keys(STATES).map((each) => [each, code('tasks.state', each)])) });
  const sort = select('tasks-sort', 'sort', Object.fromEntries(Object.entries(ORDERS).map(([each, key]) => [each, t(key)])));
  const isDown = () => reverse.getAttribute('aria-pressed') === 'true';
  const reverse = button(null, t('tasks.reverse'), () => {
    reverse.setAttribute('aria-pressed', !isDown());
    keep();
  }, { id: 'tasks-reverse', 'aria-pressed': kept.get('order') === 'descending' });
  const last = h('input', { id: 'tasks-overdue-last', type: 'checkbox', onchange: keep });
  last.checked = kept.get('overdue_last') !== 'false';
  const query = () => String(new URLSearchParams({
    ...(name.value.trim() && { name: name.value.trim() }), ...(states.value && { state: states.value }),
    sort: sort.value, order: isDown() ? 'descending' : 'ascending', overdue_last: last.checked,
  }));
  function keep() {
    change('tasks', query());
    changed();
  }
  return [h('div', { class: 'filters', id: 'tasks-filters' }, field(t('people.name'), name), field(t('tasks.state'), states), field(t('tasks.sort'), sort), reverse,
    h('label', { class: 'check' }, last, t('tasks.overdue-last'))), query];
}
