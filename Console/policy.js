// SPDX-License-Identifier: Apache-2.0

/**
 * The one Trusted Types policy: scripts come from this program's own addresses, and of markup only the few constants that
 * Leaflet writes. Everything else is refused, so no text from outside can become markup or a script.
 */
const MARKUP = new Set(['', '<svg/>', '+', '−', '<span aria-hidden="true">&#215;</span>']);
/** The text of the scale bar: 300 m. */
const SCALE = /^[0-9]{1,5} (m|km|ft|mi)$/;

globalThis.trustedTypes?.createPolicy('default', {
  createHTML: (text) => (MARKUP.has(text) || SCALE.test(text) ? text : null),
  createScriptURL: (address) => {
    const url = new URL(address, location.href);
    return url.origin === location.origin && (url.pathname.startsWith('/console/') || url.pathname === '/service-worker.js') ? url.href : null;
  },
});
