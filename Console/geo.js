// SPDX-License-Identifier: Apache-2.0

/** Geometry on the ellipsoid of WGS 84. Angles in degrees, lengths in metres. */

const A = 6378137;
const F = 1 / 298.257223563;
const E2 = F * (2 - F);
const rad = (degrees) => (degrees * Math.PI) / 180;
const deg = (radians) => (radians * 180) / Math.PI;

/** The length of a degree at a latitude in metres, northward and eastward. */
function degreeLengths(latitude) {
  const sine = Math.sin(rad(latitude));
  const root = Math.sqrt(1 - E2 * sine * sine);
  return {
    north: rad((A * (1 - E2)) / root ** 3),
    east: rad((A * Math.cos(rad(latitude))) / root),
  };
}

/** A longitude within −180…180. */
export function wrap(longitude) {
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}

/** A longitude at most half a turn from another, so that lines take the short way round. */
export function unwrap(longitude, near) {
  return near + wrap(longitude - near);
}

/** The offset from a point in metres east and north; valid within some kilometres. */
export function offset(latitude, longitude, from) {
  const lengths = degreeLengths(from.latitude);
  return {
    east: wrap(longitude - from.longitude) * lengths.east,
    north: (latitude - from.latitude) * lengths.north,
  };
}

/**
 * UTM coordinates by Krüger's series to the sixth order (Karney 2011, equations 7 to 11 and 35): errors below a micrometre in a
 * zone. Null beyond 84° N and 80° S, where UTM is not defined.
 */
export function utm(latitude, longitude) {
  if (!(latitude >= -80 && latitude <= 84)) return null;
  const east = wrap(longitude);
  let zone = Math.min(60, Math.floor((east + 180) / 6) + 1);
  // Norway and Svalbard have special zones.
  if (latitude >= 56 && latitude < 64 && east >= 3 && east < 12) zone = 32;
  if (latitude >= 72 && east >= 0 && east < 42) zone = east < 9 ? 31 : east < 21 ? 33 : east < 33 ? 35 : 37;
  const n = F / (2 - F);
  const radius = (A / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64 + n ** 6 / 256);
  const alpha = [
    n / 2 - (2 * n ** 2) / 3 + (5 * n ** 3) / 16 + (41 * n ** 4) / 180 - (127 * n ** 5) / 288 + (7891 * n ** 6) / 37800,
    (13 * n ** 2) / 48 - (3 * n ** 3) / 5 + (557 * n ** 4) / 1440 + (281 * n ** 5) / 630 - (1983433 * n ** 6) / 1935360,
    (61 * n ** 3) / 240 - (103 * n ** 4) / 140 + (15061 * n ** 5) / 26880 + (167603 * n ** 6) / 181440,
    (49561 * n ** 4) / 161280 - (179 * n ** 5) / 168 + (6601661 * n ** 6) / 7257600,
    (34729 * n ** 5) / 80640 - (3418889 * n ** 6) / 1995840,
    (212378941 * n ** 6) / 319334400,
  ];
  const e = Math.sqrt(E2);
  const phi = rad(latitude);
  const lambda = rad(wrap(east - (zone * 6 - 183)));
  const tau = Math.tan(phi);
  const sigma = Math.sinh(e * Math.atanh((e * tau) / Math.hypot(1, tau)));
  const conformal = tau * Math.hypot(1, sigma) - sigma * Math.hypot(1, tau);
  const xi = Math.atan2(conformal, Math.cos(lambda));
  const eta = Math.asinh(Math.sin(lambda) / Math.hypot(conformal, Math.cos(lambda)));
  let x = eta;
  let y = xi;
  alpha.forEach((value, index) => {
    const j = 2 * (index + 1);
    y += value * Math.sin(j * xi) * Math.cosh(j * eta);
    x += value * Math.cos(j * xi) * Math.sinh(j * eta);
  });
  const band = 'CDEFGHJKLMNPQRSTUVWXX'[Math.floor((latitude + 80) / 8)];
  const northing = 0.9996 * radius * y + (latitude < 0 ? 10000000 : 0);
  return { zone, band, easting: 500000 + 0.9996 * radius * x, northing };
}

/** The sun's elevation in degrees, accurate to a degree, which suffices to tell night from day. */
export function sunHeight(latitude, longitude, milliseconds) {
  const days = milliseconds / 86400000 - 10957.5;
  const anomaly = rad(357.529 + 0.98560028 * days);
  const ecliptic = rad(280.459 + 0.98564736 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly));
  const tilt = rad(23.439);
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic));
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic));
  const hour = rad(280.46062 + 360.98564737 * days + longitude) - ascension;
  return deg(Math.asin(Math.sin(rad(latitude)) * Math.sin(declination)
    + Math.cos(rad(latitude)) * Math.cos(declination) * Math.cos(hour)));
}
