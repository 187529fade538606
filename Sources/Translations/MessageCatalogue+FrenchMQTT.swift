// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The French texts about the MQTT broker by key.
    static let frenchMQTT: [String: String] = [
        "mqtt.connecting": "connexion à {server} en cours",
        "mqtt.connected": "connecté à {server}",
        "mqtt.failing": "{problem} ; la passerelle garde l’historique et réessaie",
        "mqtt.problem.not_installed": "libmosquitto n’est pas installée",
        "mqtt.problem.host_unknown": "le nom du broker {server} est introuvable",
        "mqtt.problem.refused": "aucun broker n’écoute sur {server}",
        "mqtt.problem.unreachable": "le broker {server} est injoignable ({detail})",
        "mqtt.problem.timed_out": "le broker {server} ne répond pas",
        "mqtt.problem.tls": "aucune connexion chiffrée avec {server} n’est possible ({detail})",
        "mqtt.problem.not_authorised": "le broker {server} n’accepte pas ce client ({detail})",
        "mqtt.problem.client_id": "le broker {server} refuse l’identifiant de client {client} ({detail})",
        "mqtt.problem.taken_over": "un autre client avec l’identifiant {client} a repris la session sur {server}",
        "mqtt.problem.protocol": "le serveur {server} ne parle pas MQTT 5 ({detail})",
        "mqtt.problem.busy": "le broker {server} a mis fin à la connexion ({detail})",
        "mqtt.problem.unstable":
            "le broker {server} met fin à chaque connexion peu après son début ; un autre client a peut-être l’identifiant "
            + "{client}",
        "mqtt.problem.closed": "la connexion avec {server} a été perdue",
        "mqtt.problem.too_large": "un message dépasse la taille que le broker {server} autorise ({detail})",
        "mqtt.problem.settings": "la connexion avec {server} ne peut pas être établie ({detail})",
        "mqtt.problem.topic_refused": "le broker {server} refuse les messages pour {topic} ({detail})",
        "mqtt.problem.no_acknowledgement": "le broker {server} n’accepte aucun message en QoS 1",
        "mqtt.problem.not_stored":
            "les positions de l’historique ne peuvent pas être enregistrées ; elles attendent en mémoire "
            + "({detail})",
        "mqtt.cure.install": "installez le paquet libmosquitto1",
        "mqtt.cure.check_name": "corrigez « mqtt.url », ou vérifiez le réseau et son serveur de noms",
        "mqtt.cure.check_port": "démarrez le broker, ou corrigez le port dans « mqtt.url »",
        "mqtt.cure.check_network": "vérifiez le réseau, l’adresse du broker et les pare-feu",
        "mqtt.cure.check_certificates":
            "vérifiez « mqtt.ca_file », « mqtt.certificate_file » et « mqtt.key_file », le nom dans le "
            + "certificat du broker, l’horloge, et si le port attend TLS",
        "mqtt.cure.check_login":
            "corrigez « mqtt.user » et le fichier du mot de passe, ou la liste des utilisateurs du broker",
        "mqtt.cure.change_client_id": "donnez à chaque passerelle son propre « mqtt.client_id »",
        "mqtt.cure.use_version_5": "utilisez un broker qui parle MQTT 5, comme mosquitto 1.6 ou plus récent",
        "mqtt.cure.check_broker": "lisez le journal du broker",
        "mqtt.cure.raise_size": "augmentez la taille maximale des paquets du broker",
        "mqtt.cure.correct_file": "corrigez le fichier ou la clé que le message nomme",
        "mqtt.problem.reading_refused": "le broker {server} ne laisse pas cette passerelle lire {topic}",
        "mqtt.cure.allow_reading":
            "autorisez cet utilisateur, dans la liste d’accès du broker, à lire « {topics} »",
        "mqtt.cure.allow_topics":
            "autorisez cet utilisateur, dans la liste d’accès du broker, à publier sous « {topics} »",
        "mqtt.cure.allow_acknowledgement": "augmentez la QoS maximale du broker à 1",
        "mqtt.cure.make_room": "libérez de la place sur le disque",
        "alert.mqtt": "{problem} ; {cure}",
        "alert.mqtt.over": "le broker MQTT {server} accepte de nouveau les messages",
        "alert.mqtt.removed": "MQTT n’est plus configuré",
        "alert.mqtt-dropping":
            "des positions en attente pour le broker MQTT ont été abandonnées, les plus anciennes d’abord "
            + ": {crowded} faute de place, {aged} à cause de leur âge",
        "alert.mqtt-dropping.over":
            "la file d’attente du broker MQTT a de nouveau de la place : aucune position n’est abandonnée",
        "alert.mqtt-not-stored": "{problem} ; {cure}",
        "alert.mqtt-not-stored.over": "les positions pour le broker MQTT peuvent de nouveau être enregistrées",
        "alert.mqtt-reading": "impossible de lire sur le broker MQTT : {problem} ; {cure}",
        "alert.mqtt-reading.over": "les messages du broker MQTT {server} peuvent de nouveau être lus",
        "alert.mqtt-reading.removed": "la lecture sur un broker MQTT n’est plus configurée",
        "alert.mqtt-sparkplug": "impossible d’utiliser Sparkplug : {problem} ; {cure}",
        "alert.mqtt-sparkplug.over": "le broker MQTT {server} accepte de nouveau les messages Sparkplug",
        "alert.mqtt-sparkplug.removed": "Sparkplug n’est plus configuré",
    ]
}
