// SPDX-License-Identifier: Apache-2.0

import { s } from '../dom.js';
import { length, order, span } from '../format.js';
import { code, t } from '../text.js';

/** The age from which a position is called old, in seconds: this, or three of the gateway's intervals. */
const OLD = 30;
/** The age in seconds from which no position is called authenticated, as in the gateway. */
const CURRENT = 10;
/** The receiver states that are no problem. */
const CALM = ['running', 'starting', 'stopped'];
/** The uplink states that are a problem. */
const BROKEN = ['offline', 'halted', 'reonboard', 'failing', 'refused'];

/** A gateway's condition: its outline and sign in a square of 24 units. The outlines differ, so that colour is never the only difference. */
export const SHAPES = {
  problem: { colour: 'bad', outline: 'M12 2L23 21H1z', sign: 'M12 8.500v6M12 17.500v.5' },
  offline: { colour: 'weak', outline: 'M4 4h16v16H4z', sign: 'M8.500 8.500l7 7M15.500 8.500l-7 7' },
  online: { colour: 'own', outline: 'M12 3a9 9 0 100 18 9 9 0 000-18z', sign: '' },
  authenticated: { colour: 'good', outline: 'M12 2l9 3v6c0 6-4 9-9 11-5-2-9-5-9-11V5z', sign: 'M7.500 11.500l3.500 3.500 5.500-6' },
};

/** The picture of a condition; the text beside it states its meaning. */
export function shape(condition) {
  const { colour, outline, sign } = SHAPES[condition];
  return s('svg', { class: `fleet-shape is-${colour}`, viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    s('path', { d: outline }), s('path', { class: 'sign', d: sign }));
}

const text = (value, limit = 300) => (typeof value === 'string' ? value.slice(0, limit) : '');
const within = (value, least, most) => (typeof value === 'number' && value >= least && value <= most ? value : undefined);
const list = (value, limit) => (Array.isArray(value) ? value.filter((item) => item && typeof item === 'object').slice(0, limit) : []);

/**
 * Reads what a gateway says about itself. Everything in it may be wrong or hostile, so what is not as expected is left out.
 * @returns {object|null} null if it has no name
 */
export function read(report) {
  if (typeof report?.name !== 'string' || report.name === '') return null;
  const at = performance.now();
  const since = (seconds) => (typeof seconds === 'number' && seconds >= 0 ? at - seconds * 1000 : NaN);
  const { position, authentication } = report;
  const latitude = within(position?.latitude_deg, -90, 90);
  const longitude = within(position?.longitude_deg, -180, 180);
  return {
    name: report.name,
    words: report.name.slice(0, 300).toLocaleLowerCase(),
    isSelf: report.self === true,
    isOnline: report.online === true,
    isUnknown: typeof report.online !== 'boolean',
    program: text(report.program, 100),
    old: Math.max(OLD, 3 * (within(report.interval_s, 0, 86400) ?? 0)),
    seen: since(report.age_s),
    receiver: text(report.receiver, 80),
    receivers: list(report.receivers, 16).map((item) => ({ id: text(item.id, 80), state: text(item.state, 40), reason: text(item.reason) })),
    uplinks: list(report.uplinks, 16).map((item) => ({ name: text(item.name, 80), state: text(item.state, 40) })),
    position: latitude === undefined || longitude === undefined ? null : {
      latitude, longitude, received: since(position.age_s), kind: text(position.kind, 20), quality: text(position.quality, 40),
      accuracy: within(position.horizontal_accuracy_m, 0, 1e8), satellites: within(position.satellites_used, 0, 1000),
      speed: within(position.speed_m_s, 0, 1e4), course: within(position.course_deg, 0, 360),
    },
    authentication: authentication && typeof authentication === 'object' ? {
      isAuthentic: authentication.authenticated === true, isSimulation: authentication.simulation === true,
      reason: text(authentication.reason, 60), cause: text(authentication.cause, 60), text: text(authentication.text),
    } : null,
  };
}

const elapsed = (at) => (performance.now() - at) / 1000;

/** The time since a gateway was heard, in seconds; NaN if that is unknown. */
export const seenAge = (gateway) => elapsed(gateway.seen);

/** The age of a gateway's position in seconds; NaN if it has none. */
export const positionAge = (gateway) => (gateway.position ? elapsed(gateway.position.received) : NaN);

/** True if a gateway's position is not where it is now. */
export const isOld = (gateway) => !gateway.isOnline || !(positionAge(gateway) < gateway.old);

/** True if the verdict on the position counts now. */
export const isCurrent = (gateway) => gateway.isOnline && positionAge(gateway) < CURRENT;

/** True if the position is authenticated now. */
export const isAuthentic = (gateway) => isCurrent(gateway) && gateway.authentication?.isAuthentic === true;

/** True if a gateway moves, and the direction is known. */
export const isMoving = (gateway) => !isOld(gateway) && gateway.position.speed > 0.5 && gateway.position.course !== undefined;

/** What is wrong with a gateway that is online, in words. */
export function problems(gateway) {
  const words = gateway.receivers.filter(({ state }) => state && !CALM.includes(state)).map(({ id, state }) => `${id}: ${code('receiver-state', state)}`);
  for (const { name, state } of gateway.uplinks) if (BROKEN.includes(state)) words.push(`${name}: ${code('uplink', state)}`);
  if (!gateway.position) words.push(t('fleet.no-position'));
  else if (isOld(gateway)) words.push(t('fleet.old-position', { span: span(positionAge(gateway)) }));
  return words;
}

/** A gateway's condition: the key of its shape. */
export function condition(gateway) {
  if (!gateway.isOnline) return 'offline';
  const isCalm = gateway.receivers.every(({ state }) => !state || CALM.includes(state)) && !gateway.uplinks.some(({ state }) => BROKEN.includes(state)) && !isOld(gateway);
  return !isCalm ? 'problem' : isAuthentic(gateway) ? 'authenticated' : 'online';
}

/** The most important words about a gateway. */
export function summary(gateway) {
  if (!gateway.isOnline) return t(gateway.isUnknown ? 'fleet.unknown' : 'fleet.offline');
  const { position } = gateway;
  return problems(gateway).join(' · ')
    || (position.quality || position.kind ? code('quality', position.quality || position.kind) : t('fleet.online')) + (position.accuracy === undefined ? '' : ` ±${length(position.accuracy)}`);
}

/** Compares two gateways by their names. */
export const byName = (one, other) => order(one.name.slice(0, 100), other.name.slice(0, 100)) || (one.name < other.name ? -1 : 1);
