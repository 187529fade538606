// SPDX-License-Identifier: Apache-2.0

import { h } from '../dom.js';

/** The camera and the direction of this device, as far as the browser gives them to a page. */

/** True if browsers give a preview to pages at this address: over https, and on the same machine. */
export const isPossible = () => Boolean(navigator.mediaDevices?.getUserMedia);

/**
 * Opens the camera that looks away from the person.
 * @param {HTMLVideoElement} video shows the preview
 * @param {() => void} onEnd the camera has stopped by itself
 * @returns {Promise<{grab: () => Promise<Blob|null>|null, close: () => void}>}
 */
export async function openCamera(video, onEnd) {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: 'environment' }, width: { ideal: 4096 }, height: { ideal: 3072 } } });
  const [track] = stream.getVideoTracks();
  track.addEventListener('ended', onEnd);
  video.srcObject = stream;
  // Browsers that save energy may refuse; the preview then stays still until the first tap.
  video.play().catch(() => {});
  return {
    grab: () => (track.readyState === 'live' && video.videoWidth ? encode(video) : null),
    close() {
      track.removeEventListener('ended', onEnd);
      for (const each of stream.getTracks()) each.stop();
      video.srcObject = null;
    },
  };
}

/** The picture of a video as JPEG; null if the browser cannot make it. */
function encode(video) {
  const canvas = h('canvas', { width: video.videoWidth, height: video.videoHeight });
  canvas.getContext('2d').drawImage(video, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
}

const rad = Math.PI / 180;

/**
 * The direction and tilt of the camera on the back of a device (W3C Device Orientation, section 4.1: rotations about z, x and y).
 * @param {{alpha: number, beta: number, gamma: number}} angles in degrees
 * @returns {{heading: number|null, tilt: number, edge: number}} the heading is null if the camera looks almost straight up or down; the edge
 * that is above, clockwise from the device's upper one: a multiple of 90
 */
export function direction({ alpha, beta, gamma }) {
  const [a, b, c] = [alpha * rad, beta * rad, gamma * rad];
  const east = -Math.cos(a) * Math.sin(c) - Math.sin(a) * Math.sin(b) * Math.cos(c);
  const north = -Math.sin(a) * Math.sin(c) + Math.cos(a) * Math.sin(b) * Math.cos(c);
  const down = Math.cos(b) * Math.cos(c);
  const edge = 90 * Math.round(Math.atan2(-Math.cos(b) * Math.sin(c), Math.sin(b)) / rad / 90);
  return { heading: Math.hypot(east, north) < 0.25 ? null : (Math.atan2(east, north) / rad + 360) % 360, tilt: Math.acos(Math.max(-1, Math.min(1, down))) / rad, edge };
}

/**
 * Follows the direction of this device.
 * @returns {{needsPermission: boolean, ask: () => Promise<boolean>, value: () => Record<string, any>, close: () => void}} `value` has the
 * names that the gateway expects, and is empty while the direction is unknown
 */
export function followDirection() {
  let newest = null;
  const listen = (event) => {
    if (event.beta === null || event.gamma === null) return;
    // Safari's alpha begins anywhere, but it has a compass of its own, for the upper edge of the device. Without a measurement, that says 0
    // with the accuracy -1 (WebKit, WebCoreMotionManager.mm), and it turns round if the camera looks up by more than about 45°.
    const { webkitCompassHeading: compass, webkitCompassAccuracy: uncertainty } = event;
    const isAbsolute = event.alpha !== null && (event.absolute || event.type === 'deviceorientationabsolute');
    const { heading, tilt, edge } = direction(event);
    if (compass === undefined && !isAbsolute && newest?.heading !== undefined) return;
    const isMeasured = compass === undefined ? isAbsolute : uncertainty >= 0 && tilt < 130;
    const turned = compass === undefined ? heading : (compass + edge + 360) % 360;
    newest = { tilt, heading: isMeasured && heading !== null ? turned : undefined, at: performance.now() };
  };
  const types = ['deviceorientation', 'deviceorientationabsolute'];
  for (const type of types) addEventListener(type, listen);
  return {
    needsPermission: typeof globalThis.DeviceOrientationEvent?.requestPermission === 'function',
    ask: async () => await DeviceOrientationEvent.requestPermission().catch(() => 'denied') === 'granted',
    value() {
      if (!newest || performance.now() - newest.at > 3000) return {};
      const rounded = (angle) => Math.round(angle * 10) / 10;
      // The compasses of phones refer to magnetic north.
      return { tilt_deg: rounded(newest.tilt), ...(newest.heading === undefined ? {} : { heading_deg: rounded(newest.heading) % 360, heading_reference: 'magnetic' }) };
    },
    close: () => types.forEach((type) => removeEventListener(type, listen)),
  };
}
