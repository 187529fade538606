// SPDX-License-Identifier: Apache-2.0

import { Link, union } from './link.js';

/** One stream for all pages of a browser. A page that has been silent for 30 s counts as closed. */

/** @type {Map<MessagePort, {topics: string, heard: number}>} */
const pages = new Map();
/** The newest value of each topic, for pages that are opened later. */
const newest = new Map();
let linkState = 'connecting';

const link = new Link((type, data, age = 0) => {
  if (type === 'link') linkState = data;
  // Forgets values that this browser may no longer see, and those of an earlier run of the gateway.
  if (data === 'denied') newest.clear();
  else if (type === 'hello' && newest.get('hello')?.data.boot !== data.boot) newest.clear();
  if (!['event', 'missed', 'beat', 'link'].includes(type)) newest.set(type, { data, at: performance.now() - age * 1000 });
  if (type === 'beat') {
    for (const [topic, seconds] of Object.entries(data.age_s)) if (newest.has(topic)) newest.get(topic).at = performance.now() - seconds * 1000;
  }
  for (const port of pages.keys()) port.postMessage({ type, data, age });
});

function adjust() {
  const now = performance.now();
  for (const [port, page] of pages) if (now - page.heard > 30000) pages.delete(port);
  link.want(union([...pages.values()].map((page) => page.topics)));
  if (pages.size === 0) newest.clear();
}

self.onconnect = (event) => {
  const port = event.ports[0];
  port.onmessage = ({ data }) => {
    if (data.type === 'renew') link.renew();
    else if (data.type === 'bye') pages.delete(port);
    else {
      const isNew = !pages.has(port);
      // By this answer a page knows that the worker lives.
      port.postMessage({ type: 'here' });
      pages.set(port, { topics: data.topics, heard: performance.now() });
      if (isNew && link.running) {
        port.postMessage({ type: 'link', data: linkState });
        for (const [type, { data: value, at }] of newest) {
          port.postMessage({ type, data: value, age: (performance.now() - at) / 1000 });
        }
      }
    }
    adjust();
  };
};
