// SPDX-License-Identifier: Apache-2.0

import { h, outside, setText } from '../dom.js';
import { bytes } from '../format.js';
import { phrase, sentence, t } from '../text.js';

/**
 * A bar that shows the progress of an upload, and the upload itself. Unlike fetch, its request reports progress.
 * @returns {{element: HTMLElement, send: (method: string, address: string, file: File) => Promise<{value?: any, reason?: string|Node}>, end: () => void}}
 */
export function upload() {
  const bar = h('progress', { max: 1, 'aria-label': t('import.progress') });
  const words = h('p', { class: 'note', role: 'status' });
  const element = h('div', { hidden: true }, bar, words);
  let request = null;

  function send(method, address, file) {
    element.hidden = false;
    return new Promise((resolve) => {
      request = new XMLHttpRequest();
      request.open(method, address);
      request.setRequestHeader('Content-Type', 'application/octet-stream');
      request.upload.onprogress = ({ loaded, total }) => {
        bar.value = total ? loaded / total : 0;
        setText(words, loaded < total ? t('import.sent', { sent: bytes(loaded), size: bytes(total) }) : t('import.reading'));
        // The time that the gateway needs to read the file is unknown.
        if (loaded >= total) bar.removeAttribute('value');
      };
      // A file whose last bytes have left may be stored, whatever happens to the answer.
      let isSent = false;
      request.upload.onload = () => { isSent = true; };
      request.onload = () => {
        let value = null;
        try {
          value = JSON.parse(request.responseText);
        } catch {
          // Something other than the gateway answered.
        }
        resolve(request.status === 200 || request.status === 201 ? { value } : { reason: refusal(value) });
      };
      request.onerror = () => resolve({ reason: t(isSent ? 'import.unknown' : 'import.broken') });
      request.onabort = () => resolve({ reason: t(isSent ? 'import.unknown' : 'import.aborted') });
      request.onloadend = () => { element.hidden = true; };
      request.send(file);
    });
  }

  return { element, send, end: () => request?.abort() };
}

/** The reason why a file was refused, in the page's language, with the gateway's own description of the mistake. */
function refusal(problem) {
  if (!problem?.detail) return t('link.no-answer');
  if (problem.code === 'busy') return t('import.busy');
  const words = phrase(problem.message, problem.detail);
  return h('span', {}, outside(sentence(words), 600), words === problem.detail || words.includes(problem.detail) ? null
    : h('span', { class: 'line', lang: 'en' }, outside(sentence(problem.detail), 600)));
}
