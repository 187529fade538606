// SPDX-License-Identifier: Apache-2.0

import { h, refresh } from './dom.js';
import { icon, toast } from './parts.js';
import { send } from './request.js';
import * as store from './store.js';
import { code, t } from './text.js';

/** True if the gateway is an endpoint of agrirouter. */
export function isOnboarded(report) {
  return Boolean(report) && report.state !== 'not_onboarded';
}

/** The state of sending in a few words. The gateway may withhold positions that agrirouter would accept. */
export function sendingWords(report) {
  return report.active && report.positions === 'withheld' ? t('uplink.withheld') : code('uplink', report.state);
}

/** True if positions leave the machine, or will once agrirouter is reached. */
export function isSending(report) {
  return report.active && report.positions !== 'withheld';
}

/** A member's age in seconds, and whether it is so old that the member is shown grey. */
export function memberAge(member) {
  const age = member.age_s + store.age('members');
  // The report may be old too, so the page compares again.
  return { age, isOld: member.outdated || age >= store.get('members')?.outdated_after_s };
}

/**
 * The button that pauses or resumes sending to agrirouter, for permitted roles. Its element stays while its text changes.
 * @param {boolean} [hasNote] whether a note states the remedy if the role is not sufficient
 */
export function pauseControl(hasNote = true) {
  let isPaused = false;
  let isBusy = false;
  const element = h('button', {
    type: 'button', id: 'pause-sending', onclick: async () => {
      if (isBusy) return;
      isBusy = true;
      const answer = await send('POST', `/v1/agrirouter/${isPaused ? 'resume' : 'pause'}`, null, {}, 10);
      isBusy = false;
      if (!answer.ok) toast(answer.problem.detail, { severity: 'warning' });
    },
  });
  const note = h('p', { class: 'note' }, t('session.needed'));
  const place = h('div', {}, element, note);
  return {
    element: place,
    update(report) {
      isPaused = report.state === 'paused';
      const isAllowed = store.hello.role !== 'viewer';
      place.className = isAllowed || !hasNote ? '' : 'not-allowed';
      note.hidden = isAllowed || !hasNote;
      element.disabled = !isAllowed;
      refresh(element, icon(isPaused ? 'sending' : 'pause'), h('span', {}, t(isPaused ? 'uplink.resume' : 'uplink.pause')));
    },
  };
}
