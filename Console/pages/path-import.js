// SPDX-License-Identifier: Apache-2.0

import { h } from '../dom.js';
import { bytes, number } from '../format.js';
import { field, toast } from '../parts.js';
import { question } from './question.js';
import { t } from '../text.js';
import { upload } from './upload.js';

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
  const transfer = upload();
  const element = question(t('paths.import'), [h('p', { class: 'note' }, t('import.note', { size: bytes(LIMIT) })),
    field(t('import.file'), file), field(t('import.name'), name), transfer.element], t('import.do'), async () => {
    const chosen = file.files[0];
    const format = FORMATS[chosen?.name.split('.').at(-1).toLowerCase()];
    if (!format) return t('import.format');
    if (chosen.size === 0) return t('import.empty');
    if (chosen.size > LIMIT) return t('import.large', { limit: bytes(LIMIT) });
    const address = `/v1/paths/import?format=${format}${name.value.trim() ? `&name=${encodeURIComponent(name.value)}` : ''}`;
    const { value, reason } = await transfer.send('POST', address, chosen);
    if (reason) return reason;
    imported();
    toast(t('import.done', { count: number(value.length) }), { severity: 'good' });
    return null;
  });
  // Closing the dialog ends the upload.
  element.addEventListener('close', transfer.end);
}
