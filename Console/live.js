// SPDX-License-Identifier: Apache-2.0

import { Link, union } from './link.js';
import * as store from './store.js';

/** The topics that the shell shows on every page. */
const ALWAYS = 'state,fix:1,osnma,path,events';

let pageTopics = '';
let worker = null;
let own = null;
let sign;
/** True if the worker has sent anything since the last sign. */
let isHeard;

/** Starts listening while the page is visible. */
export function start() {
  document.addEventListener('visibilitychange', adjust);
  addEventListener('pagehide', () => leave());
  addEventListener('pageshow', (event) => event.persisted && adjust());
  adjust();
}

/** Sets the additional topics of the open page: "fix:5,sky". */
export function want(topics) {
  pageTopics = topics;
  adjust();
}

function adjust() {
  if (document.hidden) return leave();
  const topics = union([ALWAYS, pageTopics]);
  const port = workerPort();
  if (port) {
    clearInterval(sign);
    const send = () => {
      isHeard = false;
      port.postMessage({ type: 'want', topics });
    };
    send();
    // The worker answers each of these at once, also while the gateway is away, unless the system has killed it.
    sign = setInterval(() => (isHeard ? send() : part()), 10000);
  } else {
    own ??= new Link(take);
    own.want(topics);
  }
}

/** Reopens the stream after this browser signed in or out. */
export function renew() {
  if (worker) worker.port.postMessage({ type: 'renew' });
  else own?.renew();
}

/** A hidden page requests nothing. */
function leave() {
  clearInterval(sign);
  worker?.port.postMessage({ type: 'bye' });
  own?.want('');
}

/** Without a worker, this page opens its own stream. */
function part() {
  leave();
  worker = undefined;
  store.setLink('connecting');
  adjust();
}

function workerPort() {
  if (worker === null) {
    worker = undefined;
    try {
      const address = new URL('./live-worker.js', import.meta.url);
      worker = new SharedWorker(address, { type: 'module', name: 'gnss' });
      worker.port.onmessage = ({ data }) => {
        isHeard = true;
        if (worker) take(data.type, data.data, data.age);
      };
      worker.onerror = part;
    } catch {
      // Some browsers have no such workers.
    }
  }
  return worker?.port;
}

function take(type, data, age) {
  switch (type) {
    case 'link':
      if (data === 'denied') store.forget();
      store.setLink(data);
      break;
    case 'hello': {
      const isOther = store.hello.boot !== '' && store.hello.boot !== data.boot;
      if (isOther) store.forget();
      const isNewConsole = store.hello.console !== '' && data.console && store.hello.console !== data.console;
      Object.assign(store.hello, data);
      store.setTime(data.time, age);
      store.set('hello', data);
      if (isNewConsole) store.tell('new-console', data);
      break;
    }
    case 'beat':
      store.setTime(data.time);
      for (const [topic, seconds] of Object.entries(data.age_s)) store.setAge(topic, seconds);
      store.set('beat', data);
      break;
    default:
      store.set(type, data, age);
  }
}
