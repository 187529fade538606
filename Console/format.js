// SPDX-License-Identifier: Apache-2.0

import { setting } from './settings.js';
import { language } from './text.js';
import { utm } from './geo.js';

export const NONE = '—';
const known = (value) => typeof value === 'number' && Number.isFinite(value);

/** Cached: creating a format costs a hundred times as much as using it. */
const formats = new Map();
function format(kind, options) {
  const key = `${kind} ${language} ${JSON.stringify(options)}`;
  if (!formats.has(key)) formats.set(key, new Intl[kind](language, options));
  return formats.get(key);
}

/** Formats a number with the given decimals in the page's language; a dash if it is unknown. */
export function number(value, decimals = 0, useGrouping) {
  if (!known(value)) return NONE;
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping };
  return format('NumberFormat', options).format(Object.is(value, -0) ? 0 : value);
}

/** Compares two texts in the page's language; digits in them compare as numbers. */
export function order(one, other) {
  return format('Collator', { numeric: true }).compare(one, other);
}

/** Formats a length in metres in the chosen unit, with the unit's name. */
export function length(metres, decimals) {
  if (!known(metres)) return NONE;
  if (setting('units') === 'imperial') return `${number(metres / 0.3048, decimals ?? 2)} ft`;
  if (decimals === undefined && Math.abs(metres) < 0.1) return `${number(metres * 100, 1)} cm`;
  return `${number(metres, decimals ?? (Math.abs(metres) < 10 ? 2 : 1))} m`;
}

/** Formats an accuracy in metres like a length. */
export function accuracy(metres) {
  return known(metres) ? `±${length(metres)}` : NONE;
}

/** Formats an area in square metres as m² or ha, or in the imperial system as ft² or acres. */
export function area(squareMetres) {
  if (!known(squareMetres)) return NONE;
  const [small, large] = setting('units') === 'imperial' ? [0.3048 ** 2, 4046.8564224] : [1, 10000];
  const [one, other] = setting('units') === 'imperial' ? ['ft²', 'ac'] : ['m²', 'ha'];
  return squareMetres < large ? `${number(squareMetres / small, squareMetres / small < 100 ? 2 : 0)} ${one}`
    : `${number(squareMetres / large, 3)} ${other}`;
}

/** Formats a height: in metres with three decimals, the resolution of RTK receivers, or in feet with two. */
export function height(metres) {
  return length(metres, setting('units') === 'imperial' ? 2 : 3);
}

/** Formats a speed in metres per second in the chosen unit. */
export function speed(value) {
  const factors = { 'km/h': 3.6, kn: 3600 / 1852, 'm/s': 1, mph: 3600 / 1609.344 };
  const unit = setting('speed') in factors ? setting('speed') : 'km/h';
  return known(value) ? `${number(value * factors[unit], 1)} ${unit}` : NONE;
}

/** Formats an angle in degrees with the given decimals. */
export function degrees(value, decimals = 0) {
  return known(value) ? `${number(value, decimals)}°` : NONE;
}

/** Formats a time span in seconds as briefly as possible: 0.4 s, 12 s, 3 min, 5 h, 2 d. */
export function span(seconds) {
  if (!known(seconds)) return NONE;
  const value = Math.max(0, seconds);
  if (value < 10) return `${number(value, 1)} s`;
  if (value < 120) return `${number(Math.floor(value))} s`;
  if (value < 7200) return `${number(Math.floor(value / 60))} min`;
  if (value < 172800) return `${number(Math.floor(value / 3600))} h`;
  return `${number(Math.floor(value / 86400))} d`;
}

/** Formats an instant in the browser's time zone, with the zone's name. */
export function instant(text) {
  const time = new Date(text ?? NaN);
  // A time before GPS existed comes from a receiver that does not know the time.
  if (!(time.getTime() > 315964800000)) return NONE;
  return format('DateTimeFormat', { dateStyle: 'medium', timeStyle: 'long' }).format(time);
}

/** Formats a size in bytes. */
export function bytes(value) {
  if (!known(value)) return NONE;
  return value < 10240 ? `${number(value)} B` : value < 10485760 ? `${number(value / 1024)} KiB`
    : `${number(value / 1048576)} MiB`;
}

function sexagesimal(value, letters, seconds) {
  const letter = value < 0 ? letters[1] : letters[0];
  // Rounded before it is split, so that no 60 is shown.
  const decimals = seconds ? 4 : 6;
  const unit = seconds ? 3600 : 60;
  const total = Math.round(Math.abs(value) * unit * 10 ** decimals) / 10 ** decimals;
  const whole = Math.floor(total / unit);
  const rest = total - whole * unit;
  if (!seconds) return `${whole}° ${number(rest, decimals)}′ ${letter}`;
  const minutes = Math.floor(rest / 60);
  return `${whole}° ${String(minutes).padStart(2, '0')}′ ${number(rest - minutes * 60, decimals)}″ ${letter}`;
}

/**
 * Formats a position in the chosen form.
 * @returns {string[]} one or two lines
 */
export function coordinates(latitude, longitude, decimals = 7, form = setting('coordinates')) {
  if (!known(latitude) || !known(longitude)) return [NONE];
  switch (form) {
    case 'dm':
    case 'dms':
      return [sexagesimal(latitude, 'NS', form === 'dms'), sexagesimal(longitude, 'EW', form === 'dms')];
    case 'utm': {
      const grid = utm(latitude, longitude);
      if (!grid) return coordinates(latitude, longitude, decimals, 'dd');
      return [`${grid.zone}${grid.band} ${number(grid.easting, 3)} m E`, `${number(grid.northing, 3)} m N`];
    }
    default:
      return [`${number(latitude, decimals)}°`, `${number(longitude, decimals)}°`];
  }
}

/** Formats a position for pasting into another program: decimal points, latitude first. */
export function plainCoordinates(latitude, longitude) {
  return known(latitude) && known(longitude) ? `${latitude.toFixed(9)}, ${longitude.toFixed(9)}` : '';
}
