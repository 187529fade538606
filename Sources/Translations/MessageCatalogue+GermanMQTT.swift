// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The German texts about the MQTT broker by key.
    static let germanMQTT: [String: String] = [
        "mqtt.connecting": "Verbindung mit {server} wird aufgebaut",
        "mqtt.connected": "mit {server} verbunden",
        "mqtt.failing": "{problem}; das Gateway behält den Verlauf und versucht es weiter",
        "mqtt.problem.not_installed": "libmosquitto ist nicht installiert",
        "mqtt.problem.host_unknown": "der Name des Brokers {server} lässt sich nicht auflösen",
        "mqtt.problem.refused": "unter {server} hört kein Broker zu",
        "mqtt.problem.unreachable": "der Broker {server} ist nicht erreichbar ({detail})",
        "mqtt.problem.timed_out": "der Broker {server} antwortet nicht",
        "mqtt.problem.tls": "zu {server} ist keine verschlüsselte Verbindung möglich ({detail})",
        "mqtt.problem.not_authorised": "der Broker {server} lässt diesen Client nicht zu ({detail})",
        "mqtt.problem.client_id": "der Broker {server} lehnt die Client-Id {client} ab ({detail})",
        "mqtt.problem.taken_over": "ein anderer Client mit der Id {client} hat die Sitzung bei {server} übernommen",
        "mqtt.problem.protocol": "der Server {server} spricht kein MQTT 5 ({detail})",
        "mqtt.problem.busy": "der Broker {server} hat die Verbindung beendet ({detail})",
        "mqtt.problem.unstable":
            "der Broker {server} beendet jede Verbindung bald nach ihrem Beginn; vielleicht hat ein anderer Client die Id "
            + "{client}",
        "mqtt.problem.closed": "die Verbindung mit {server} ist abgebrochen",
        "mqtt.problem.too_large": "eine Nachricht ist größer, als der Broker {server} erlaubt ({detail})",
        "mqtt.problem.settings": "die Verbindung mit {server} lässt sich nicht einrichten ({detail})",
        "mqtt.problem.topic_refused": "der Broker {server} lehnt Nachrichten an {topic} ab ({detail})",
        "mqtt.problem.no_acknowledgement": "der Broker {server} nimmt keine Nachrichten mit QoS 1 an",
        "mqtt.problem.not_stored":
            "Positionen für den Verlauf lassen sich nicht speichern; sie warten im Speicher ({detail})",
        "mqtt.cure.install": "das Paket libmosquitto1 installieren",
        "mqtt.cure.check_name": "„mqtt.url“ berichtigen, oder Netz und Namensserver prüfen",
        "mqtt.cure.check_port": "den Broker starten, oder den Port in „mqtt.url“ berichtigen",
        "mqtt.cure.check_network": "das Netz, die Adresse des Brokers und Firewalls prüfen",
        "mqtt.cure.check_certificates":
            "„mqtt.ca_file“, „mqtt.certificate_file“ und „mqtt.key_file“ prüfen, dazu den Namen im "
            + "Zertifikat des Brokers, die Uhr und ob der Port TLS erwartet",
        "mqtt.cure.check_login": "„mqtt.user“ und die Passwortdatei berichtigen, oder die Benutzerliste des Brokers",
        "mqtt.cure.change_client_id": "jedem Gateway eine eigene „mqtt.client_id“ geben",
        "mqtt.cure.use_version_5": "einen Broker verwenden, der MQTT 5 spricht, etwa mosquitto ab Version 1.6",
        "mqtt.cure.check_broker": "das Protokoll des Brokers lesen",
        "mqtt.cure.raise_size": "die größte Paketgröße des Brokers erhöhen",
        "mqtt.cure.correct_file": "die Datei oder den Schlüssel berichtigen, den die Meldung nennt",
        "mqtt.problem.reading_refused": "der Broker {server} lässt dieses Gateway {topic} nicht lesen",
        "mqtt.cure.allow_reading":
            "diesem Benutzer in der Zugriffsliste des Brokers erlauben, „{topics}“ zu lesen",
        "mqtt.cure.allow_topics":
            "diesem Benutzer in der Zugriffsliste des Brokers erlauben, unter „{topics}“ zu "
            + "veröffentlichen",
        "mqtt.cure.allow_acknowledgement": "die höchste QoS des Brokers auf 1 erhöhen",
        "mqtt.cure.make_room": "Platz auf dem Datenträger schaffen",
        "alert.mqtt": "{problem}; {cure}",
        "alert.mqtt.over": "der MQTT-Broker {server} nimmt wieder Nachrichten an",
        "alert.mqtt.removed": "MQTT ist nicht mehr eingerichtet",
        "alert.mqtt-dropping":
            "wartende Positionen für den MQTT-Broker wurden verworfen, die ältesten zuerst: {crowded} aus "
            + "Platzmangel, {aged} wegen ihres Alters",
        "alert.mqtt-dropping.over":
            "die Warteschlange für den MQTT-Broker hat wieder Platz: es werden keine Positionen verworfen",
        "alert.mqtt-not-stored": "{problem}; {cure}",
        "alert.mqtt-not-stored.over": "Positionen für den MQTT-Broker lassen sich wieder speichern",
        "alert.mqtt-reading": "vom MQTT-Broker kann nicht gelesen werden: {problem}; {cure}",
        "alert.mqtt-reading.over": "Nachrichten des MQTT-Brokers {server} lassen sich wieder lesen",
        "alert.mqtt-reading.removed": "das Lesen von einem MQTT-Broker ist nicht mehr eingerichtet",
        "alert.mqtt-sparkplug": "Sparkplug kann nicht verwendet werden: {problem}; {cure}",
        "alert.mqtt-sparkplug.over": "der MQTT-Broker {server} nimmt wieder Nachrichten von Sparkplug an",
        "alert.mqtt-sparkplug.removed": "Sparkplug ist nicht mehr eingerichtet",
    ]
}
