// SPDX-License-Identifier: Apache-2.0

/**
 * Keeps the console's own files in the browser, so that its pages open while the gateway cannot be reached. It keeps none of
 * the gateway's values: everything else is requested from the gateway each time.
 *
 * The gateway replaces the placeholders with the addresses of this program's files, so a new program has a new worker.
 */
const BASE = '/console/HASH/';
const FILES = ['FILES'];
const CACHE = `gnss ${BASE}`;
/** The time until the kept page is used if the gateway does not answer, in milliseconds. */
const PATIENCE = 4000;

addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await keep(await fetch('/', { cache: 'no-cache' }), cache);
    await cache.addAll(FILES.map((path) => BASE + path));
    await skipWaiting();
  })());
});

addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith('gnss ') && name !== CACHE) await caches.delete(name);
    await clients.claim();
  })());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate' && url.pathname === '/') event.respondWith(page(request));
  else if (url.pathname.startsWith(BASE)) event.respondWith(file(request));
});

/** The page from the gateway, or the kept page if the gateway does not answer in time. */
async function page(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match('/');
  const asked = fetch(request).then(async (answer) => {
    await keep(answer.clone(), cache).catch(() => {});
    // The page of a proxy whose gateway is away.
    return kept && [502, 503, 504].includes(answer.status) ? kept : answer;
  });
  if (!kept) return asked;
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  return Promise.race([asked, late]).catch(() => kept);
}

/** Keeps the page if it belongs to these files; a page of another program would name files that are not there. */
async function keep(answer, cache) {
  if (!answer.ok || answer.redirected || !(await answer.clone().text()).includes(BASE)) throw new Error('another page');
  await cache.put('/', answer);
}

async function file(request) {
  const cache = await caches.open(CACHE);
  return await cache.match(request) ?? fetch(request);
}
