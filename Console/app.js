// SPDX-License-Identifier: Apache-2.0

import { h, outside, replace, setText } from './dom.js';
import { coordinates, instant, length, number, span } from './format.js';
import { sunHeight } from './geo.js';
import * as last from './last.js';
import * as live from './live.js';
import * as parts from './parts.js';
import * as session from './session.js';
import { onChange, setting } from './settings.js';
import * as store from './store.js';
import { addTexts, has, loadTexts, phrase, sentences, t, words } from './text.js';
import { isOnboarded, isSending, sendingWords } from './uplink.js';

/** The pages. Each is a module, loaded when the page is first opened. */
const PAGES = {
  '/': { name: 'map', key: 'm' }, '/status': { name: 'status', key: 's' }, '/receivers': { name: 'receivers', key: 'r' }, '/corrections': { name: 'corrections', key: 'c' }, '/sky': { name: 'sky', key: 'y' },
  '/position': { name: 'position', key: 'p' }, '/osnma': { name: 'osnma', key: 'o' },
  '/paths': { name: 'paths', key: 'w' }, '/centroid': { name: 'centroid', key: 'l' },
  '/photos': { name: 'photos', key: 'f' },
  '/tasks': { name: 'tasks', key: 'k' },
  '/fleet': { name: 'fleet', key: 'v' },
  '/raw': { name: 'raw', key: 'd' },
  '/agrirouter': { name: 'agrirouter', key: 't' }, '/alerts': { name: 'alerts', key: 'a' }, '/settings': { name: 'settings', key: 'e' },
  '/people': { name: 'people', key: 'u' }, '/about': { name: 'about', key: 'b' },
};
/** The pages below those, by address; the first match applies. */
const INNER = [
  [/^\/receivers\/add\/bluetooth$/, { name: 'receiver-bluetooth' }], [/^\/receivers\/add(\/\w+)?$/, { name: 'receiver-add' }],
  [/^\/receivers\/[^/]+\/edit$/, { name: 'receiver-edit' }], [/^\/receivers\/[^/]+\/provision$/, { name: 'receiver-provision' }],
  [/^\/receivers\/[^/]+$/, { name: 'receiver' }],
  [/^\/photos\/[^/]+$/, { name: 'photo' }], [/^\/tasks\/[^/]+$/, { name: 'task' }],
];
const HIDDEN = { '/welcome': { name: 'welcome' }, '/login': { name: 'login' }, '/phone': { name: 'phone' }, '/camera': { name: 'camera' } };
/** The members of the gateway's state that say whether a page is in use. */
const SWITCHES = { '/fleet': 'fleet_enabled', '/tasks': 'back_office_enabled' };
/** True if the navigation leads to a page. A page that is not in use says itself how it is switched on. */
const isOffered = (route) => !(route in SWITCHES) || store.get('state')?.[SWITCHES[route]] === true;
/** The pages in the bar at the bottom of a phone; its last button leads to the others. The verdict in the head leads to /osnma too. */
const short = () => ['/', '/status', '/sky', isOffered('/tasks') ? '/tasks' : '/position', store.get('state')?.captures_enabled ? '/photos' : '/osnma'];

/** How long a page waits for its values before it appears without them, in milliseconds. */
const PATIENCE = 2000;
/** How long the first page waits for the session and the gateway's sentences, in milliseconds. */
const LATEST = 3000;
/** The delay before the remaining pages are loaded in advance, in milliseconds, so that the first page comes first. */
const REST = 10000;

/** Waits until all of this is there. A network may be silent for minutes: after a while it resolves to true. */
const patiently = (...work) => Promise.race([Promise.all(work).then(() => false), new Promise((resolve) => setTimeout(resolve, LATEST, true))]);

let open = null;
/** The hidden page that waits until its person has signed in again. Its typed input is kept. */
let waiting = null;
let opening = 0;
let isBegun = false;
let shell = null;

// MARK: Shell

function build() {
  const head = {
    osnma: h('span', { id: 'osnma-status', class: 'osnma' }),
    // Beside the verdict; on a phone, which has no room there, in the row below.
    simulation: ['wide', 'narrow'].map((place) => h('strong', { class: `simulation on-${place}`, hidden: true }, 'SIMULATION')),
    link: h('span', { id: 'link-status', class: 'link' }), fix: h('span', { id: 'fix-badge', class: 'badge' }),
    receiver: h('span', { id: 'receiver-name', class: 'receiver' }), sending: h('span', { id: 'sending-status', class: 'sending' }),
    recording: h('span', { id: 'recording-status', class: 'recording', hidden: true }),
    count: h('span', { class: 'count' }),
  };
  const bell = h('a', { id: 'bell', href: '#/alerts', class: 'bell' }, parts.icon('alerts'), head.count);
  const links = Object.entries(PAGES).map(([route, page]) =>
    h('a', { href: `#${route}`, 'data-route': route, class: short().includes(route) ? '' : 'wide-only' },
      parts.icon(page.name), has(`nav.short.${page.name}`) && h('span', { class: 'short' }, t(`nav.short.${page.name}`)),
      h('span', { class: 'long' }, t(`nav.${page.name}`))));
  const main = h('main', { id: 'content', tabindex: '-1' });
  const banner = h('section', { id: 'banner', class: 'banner', hidden: true, 'aria-label': t('link.lost') });
  replace(document.getElementById('app'),
    h('header', {}, h('a', { href: '#/osnma', class: 'verdict' }, head.osnma, head.simulation[0]),
      h('div', { class: 'facts-bar' }, head.simulation[1], head.fix, head.receiver, head.sending, head.recording, head.link), bell),
    banner,
    h('nav', { 'aria-label': t('nav.label') }, links, h('button', { type: 'button', class: 'more', id: 'more', onclick: openMore },
      parts.icon('more'), h('span', {}, t('nav.more')))),
    main);
  replace(main, h('p', { class: 'splash' }, t('loading')));
  const skip = setText(document.getElementById('skip'), t('skip'));
  // The address names the page, so it must not change.
  skip.onclick = (event) => {
    event.preventDefault();
    main.focus();
  };
  shell = { head, links, main, banner, bell };
}

/** Lists the pages that do not fit into the bar of a phone. */
function openMore() {
  const links = Object.entries(PAGES).filter(([route]) => isOffered(route) && !short().includes(route)).map(([route, page]) =>
    h('a', { href: `#${route}`, onclick: () => sheet.close() }, parts.icon(page.name), h('span', {}, t(`nav.${page.name}`))));
  const sheet = parts.dialog(t('nav.more'), h('div', { class: 'menu' }, links));
}

/** Shows the pages of a phone's bar, and which one is open. */
function showShort() {
  const shown = short();
  for (const link of shell.links) {
    link.classList.toggle('wide-only', !shown.includes(link.dataset.route));
    link.hidden = !isOffered(link.dataset.route);
  }
  const current = shell.links.find((link) => link.hasAttribute('aria-current'));
  document.getElementById('more').classList.toggle('is-current', current?.classList.contains('wide-only') ?? false);
}

/** Shows the newest values in the head. */
function showHead() {
  if (!shell) return;
  const { head } = shell;
  const verdict = parts.verdict();
  const key = `${verdict.colour} ${verdict.title}`;
  if (head.osnma.dataset.key !== key) {
    head.osnma.dataset.key = key;
    head.osnma.className = `osnma osnma-${verdict.state} indicator-${verdict.colour}`;
    replace(head.osnma, parts.icon(parts.INDICATOR_ICONS[verdict.colour]), h('span', {}, verdict.title));
  }
  head.osnma.title = verdict.reason ?? '';
  for (const mark of head.simulation) mark.hidden = !verdict.isSimulation;
  const state = store.get('state');
  const fix = store.get('fix');
  const isGone = store.standing('fix') === 'gone';
  const badge = parts.fixBadge(isGone ? null : fix);
  setText(head.fix, badge.text + (badge.text !== '—' && fix.horizontal_accuracy_m !== undefined ? ` ±${length(fix.horizontal_accuracy_m)}` : ''));
  head.fix.className = `badge badge-${badge.level}`;
  head.fix.dataset.age = store.link.state === 'lost' ? 'stale' : store.standing('fix');
  const receiver = parts.activeReceiver();
  const isKnown = Boolean(state);
  const name = receiver ? `is ${receiver.id}` : isKnown ? 'none' : '';
  if (head.receiver.dataset.name !== name) {
    head.receiver.dataset.name = name;
    replace(head.receiver, receiver ? outside(receiver.id, 60) : isKnown ? t('receiver.none') : null);
  }
  const uplink = state?.agrirouter;
  head.sending.hidden = !isOnboarded(uplink);
  if (uplink) {
    setText(head.sending, sendingWords(uplink));
    head.sending.className = `sending ${isSending(uplink) ? 'is-on' : 'is-off'}`;
  }
  const path = store.get('path')?.path;
  head.recording.hidden = !path;
  if (path) setText(head.recording, t(path.state === 'paused' ? 'path.paused' : 'path.recording', { points: path.points }));
  const count = state?.alerts?.length ?? 0;
  setText(head.count, count || '');
  shell.bell.setAttribute('aria-label', t('bell', { count }));
  showShort();
  showLink();
}

function showLink() {
  const { head, banner } = shell;
  const isLost = store.link.state === 'lost';
  setText(head.link, t(`link.${store.link.state}`));
  head.link.className = `link link-${store.link.state}`;
  document.documentElement.dataset.link = store.link.state;
  banner.hidden = !isLost;
  if (!isLost) return;
  for (const text of shell.main.querySelectorAll('.state-loading p')) setText(text, t('link.no-answer'));
  const fix = store.get('fix');
  const place = fix?.latitude_deg === undefined ? ''
    : ` ${t('link.last', { time: instant(fix.time), place: coordinates(fix.latitude_deg, fix.longitude_deg).join(' ') })}`;
  setText(banner, t('link.lost-for', { span: span((performance.now() - store.link.since) / 1000) }) + place);
}

// MARK: Pages

function address() {
  const hash = location.hash.replace(/^#/, '') || '/';
  const path = hash.split('?')[0];
  return { hash, path, page: PAGES[path] ?? HIDDEN[path] ?? INNER.find(([form]) => form.test(path))?.[1] ?? { name: 'unknown' } };
}

function load(page) {
  return import(`./pages/${page.name}.js`);
}

/** Loads the catalogue of the pages if a page needs it. */
const loadTextsOf = (module) => module.hasTexts && addTexts();

async function route() {
  const { hash, path, page: wanted } = address();
  if (hash.startsWith('code=')) return useCode(hash.slice(5));
  const page = session.isDenied() ? HIDDEN['/login'] : wanted;
  const number = ++opening;
  if (open && open.hash.split('?')[0] !== path) removeDialogs();
  const main = path === '/camera' ? (hash === path ? '/photos' : '/tasks') : Object.keys(PAGES).find((each) => each === path || (each !== '/' && path.startsWith(`${each}/`)));
  for (const link of shell.links) {
    if (link.dataset.route === main) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  showShort();
  let module;
  try {
    module = await load(page);
    await loadTextsOf(module);
  } catch {
    if (number !== opening) return;
    close();
    forgetWaiting();
    replace(shell.main, h('h1', {}, t(`nav.${page.name}`)),
      parts.state('error', t('page.failed'), parts.button(null, t('reload'), () => location.reload())));
    return;
  }
  // A page whose code came late must not change the values of the one that was opened after it.
  if (number !== opening) return;
  live.want(module.topics ?? '');
  // Waits for values, so that nothing on the page moves when they arrive.
  if (page.name === 'login') await session.renew();
  else await store.first(['state', ...(module.needs ?? [])], PATIENCE);
  if (number !== opening) return;
  const title = t(`nav.${page.name}`);
  document.title = `${title} – GNSS gateway`;
  if (page.name === 'login' && open && open.name !== 'login') {
    open.root.hidden = true;
    [waiting, open] = [open, null];
  } else {
    close();
  }
  if (waiting?.hash === hash && page.name === waiting.name) {
    [open, waiting] = [waiting, null];
    open.root.hidden = false;
    replace(shell.main, open.root);
    // Drawings had no size while hidden.
    dispatchEvent(new Event('resize'));
  } else {
    // The user may have opened the sign-in page by hand.
    if (page.name !== 'login') forgetWaiting();
    const root = h('div', { class: `page page-${page.name}` });
    replace(shell.main, root, waiting?.root);
    const shown = module.show(root, { path: hash, role: () => store.hello.role, session: session.current });
    open = { ...shown, root, hash, name: page.name, owner: session.owner() };
  }
  // The first page leaves the focus where the browser puts it.
  if (isBegun || document.activeElement !== document.body) shell.main.focus({ preventScroll: true });
  isBegun = true;
  scrollTo(0, 0);
}

function close() {
  open?.close?.();
  open = null;
}

/** Removes a page that waits for its person. */
function forgetWaiting() {
  waiting?.close?.();
  waiting = null;
}

/** Signs in with the code of `gnss-gateway console open`, and removes it from the address. */
async function useCode(code) {
  history.replaceState(null, '', '#/');
  const refusal = await session.signIn({ code });
  if (!refusal) return;
  parts.warn(refusal.detail);
  await route();
}

// MARK: The person who is signed in

/** Keeps the pages of the person who is signed in, and removes those of another person. Returns true if it removed the open page. */
function handOver() {
  const owner = session.owner();
  const isForeign = (page) => Boolean(page?.owner) && page.owner !== owner;
  if (isForeign(waiting)) forgetWaiting();
  if (isForeign(open)) {
    removeDialogs();
    close();
    replace(shell.main);
    return true;
  }
  for (const page of [open, waiting]) if (page && owner) page.owner = owner;
  return false;
}

/** Closes the dialogs, which belong to the page behind them. */
function removeDialogs() {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
}

/** Removes secrets from the pages of a session that ended, because anyone at this browser could read them. Other text stays. */
function conceal() {
  for (const page of [open, waiting]) {
    if (!page || page.name === 'login') continue;
    for (const field of page.root.querySelectorAll('input[type=password]')) field.value = '';
    page.conceal?.();
  }
}

const person = {
  denied() {
    removeDialogs();
    conceal();
    if (!shell.main.querySelector('.page-login')) route();
  },
  changed() {
    // No person is signed in any more, but viewing is allowed: a page stays, unless it shows what is the person's own.
    if (!session.owner()) {
      conceal();
      if (![open, waiting].some((page) => ['map', 'paths', 'photos', 'tasks', 'task'].includes(page?.name))) return;
    }
    if (handOver()) route();
  },
  async entered() {
    const left = waiting?.hash ?? '/';
    handOver();
    // After a sign-in by hand, the previous page returns.
    if (address().path === '/login') history.replaceState(null, '', `#${left}`);
    await route();
  },
  async left() {
    last.forget();
    forgetWaiting();
    if (!session.isDenied()) return;
    removeDialogs();
    close();
    await route();
  },
};

// MARK: All pages

/** Sets the theme: the system's, or the night theme while the sun is below the receiver's horizon. */
function showTheme() {
  let theme = setting('theme');
  if (theme === 'auto') {
    const fix = store.get('fix');
    const height = fix?.latitude_deg === undefined ? 90 : sunHeight(fix.latitude_deg, fix.longitude_deg, store.now());
    theme = height < -4 ? 'night' : 'light';
  }
  if (document.documentElement.dataset.theme !== theme) {
    document.documentElement.dataset.theme = theme;
    open?.restyle?.();
  }
}

/** Repeats the requests of the open page that failed while the gateway was away. The error of a page whose code is missing is not inside a page. */
function repeat() {
  for (const again of document.querySelectorAll('.page .state-error button')) again.click();
}

function follow() {
  store.on('event', (event) => {
    if (event.event !== 'alert') return;
    if (event.code === 'osnma-authenticated') return;
    // The gateway decides what counts as a loss and reports it once; its end has the same code.
    const isNotice = event.code === 'osnma-lost';
    if (event.over && !isNotice) return;
    const text = isNotice ? words('alert', event.over ? 'osnma-restored' : event.code, event.text) : phrase(event.message, event.text);
    parts.toast(text, { severity: isNotice && event.over ? 'good' : event.state });
  });
  // Without a count, another stream has begun: the gateway may have been away too briefly to count as lost.
  store.on('missed', ({ count }) => (count ? parts.toast(t('events.missed', { count })) : repeat()));
  store.on('link', ({ state }) => {
    parts.announce(t(`link.${state}`));
    if (state === 'live') repeat();
  });
  store.on('new-console', () => {
    parts.toast(t('new-program'), {
      seconds: 0, action: parts.button(null, t('reload'), () => location.reload()),
    });
  });
  session.follow(person);
  last.follow();
  for (const topic of ['state', 'fix', 'path', 'hello']) store.on(topic, () => schedule());
  store.on('link', () => schedule());
}

/** How often a language was chosen. */
let choices = 0;
let scheduled = false;
/** Draws the head once for all values that arrive together. */
function schedule() {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    showHead();
  });
}

/** Announces position, accuracy and authentication on request: a live region would never be quiet. */
function say() {
  const fix = store.get('fix');
  const verdict = parts.verdict();
  const place = fix?.latitude_deg === undefined || store.standing('fix') === 'gone' ? t('position.none')
    : t('say.position', {
      latitude: number(fix.latitude_deg, 6), longitude: number(fix.longitude_deg, 6),
      accuracy: length(fix.horizontal_accuracy_m),
    });
  setText(document.getElementById('announcer'), `${place} ${verdict.title}. ${verdict.reason ?? ''}`);
  parts.toast(`${place} ${verdict.title}.`);
}

let prefix = 0;
function keys(event) {
  const target = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest?.('input, select, textarea, dialog')) return;
  if (event.key === 'g') {
    prefix = performance.now();
    return;
  }
  if (prefix && performance.now() - prefix < 1500) {
    prefix = 0;
    const entry = Object.entries(PAGES).find(([, page]) => page.key === event.key);
    if (entry) location.hash = `#${entry[0]}`;
    return;
  }
  if (event.key === 'p') say();
  if (event.key === '?') {
    parts.dialog(t('keys.title'), h('dl', { class: 'facts' },
      Object.values(PAGES).map((page) => h('div', {}, h('dt', {}, h('kbd', {}, `g ${page.key}`)), h('dd', {}, t(`nav.${page.name}`)))),
      h('div', {}, h('dt', {}, h('kbd', {}, 'p')), h('dd', {}, t('keys.say')))));
  }
}

/** Keeps the console's files in this browser, where browsers allow that: over https with a trusted certificate, and on this machine. */
function keepFiles() {
  navigator.serviceWorker?.register('/service-worker.js').catch(() => {});
}

async function begin() {
  // The browser's offer to install the console, for the page On your phone.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    store.set('offer', event);
  });
  showTheme();
  const texts = loadTexts();
  // Fetches the page's module early; if that fails, opening the page reports it.
  load(address().page).catch(() => {});
  const asked = session.renew();
  live.start();
  await texts;
  // What comes late is applied when it comes.
  const isLate = await patiently(asked, sentences);
  build();
  follow();
  if (isLate) {
    Promise.all([asked, sentences]).then(() => {
      if (session.isDenied()) return person.denied();
      handOver();
      open?.redraw?.();
    });
  }
  onChange(async (name) => {
    showTheme();
    if (name === 'language') {
      const choice = ++choices;
      await loadTexts();
      const isLate = await patiently(sentences);
      // Another language was chosen meanwhile; its texts may not be there yet.
      if (choice !== choices) return;
      if (isLate) Promise.all([sentences]).then(() => open?.redraw?.());
      close();
      forgetWaiting();
      build();
      showHead();
      await route();
      // The dialog in which the language was chosen.
      const old = document.querySelector('dialog');
      if (old) {
        (await import('./preferences.js')).openSettings();
        old.close();
      }
    } else if (name !== 'tiles' && name !== 'theme') {
      open?.redraw?.();
    }
  });
  addEventListener('hashchange', () => {
    // A person may go on before the first page is there.
    isBegun = true;
    route();
  });
  addEventListener('keydown', keys);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => open?.restyle?.());
  setInterval(() => {
    if (document.hidden) return;
    showHead();
    open?.tick?.();
  }, 1000);
  setInterval(showTheme, 60000);
  // Loaded pages can be opened while the gateway is unreachable, and after it has been updated.
  setTimeout(() => [...Object.values(PAGES), HIDDEN['/phone'], HIDDEN['/camera'], ...INNER.map(([, page]) => page)].forEach((other) => load(other).then((module) => Promise.all([loadTextsOf(module), module.later?.()])).catch(() => {})), REST);
  setTimeout(keepFiles, REST);
  const page = route();
  // Without a sign-in there are no values to wait for.
  if (!session.isDenied()) await store.first(['state', 'osnma'], PATIENCE);
  showHead();
  await page;
}

begin();
