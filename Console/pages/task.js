// SPDX-License-Identifier: Apache-2.0

import { h, outside, refresh, replace, setText } from '../dom.js';
import { instant } from '../format.js';
import { button, card, facts, failure, icon, state, toast, warn } from '../parts.js';
import { decoded, send } from '../request.js';
import { owner } from '../session.js';
import { sentence, t } from '../text.js';
import { askToSend, follow, isOnItsWay, mayChange, obstacle, overdue, photoWords, repeated, sentOf, stateOf, taskPage } from './office.js';
import { begin, list, loadAll, photoPage, scopeOf, thumbnail } from './photo-list.js';

export const topics = 'back_office:1';
/** The page has texts in the catalogue of the pages. */
export const hasTexts = true;

/** The typed notes that are not saved, by person and task. */
const notes = new Map();

/** Shows a task with its photos, and sends it. */
export function show(root, { path }) {
  const id = decoded(path.split('?')[0].split('/')[2]);
  const address = `/v1/tasks/${encodeURIComponent(id)}`;
  const scope = scopeOf(id);
  const key = `${owner()} ${id}`;
  begin(scope);
  let closed = false;
  let task = null;
  let link = {};
  const title = h('h1', { tabindex: '-1' }, t('tasks.number', { id: id.slice(0, 60) }));
  const notice = h('div', {}, state('loading', t('loading')));
  const allowed = h('p', { class: 'not-allowed', hidden: true }, t('session.needed'));
  const words = facts([['id', 'ID'], ['state', t('tasks.state')], ['created', t('tasks.created')], ['due', t('tasks.due')], ['office', t('tasks.office')]]);
  const reason = h('p', { class: 'kept' });
  const reasonTitle = h('h2');
  const reasonCard = h('section', { class: 'card', id: 'task-reason' }, reasonTitle, reason);
  const instructions = h('p', { class: 'kept', id: 'task-instructions' });
  const note = h('textarea', { id: 'task-note', rows: 4, maxlength: 2000, 'aria-describedby': 'task-note-problem' });
  const noteProblem = h('p', { class: 'problem', role: 'alert', id: 'task-note-problem' });
  const saving = button('ok', t('people.save'), saveNote, { id: 'task-save-note' });
  const shoot = h('a', { class: 'go', id: 'task-shoot', href: `#/camera?${scope}` }, icon('photos'), h('span', {}, t('camera.shutter')));
  const count = h('p', { class: 'note', id: 'task-count' });
  const photos = h('ul', { class: 'row thumbs', id: 'task-photos' });
  const condition = h('div', { id: 'task-sending', role: 'status' });
  const trouble = h('div', { id: 'task-problem' });
  const sending = button('sending', t('tasks.send'), ask, { id: 'task-send', class: 'primary' });
  const stopping = button('close', t('tasks.stop'), async () => {
    const answer = await send('DELETE', `${address}/send`);
    if (!answer.ok) warn(answer.problem.detail);
    if (!closed) await load();
  }, { id: 'task-stop' });
  const lacking = h('p', { class: 'note' }, t('tasks.no-photos'));
  const shown = h('div', { class: 'cards two', hidden: true },
    h('div', { class: 'stack' }, h('section', { class: 'card' }, words.list), reasonCard, card(t('tasks.instructions'), instructions)),
    h('div', { class: 'stack' }, card(t('nav.photos'), count, photos, h('p', { class: 'row' }, shoot)),
      card(t('photo.note'), h('label', { class: 'unseen', for: 'task-note' }, t('photo.note')), note, noteProblem, h('p', {}, saving)),
      card(t('tasks.send'), condition, trouble, lacking, h('p', { class: 'row' }, sending, stopping))));
  root.append(h('p', {}, h('a', { href: '#/tasks', id: 'task-back' }, t('nav.tasks'))), title, allowed, notice, shown);

  const load = repeated(async () => {
    const answer = await send('GET', address);
    if (closed) return;
    if (!answer.ok) return lose(answer);
    let newest = answer.value;
    if (newest.state === 'new' && mayChange()) {
      const opened = await send('POST', `${address}/open`);
      newest = opened.value ?? newest;
    }
    const [refusal, office] = [await loadAll(() => closed), newest.sent === 'sending' ? await send('GET', '/v1/back-office') : {}];
    if (closed) return;
    if (refusal) toast(refusal.detail, { severity: 'warning' });
    link = { ...office.value, at: performance.now() };
    const isFirst = task === null;
    task = newest;
    draw();
    if (!isFirst || !notes.has(key)) return;
    note.value = notes.get(key);
    notes.delete(key);
  });

  /** Shows why there is no task. What was shown stays if the gateway does not answer. */
  function lose({ status, problem }) {
    if (task && !status) return;
    shown.hidden = true;
    replace(notice, failure(problem, load), h('p', {}, h('a', { class: 'go', href: '#/tasks' }, t('nav.tasks'))));
  }

  function draw() {
    const isAllowed = mayChange();
    const isEditable = task.editable && isAllowed;
    replace(notice);
    allowed.hidden = isAllowed;
    shown.hidden = false;
    refresh(title, outside(task.name || t('tasks.number', { id }), 200));
    words.set('id', outside(task.id, 200));
    words.set('state', stateOf(task));
    words.set('created', instant(task.created));
    words.set('due', h('span', { class: 'pair' }, instant(task.due), overdue(task)));
    words.set('office', photoWords(task.server_photos));
    reasonCard.hidden = !task.reason;
    setText(reasonTitle, t(task.state === 'declined' ? 'tasks.declined' : 'tasks.returned'));
    refresh(reason, outside(task.reason, 70000));
    refresh(instructions, outside(task.instructions || '—', 70000));
    // A text that is not saved yet stays while it can be saved.
    if (!task.editable || note.value === (note.dataset.saved ?? '')) note.value = note.dataset.saved = task.note.replace(/\r\n?/g, '\n');
    note.readOnly = saving.disabled = !isEditable;
    shoot.hidden = !isEditable;
    setText(count, photoWords(list.items.length) + (task.unsent ? ` (${t('tasks.unsent', { count: task.unsent })})` : ''));
    refresh(photos, [...list.items].reverse().map((photo) => h('li', {}, h('a', { href: photoPage(photo.id, scope), 'data-photo': photo.id, 'aria-label': `${t('nav.photo')} ${instant(photo.taken)}` }, thumbnail(photo.id)))));
    refresh(condition, isOnItsWay(task) && h('p', {}, sentOf(task)));
    refresh(trouble, obstacle(link));
    const isSending = task.sent === 'sending';
    const focused = document.activeElement;
    lacking.hidden = !task.editable || task.photos + task.server_photos > 0;
    sending.hidden = isSending;
    sending.disabled = !isEditable || !lacking.hidden;
    stopping.hidden = !isSending;
    stopping.disabled = !isAllowed;
    if ((focused === sending || focused === stopping) && focused.hidden) title.focus({ preventScroll: true });
  }

  const isTyped = () => task?.editable && note.value !== note.dataset.saved;

  /** Saves the note. Resolves to true if it is saved. */
  async function saveNote() {
    replace(noteProblem);
    const text = note.value;
    const answer = await send('PATCH', address, { note: text });
    if (closed) return false;
    if (!answer.ok) {
      replace(noteProblem, outside(sentence(answer.problem.detail), 400));
      return false;
    }
    note.dataset.saved = text;
    toast(t('tasks.note-saved'), { severity: 'good' });
    await load();
    return true;
  }

  async function ask() {
    // What is typed is meant to be sent.
    if (isTyped() && !await saveNote()) return;
    askToSend(`${address}/send`, [h('p', {}, outside(task.name, 200), ` – ${photoWords(task.photos)}`), h('p', {}, t('tasks.send.task'))], load);
  }

  load();
  const end = follow(load);
  return {
    tick: () => refresh(trouble, obstacle(link)),
    redraw: () => task && draw(),
    close: () => {
      closed = true;
      end();
      if (!isTyped()) return;
      notes.set(key, note.value);
      toast(t('photo.unsaved'), { severity: 'warning', action: h('a', { href: taskPage(id) }, t('photo.note')) });
    },
  };
}
