// SPDX-License-Identifier: Apache-2.0

/**
 * The connection to the gateway: one stream of events, reopened when it breaks. If a proxy holds it back, snapshots are
 * fetched instead. Used by the page itself, or by the worker that all pages of a browser share.
 */
export class Link {
  /** @param {(type: string, data: any, age?: number) => void} emit receives topics with their values and ages in seconds, and 'link' with a state */
  constructor(emit) {
    this.emit = emit;
    this.topics = '';
    this.failures = 0;
    this.running = false;
    this.denied = false;
    /** The time of the newest data (performance.now()). */
    this.heard = -Infinity;
  }

  /** Requests these topics ("fix:5,sky"); with none, the stream is closed. */
  want(topics) {
    if (topics === this.topics && this.running === (topics !== '')) return;
    this.topics = topics;
    this.stop();
    if (topics !== '') this.open();
  }

  /** Reopens the stream, because this browser's role changed. */
  renew() {
    if (this.topics !== '') this.open();
  }

  stop() {
    this.running = false;
    // Answers to requests from before are ignored.
    this.turn = {};
    this.source?.close();
    this.source = null;
    for (const timer of [this.again, this.patience, this.poll, this.watch]) clearTimeout(timer);
  }

  open() {
    this.stop();
    this.running = true;
    /** The values that came before their ages; null once these are known. */
    let first = [];
    let beats = 0;
    const source = new EventSource(`/v1/live?topics=${this.topics}`);
    this.source = source;
    for (const name of ['state', 'fix', 'sky', 'osnma', 'members', 'centroid', 'path', 'capture', 'back_office', 'event', 'missed', 'beat', 'hello']) {
      source.addEventListener(name, (event) => {
        if (source !== this.source) return;
        this.failures = 0;
        clearTimeout(this.patience);
        clearTimeout(this.poll);
        this.alive();
        const data = JSON.parse(event.data);
        // A heartbeat follows the first values, and says how old they are. A regular one may come just before them.
        if (first && !['hello', 'beat', 'event', 'missed'].includes(name)) return first.push([name, data]);
        if (first && name === 'beat' && (first.length > 0 || ++beats > 1)) {
          for (const [topic, value] of first) this.emit(topic, value, data.age_s[topic]);
          first = null;
        }
        this.emit(name, data);
        // Events between two streams are unknown.
        if (name === 'hello' && this.hasOpened) this.emit('missed', {});
        this.hasOpened = true;
      });
    }
    source.addEventListener('error', () => {
      if (source !== this.source) return;
      this.retry();
      if (this.failures < 2) return;
      // A stream may be refused while snapshots are not.
      clearTimeout(this.patience);
      this.ask();
    });
    // Behind a proxy that holds events back, no stream ever opens.
    this.patience = setTimeout(() => this.ask(), 3000);
    this.guard();
  }

  /** Data arrived, so the gateway counts as reachable for another interval. */
  alive() {
    this.denied = false;
    this.heard = performance.now();
    this.emit('link', 'live');
    this.guard();
  }

  /** If nothing arrives for an interval, the connection is lost, and a new one is tried: some networks just stay silent. */
  guard() {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => {
      this.lost();
      this.retry();
    }, 6000);
  }

  lost() {
    // Without a sign-in no stream can open, which does not mean that the connection is lost.
    if (!this.denied) this.emit('link', 'lost');
  }

  retry() {
    this.source?.close();
    this.source = null;
    clearTimeout(this.again);
    const pause = Math.min(15000, 500 * 2 ** this.failures++) * (0.8 + 0.4 * Math.random());
    this.again = setTimeout(() => this.open(), pause);
  }

  /** Fetches a snapshot, and repeats that while no stream opens. */
  async ask() {
    if (!this.running) return;
    const { turn } = this;
    try {
      const answer = await fetch(`/v1/live/snapshot?topics=${this.topics}`, { cache: 'no-store', signal: AbortSignal.timeout?.(5000) });
      if (turn !== this.turn) return;
      if (answer.status === 401) {
        // This browser is not signed in (any more). The next message from a page tries again.
        this.stop();
        this.denied = true;
        this.emit('link', 'denied');
        return;
      }
      if (!answer.ok) throw answer;
      const { boot, time, version, console, role, session, age_s: ages = {}, ...values } = await answer.json();
      if (turn !== this.turn) return;
      this.emit('hello', { boot, time, version, console, role, session });
      for (const [topic, value] of Object.entries(values)) this.emit(topic, value, ages[topic]);
      this.alive();
    } catch (error) {
      // A refused or broken connection, or no answer for long. The next attempt follows.
      if (turn === this.turn && (error instanceof TypeError || performance.now() - this.heard > 6000)) this.lost();
    }
    if (turn === this.turn) this.poll = setTimeout(() => this.ask(), 2000);
  }
}

/** Merges the topics of several pages; each gets the fastest requested rate. */
export function union(requests) {
  const rates = new Map();
  for (const request of requests) {
    for (const part of request.split(',').filter(Boolean)) {
      const [topic, rate] = part.split(':');
      rates.set(topic, Math.max(rates.get(topic) ?? 0, Number(rate ?? 1)));
    }
  }
  return [...rates].sort().map(([topic, rate]) => `${topic}:${rate}`).join(',');
}
