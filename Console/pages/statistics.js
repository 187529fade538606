// SPDX-License-Identifier: Apache-2.0

import { offset, wrap } from '../geo.js';

/** The quantile of sorted values, interpolated between two of them. */
function quantile(sorted, share) {
  if (sorted.length === 0) return NaN;
  const place = (sorted.length - 1) * share;
  const low = Math.floor(place);
  const high = Math.min(sorted.length - 1, low + 1);
  return sorted[low] + (sorted[high] - sorted[low]) * (place - low);
}

/** The mean of positions, also across the 180th meridian; null without positions. */
export function mean(points) {
  if (points.length === 0) return null;
  const first = points[0];
  const sum = points.reduce(
    (total, point) => ({
      latitude: total.latitude + (point.latitude - first.latitude),
      longitude: total.longitude + wrap(point.longitude - first.longitude),
    }),
    { latitude: 0, longitude: 0 });
  return {
    latitude: first.latitude + sum.latitude / points.length,
    longitude: wrap(first.longitude + sum.longitude / points.length),
  };
}

/**
 * The scatter of positions about a point, in metres: the radius that contains half of them (CEP50), the one that contains 95 % (R95),
 * and twice the root mean square of their distances (2DRMS).
 * @param {{latitude: number, longitude: number}[]} points
 * @param {{latitude: number, longitude: number}} about
 */
export function scatter(points, about) {
  const offsets = points.map((point) => offset(point.latitude, point.longitude, about));
  const distances = offsets.map(({ east, north }) => Math.hypot(east, north)).sort((a, b) => a - b);
  const squares = distances.reduce((sum, distance) => sum + distance * distance, 0);
  return {
    offsets, count: points.length, cep50: quantile(distances, 0.5), r95: quantile(distances, 0.95),
    drms2: points.length ? 2 * Math.sqrt(squares / points.length) : NaN, largest: distances.at(-1) ?? NaN,
  };
}
