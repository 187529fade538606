// SPDX-License-Identifier: Apache-2.0

import { h, outside } from '../dom.js';
import { number, span } from '../format.js';
import { icon, indicator } from '../parts.js';
import { send } from '../request.js';
import * as store from '../store.js';
import { code, language, phrase, sentence, t } from '../text.js';
import { question } from './question.js';

/** The parts that the pages of tasks, photos and paths share for the back office. */

/** True if a back office is configured. */
export const isOffice = () => store.get('state')?.back_office_enabled === true;

/** True if this browser may change anything. */
export const mayChange = () => store.hello.role !== 'viewer';

/** The address of a task's page. */
export const taskPage = (id) => `#/tasks/${encodeURIComponent(id)}`;

/** The colour and the icon of each state of a task. */
export const STATES = {
  new: ['yellow', 'plus'], open: ['yellow', 'record'], returned: ['red', 'undo'], provided: ['grey', 'sending'],
  accepted: ['green', 'ok'], declined: ['red', 'bad'], checked: ['grey', 'checked'], closed: ['grey', 'stop'],
};

const mark = ([colour, name] = ['grey', 'none'], words) => h('span', { class: `indicator indicator-${colour}` }, icon(name), h('span', {}, outside(words, 60)));

/** A task's state. One that is unknown here is shown as the back office calls it. */
export const stateOf = ({ state }) => mark(STATES[state], code('tasks.state', state));

/** A mark if the photos of a task should have been there by now. */
export const overdue = (task) => task.overdue && indicator('yellow', t('tasks.overdue'));

/** A number of photos in words. */
export const photoWords = (count) => t(`tasks.photos.${new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'}`, { count: number(count) });

/** How far a task or photo has got on its way to the back office, or why it was not sent. */
export const sentOf = ({ sent, send_problem: problem }) => (problem && !isSent({ sent }) ? because(problem)
  : mark({ sending: ['yellow', 'sending'], sent: ['green', 'ok'] }[sent], t(`path.sent.${sent}`)));

/** True if something waits to be sent, or was sent. */
export const isSent = ({ sent }) => sent === 'sending' || sent === 'sent';

/** True if there is more to say than that something was not sent. */
export const isOnItsWay = (thing) => isSent(thing) || Boolean(thing.send_problem);

/** A problem in the page's language. */
export const because = ({ text, message }) => indicator('red', outside(sentence(phrase(message, text)), 600));

/**
 * Why the back office cannot be used at present, and when the gateway tries again; nothing if it can.
 * @param {{problem?: object, retry_s?: number, at?: number}} link the report, and when it came (performance.now())
 */
export const obstacle = ({ problem, retry_s: seconds, at }) => problem && h('span', { class: 'pair' }, because(problem),
  seconds !== undefined && h('span', { class: 'note' }, t('tasks.next', { span: span(seconds - (performance.now() - at) / 1000) })));

/**
 * Asks whether something is to be sent. If verdicts of photos are pending, a second question says so.
 * @param {string} path of the request
 * @param {any} children what is sent, and what that means
 * @param {() => void} done called after the request
 * @param {boolean} [isPending] the person has read that verdicts are pending
 */
export function askToSend(path, children, done, isPending) {
  const element = question(t('tasks.send'), children, t(isPending ? 'tasks.send-pending' : 'tasks.send'), async () => {
    const answer = await send('POST', path, isPending ? { pending: true } : undefined);
    if (answer.problem?.code === 'photos_pending' && !isPending && element.open) {
      element.close();
      askToSend(path, h('p', {}, sentence(answer.problem.detail)), done, true);
      return null;
    }
    if (!answer.ok) return answer.problem.detail;
    done();
    return null;
  }, { isFinal: true });
}

/** A function that performs an action, and once more if it was called meanwhile. */
export function repeated(action) {
  let [isRunning, isWanted] = [false, false];
  return async () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isWanted) {
        isWanted = false;
        await action();
      }
    } finally {
      isRunning = false;
    }
  };
}

/** What of each topic the pages depend on: changes at the back office, the person and the run of the gateway, and whether there is an office. */
const CONCERNS = { back_office: ({ changes }) => changes, hello: ({ boot, role, session }) => `${boot} ${role} ${session}`, state: isOffice };

/**
 * Calls a function when any of that has changed.
 * @returns {() => void} ends the calls
 */
export function follow(load) {
  const ends = Object.entries(CONCERNS).map(([topic, concern]) => {
    let known = store.get(topic) && concern(store.get(topic));
    return store.on(topic, (value) => {
      if (concern(value) === known) return;
      known = concern(value);
      load();
    });
  });
  return () => ends.forEach((end) => end());
}
