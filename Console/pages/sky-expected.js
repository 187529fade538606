// SPDX-License-Identifier: Apache-2.0

import { h, setText } from '../dom.js';
import { span } from '../format.js';
import { send } from '../request.js';
import { change, setting } from '../settings.js';
import { t } from '../text.js';

/** Milliseconds between requests, in which a satellite moves by a sixth of a degree. */
const PERIOD = 20000;

/**
 * The satellites that are expected by their orbits, as the gateway computes them, with the switch that shows them.
 * @param {() => void} changed called when there is new content to draw
 */
export function expectedSky(changed) {
  let [asked, receiver, report, isClosed] = [-Infinity, undefined, null, false];
  const input = h('input', { type: 'checkbox', id: 'sky-expected', checked: setting('expected') === 'yes' });
  const note = h('p', { class: 'note', id: 'sky-expected-note', role: 'status' });
  input.addEventListener('change', () => {
    change('expected', input.checked ? 'yes' : 'no');
    [asked, report] = [-Infinity, null];
    setText(note, '');
    changed();
    refresh();
  });

  function words() {
    if (report.satellites.length === 0) return t('sky.expected.empty');
    const text = t('sky.expected.note', { count: report.satellites.length, source: t(`sky.source.${report.source}`), span: span(report.age_s) });
    return report.position === 'configuration' ? `${text} ${t('sky.expected.fixed')}` : text;
  }

  async function load() {
    const query = receiver ? `?receiver=${encodeURIComponent(receiver)}` : '';
    const mine = (asked = performance.now());
    const { ok, value, problem } = await send('GET', `/v1/sky/expected${query}`);
    // The switch, the receiver or the page may have changed meanwhile.
    if (isClosed || !input.checked || mine !== asked) return;
    report = ok ? value : null;
    setText(note, ok ? words() : t('sky.expected.refused', { reason: problem.detail }));
    note.dataset.state = ok ? 'shown' : problem.code ?? 'refused';
    changed();
  }

  /** Sends a request if one is due. */
  function refresh() {
    if (input.checked && !document.hidden && performance.now() - asked >= PERIOD) load();
  }

  return {
    element: h('div', {}, h('label', { class: 'row check' }, input, h('span', {}, t('sky.expected'))), note),
    refresh,
    /** Sets the receiver. A change sends a request at once. */
    follow(next) {
      if (next !== receiver) [receiver, asked] = [next, -Infinity];
      refresh();
    },
    /** The gateway's report; null if it is hidden or missing. */
    get report() { return input.checked ? report : null; },
    close() { isClosed = true; },
  };
}

/** Adds to received satellites the deviation from the expected direction in degrees, or a mark if they are unexpected. */
export function compare(received, expected) {
  if (!expected) return received;
  const places = new Map(expected.satellites.map((satellite) => [satellite.id, satellite]));
  const known = new Set(expected.known);
  return received.map((satellite) => {
    const place = places.get(satellite.id);
    if (satellite.elevation === null || satellite.azimuth === null) return satellite;
    if (place) {
      const turn = satellite.azimuth - place.azimuth_deg;
      return { ...satellite, azimuthOff: turn - 360 * Math.round(turn / 360), elevationOff: satellite.elevation - place.elevation_deg };
    }
    // Near the horizon, rounding would decide; without an orbit, no satellite is unexpected.
    return { ...satellite, isUnexpected: known.has(satellite.id) && satellite.cn0 !== null && satellite.elevation > 1 };
  });
}
