// SPDX-License-Identifier: Apache-2.0

/** The English texts of the page Fleet. */
export default {
  'fleet.map': 'Map of the gateways',
  'fleet.filter': 'Show only',
  'fleet.count.all': 'All', 'fleet.count.online': 'Online', 'fleet.count.offline': 'Offline', 'fleet.count.authenticated': 'Authenticated', 'fleet.count.problem': 'Problem',
  'fleet.search': 'Search by name',
  'fleet.order': 'Order', 'fleet.order.problems': 'Problems first', 'fleet.order.name': 'Name', 'fleet.order.seen': 'Last seen',
  'fleet.found': 'Gateways shown: {count}',
  'fleet.none-found': 'No gateway matches the search and the filter.',
  'fleet.cut': 'The gateway keeps no more than {count} gateways; others at the broker are not shown.',
  'fleet.off': 'This gateway does not follow the others. To see them here, set mqtt.fleet to true in its configuration, with the address of the broker in mqtt.url.',
  'fleet.not-reached': 'The gateway cannot read the fleet. The values below may be old.',
  'fleet.connecting': 'Connecting to the broker …',
  'fleet.empty': 'The broker knows no gateway yet. Gateways appear here when they publish to the same broker with the same mqtt.prefix.',
  'fleet.self': 'this gateway',
  'fleet.online': 'online', 'fleet.offline': 'offline', 'fleet.unknown': 'connection not stated', 'fleet.no-position': 'no position', 'fleet.old-position': 'position {span} old', 'fleet.old': 'old',
  'fleet.seen': 'seen {span} ago', 'fleet.never': 'never seen online',
  'fleet.osnma.no': 'not authenticated', 'fleet.osnma.past': 'last verdict',
  'fleet.field.program': 'Software', 'fleet.field.age': 'Position received', 'fleet.field.motion': 'Motion',
  'fleet.satellites': '{count} satellites',
  'fleet.own-words': 'The gateway reports this itself. Any client with write access to its topics can publish such data.',
};
