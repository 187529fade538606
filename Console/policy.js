// SPDX-License-Identifier: Apache-2.0

/**
 * The only Trusted Types policy. It allows scripts from this program's own addresses, and the few texts that Leaflet writes
 * as markup. It refuses everything else, so no text from outside can become markup or a script.
 */
const MARKUP = new Set(['', '<svg/>', '+', '−', '<span aria-hidden="true">&#215;</span>']);
/** The text of the scale bar, such as 300 m. */
const SCALE = /^[0-9]{1,5} (m|km|ft|mi)$/;

globalThis.trustedTypes?.createPolicy('default', {
  createHTML: (text) => (MARKUP.has(text) || SCALE.test(text) ? text : null),
  createScriptURL: (address) => {
    const url = new URL(address, location.href);
    return url.origin === location.origin && (url.pathname.startsWith('/console/') || url.pathname === '/service-worker.js') ? url.href : null;
  },
});
