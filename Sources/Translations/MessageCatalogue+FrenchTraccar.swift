// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The French texts about the Traccar server by key.
    static let frenchTraccar: [String: String] = [
        "traccar.works": "les positions sont envoyées à {server}",
        "traccar.problem.refused":
            "le serveur Traccar {server} refuse les positions de l’appareil {device} ({detail})",
        "traccar.problem.not_authorised":
            "le serveur {server} ne laisse pas cette passerelle envoyer de positions ({detail})",
        "traccar.problem.not_traccar":
            "le serveur {server} n’accepte pas de positions à cette adresse ({detail})",
        "traccar.problem.failing": "le serveur {server} ne fonctionne pas ({detail})",
        "traccar.problem.unreachable": "le serveur {server} est injoignable ({detail})",
        "traccar.problem.timed_out": "le serveur {server} ne répond pas",
        "traccar.problem.tls": "aucune connexion chiffrée avec {server} n’est possible ({detail})",
        "traccar.problem.failed": "les positions ne peuvent pas être envoyées à {server} ({detail})",
        "traccar.problem.not_stored":
            "les positions pour Traccar ne peuvent pas être enregistrées ; elles attendent en mémoire ({detail})",
        "traccar.cure.register":
            "ajoutez dans Traccar un appareil avec cet identifiant, ou corrigez « traccar.id »",
        "traccar.cure.check_access": "autorisez cette passerelle sur le serveur, ou sur le proxy placé devant",
        "traccar.cure.check_address":
            "corrigez « traccar.url » : c’est l’adresse du protocole OsmAnd de Traccar, en général au port 5055",
        "traccar.cure.check_server": "lisez le journal du serveur",
        "traccar.cure.check_network":
            "corrigez « traccar.url », ou vérifiez le réseau, le serveur et les pare-feu",
        "traccar.cure.check_certificates":
            "vérifiez « traccar.ca_file », le nom dans le certificat du serveur, l’horloge, et si le port "
            + "attend TLS",
        "alert.traccar": "{problem} ; {cure}",
        "alert.traccar.over": "le serveur Traccar {server} accepte de nouveau les positions",
        "alert.traccar.removed": "Traccar n’est plus configuré",
        "alert.traccar-dropping":
            "des positions en attente pour le serveur Traccar ont été abandonnées : {crowded} faute de place, "
            + "{aged} à cause de leur âge, {refused} parce que le serveur les a refusées",
        "alert.traccar-dropping.over": "plus aucune position pour le serveur Traccar n’est abandonnée",
    ]
}
