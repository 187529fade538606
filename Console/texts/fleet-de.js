// SPDX-License-Identifier: Apache-2.0

/** The German texts of the page Fleet. */
export default {
  'fleet.map': 'Karte der Gateways',
  'fleet.filter': 'Nur zeigen',
  'fleet.count.all': 'Alle', 'fleet.count.online': 'Verbunden', 'fleet.count.offline': 'Getrennt', 'fleet.count.authenticated': 'Authentifiziert', 'fleet.count.problem': 'Problem',
  'fleet.search': 'Nach Namen suchen',
  'fleet.order': 'Reihenfolge', 'fleet.order.problems': 'Probleme zuerst', 'fleet.order.name': 'Name', 'fleet.order.seen': 'Zuletzt gesehen',
  'fleet.found': 'Angezeigte Gateways: {count}',
  'fleet.none-found': 'Kein Gateway passt zu Suche und Filter.',
  'fleet.cut': 'Das Gateway merkt sich nicht mehr als {count} Gateways; weitere am Broker werden nicht angezeigt.',
  'fleet.off': 'Dieses Gateway verfolgt die anderen nicht. Um sie hier zu sehen, setzen Sie in seiner Konfiguration mqtt.fleet auf true und die Adresse des Brokers in mqtt.url.',
  'fleet.not-reached': 'Das Gateway kann die Flotte nicht lesen. Die Angaben unten können veraltet sein.',
  'fleet.connecting': 'Verbindung zum Broker wird aufgebaut …',
  'fleet.empty': 'Der Broker kennt noch kein Gateway. Gateways erscheinen hier, wenn sie mit demselben mqtt.prefix an denselben Broker senden.',
  'fleet.self': 'dieses Gateway',
  'fleet.online': 'verbunden', 'fleet.offline': 'getrennt', 'fleet.unknown': 'Verbindung nicht angegeben', 'fleet.no-position': 'keine Position', 'fleet.old-position': 'Position ist {span} alt', 'fleet.old': 'veraltet',
  'fleet.seen': 'gesehen vor {span}', 'fleet.never': 'nie verbunden gesehen',
  'fleet.osnma.no': 'nicht authentifiziert', 'fleet.osnma.past': 'letztes Prüfergebnis',
  'fleet.field.program': 'Software', 'fleet.field.age': 'Position empfangen', 'fleet.field.motion': 'Bewegung',
  'fleet.satellites': '{count} Satelliten',
  'fleet.own-words': 'Das meldet das Gateway selbst. Jeder Client mit Schreibrecht für seine Topics kann solche Daten senden.',
};
