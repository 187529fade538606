// SPDX-License-Identifier: Apache-2.0

import { h, outside, setText } from '../dom.js';
import { bytes, number } from '../format.js';
import { toast } from '../parts.js';
import { question } from './question.js';
import { phrase, sentence, t } from '../text.js';

const FORMATS = { gpx: 'gpx', kml: 'kml', kmz: 'kmz', geojson: 'geojson', json: 'geojson', csv: 'csv' };
/** The maximum size of a file in bytes. */
const LIMIT = 67108864;

/**
 * Opens the dialog that imports the paths of a file.
 * @param {() => void} imported called when paths were added
 */
export function openImport(imported) {
  const file = h('input', { id: 'import-file', type: 'file', required: true, accept: Object.keys(FORMATS).map((name) => `.${name}`).join(',') });
  const name = h('input', { id: 'import-name', type: 'text', maxlength: 200, autocomplete: 'off' });
  const bar = h('progress', { max: 1, 'aria-label': t('import.progress') });
  const words = h('p', { class: 'note', role: 'status' });
  const progress = h('div', { hidden: true }, bar, words);
  let request = null;
  const element = question(t('paths.import'), [h('p', { class: 'note' }, t('import.note', { size: bytes(LIMIT) })),
    h('label', { class: 'field' }, h('span', {}, t('import.file')), file), h('label', { class: 'field' }, h('span', {}, t('import.name')), name), progress], t('import.do'), async () => {
    const chosen = file.files[0];
    const format = FORMATS[chosen?.name.split('.').at(-1).toLowerCase()];
    if (!format) return t('import.format');
    if (chosen.size === 0) return t('import.empty');
    if (chosen.size > LIMIT) return t('import.large', { limit: bytes(LIMIT) });
    progress.hidden = false;
    const answer = await upload(chosen, format);
    progress.hidden = true;
    if (!answer.paths) return answer.reason;
    imported();
    toast(t('import.done', { count: number(answer.paths.length) }), { severity: 'good' });
    return null;
  });
  // Closing the dialog ends the upload; then nothing is stored.
  element.addEventListener('close', () => request?.abort());

  /** Sends the file. Unlike fetch, this request reports its progress. */
  function upload(chosen, format) {
    return new Promise((resolve) => {
      request = new XMLHttpRequest();
      request.open('POST', `/v1/paths/import?format=${format}${name.value.trim() ? `&name=${encodeURIComponent(name.value)}` : ''}`);
      request.setRequestHeader('Content-Type', 'application/octet-stream');
      request.upload.onprogress = ({ loaded, total }) => {
        bar.value = total ? loaded / total : 0;
        setText(words, loaded < total ? t('import.sent', { sent: bytes(loaded), size: bytes(total) }) : t('import.reading'));
        // The time that the gateway needs to read the file is unknown.
        if (loaded >= total) bar.removeAttribute('value');
      };
      request.onload = () => {
        let value = null;
        try {
          value = JSON.parse(request.responseText);
        } catch {
          // Something other than the gateway answered.
        }
        resolve(request.status === 201 ? { paths: value } : { reason: refusal(value) });
      };
      request.onerror = () => resolve({ reason: t('import.broken') });
      request.onabort = () => resolve({ reason: t('import.aborted') });
      request.send(chosen);
    });
  }
}

/** The reason why a file was refused, in the page's language, with the gateway's own description of the mistake. */
function refusal(problem) {
  if (!problem?.detail) return t('link.no-answer');
  if (problem.code === 'busy') return t('import.busy');
  const words = phrase(problem.message, problem.detail);
  return h('span', {}, outside(sentence(words), 600), words === problem.detail || words.includes(problem.detail) ? null
    : h('span', { class: 'line', lang: 'en' }, outside(sentence(problem.detail), 600)));
}
