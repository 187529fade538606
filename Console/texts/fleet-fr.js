// SPDX-License-Identifier: Apache-2.0

/** The French texts of the page Fleet. */
export default {
  'fleet.map': 'Carte des passerelles',
  'fleet.filter': 'Afficher seulement',
  'fleet.count.all': 'Toutes', 'fleet.count.online': 'Connectées', 'fleet.count.offline': 'Déconnectées', 'fleet.count.authenticated': 'Authentifiées', 'fleet.count.problem': 'Problème',
  'fleet.search': 'Rechercher par nom',
  'fleet.order': 'Ordre', 'fleet.order.problems': 'Problèmes d’abord', 'fleet.order.name': 'Nom', 'fleet.order.seen': 'Dernier contact',
  'fleet.found': 'Passerelles affichées : {count}',
  'fleet.none-found': 'Aucune passerelle ne correspond à la recherche et au filtre.',
  'fleet.cut': 'La passerelle ne retient pas plus de {count} passerelles ; les autres du broker ne sont pas affichées.',
  'fleet.off': 'Cette passerelle ne suit pas les autres. Pour les voir ici, mettez mqtt.fleet à true dans sa configuration, avec l’adresse du broker dans mqtt.url.',
  'fleet.not-reached': 'La passerelle ne peut pas lire la flotte. Les valeurs ci-dessous peuvent être anciennes.',
  'fleet.connecting': 'Connexion au broker …',
  'fleet.empty': 'Le broker ne connaît encore aucune passerelle. Les passerelles apparaissent ici lorsqu’elles publient sur le même broker avec le même mqtt.prefix.',
  'fleet.self': 'cette passerelle',
  'fleet.online': 'connectée', 'fleet.offline': 'déconnectée', 'fleet.unknown': 'connexion non indiquée', 'fleet.no-position': 'aucune position', 'fleet.old-position': 'position ancienne de {span}', 'fleet.old': 'ancienne',
  'fleet.seen': 'vue il y a {span}', 'fleet.never': 'jamais vue connectée',
  'fleet.osnma.no': 'non authentifiée', 'fleet.osnma.past': 'dernier verdict',
  'fleet.field.program': 'Logiciel', 'fleet.field.age': 'Position reçue', 'fleet.field.motion': 'Mouvement',
  'fleet.satellites': '{count} satellites',
  'fleet.own-words': 'La passerelle le déclare elle-même. Tout client autorisé à écrire dans ses topics peut publier de telles données.',
};
