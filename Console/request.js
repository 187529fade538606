// SPDX-License-Identifier: Apache-2.0

import { phrase, t } from './text.js';

/**
 * Sends a request to the gateway.
 * @param {number} [seconds] how long to wait for the answer; 0 is forever. A question is asked in vain after three minutes, so that a page
 * that waits for the answer before it asks again goes on when a silent network is back. So is a change, which can be repeated.
 * @returns {Promise<{ok: boolean, value?: any, status?: number, problem?: {detail: string, code?: string}}>} without a status if no answer came
 */
export async function send(method, path, body, headers = {}, seconds = method === 'POST' ? 0 : 180) {
  try {
    const answer = await fetch(path, {
      method, cache: 'no-store', headers: body ? { 'Content-Type': 'application/json', ...headers } : headers,
      body: body ? JSON.stringify(body) : undefined, signal: seconds ? AbortSignal.timeout?.(seconds * 1000) : undefined,
    });
    const text = await answer.text();
    const value = text ? JSON.parse(text) : null;
    return answer.ok ? { ok: true, value } : { ok: false, status: answer.status, problem: inLanguage(value) ?? { detail: answer.statusText } };
  } catch {
    return { ok: false, problem: { detail: t('link.no-answer'), code: 'no_answer' } };
  }
}

/** Decodes a part of an address; returns it unchanged if its encoding is invalid. */
export function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A problem whose detail is in the page's language. */
function inLanguage(problem) {
  return problem && { ...problem, detail: phrase(problem.message, problem.detail) };
}

/**
 * A handler for clicks on a link to a file: a browser would save a refusal as a file, so the gateway is asked first.
 * @param {(problem: {detail: string, code?: string}, status?: number) => void} onRefusal
 */
export const saving = (onRefusal) => async (event) => {
  const link = event.currentTarget;
  if (link.dataset.checked) return delete link.dataset.checked;
  event.preventDefault();
  const asking = new AbortController();
  try {
    const answer = await fetch(link.href, { cache: 'no-store', signal: asking.signal });
    if (!answer.ok) return onRefusal(inLanguage(await answer.json()), answer.status);
    asking.abort();
    link.dataset.checked = 'yes';
    link.click();
  } catch {
    onRefusal({ detail: t('link.no-answer'), code: 'no_answer' });
  }
};
