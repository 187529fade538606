// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The German texts about the chain of corrections by key.
    static let germanCorrections: [String: String] = [
        "corrections.cause.clock_behind":
            "das Zertifikat des Casters gilt nach der Uhr dieses Rechners noch nicht: die Uhr stellen",
        "corrections.cause.too_large": "die Liste der Mountpoints des Casters ist zu groß",
        "corrections.cause.too_slow": "der Caster hat seine Liste der Mountpoints nicht rechtzeitig ganz gesendet",
        "corrections.chain.answered": "der Caster antwortet",
        "corrections.chain.arriving": "{messages} Nachrichten, die letzte vor {age:1} s",
        "corrections.chain.first_awaited": "die erste Nachricht ist noch nicht angekommen",
        "corrections.chain.complete":
            "Beobachtungen und die Position der Station kommen an (Nachrichten {numbers})",
        "corrections.chain.incomplete":
            "Beobachtungen und die Position der Station stehen noch aus (bisher Nachrichten {numbers})",
        "corrections.chain.no_observations": "es kommen keine Beobachtungen an (nur Nachrichten {numbers})",
        "corrections.chain.no_station": "die Position der Station kommt nicht an (nur Nachrichten {numbers})",
        "corrections.chain.used": "der Empfänger verwendet {age:1} s alte Korrekturdaten",
        "corrections.chain.used_station":
            "der Empfänger verwendet {age:1} s alte Korrekturdaten der Station {station}",
        "corrections.chain.used_quality": "der Empfänger verwendet Korrekturdaten (Qualität {quality})",
        "corrections.chain.not_used_yet":
            "der Empfänger hat {messages} Nachrichten bekommen und meldet noch nicht, dass er sie verwendet",
        "corrections.chain.not_used":
            "der Empfänger hat {messages} Nachrichten bekommen, meldet aber nicht, dass er sie verwendet",
        "corrections.chain.other_station":
            "der Empfänger verwendet Korrekturdaten einer anderen Station ({station})",
        "corrections.chain.outdated": "die Korrekturdaten des Empfängers sind {age} s alt",
        "corrections.chain.not_delivered": "dem Empfänger wurde noch keine Nachricht übergeben",
        "corrections.chain.refused": "der Treiber des Empfängers lehnt Korrekturdaten ab",
        "corrections.chain.not_running": "der Empfänger läuft nicht",
        "corrections.chain.unknown_receiver": "kein Empfänger hat diese ID",
        "corrections.chain.no_receiver": "kein Empfänger nimmt Korrekturdaten an",
        "corrections.chain.not_checked": "zuerst müssen die Schritte davor gelingen",
        "corrections.cure.host_unknown":
            "die Schreibweise des Namens prüfen, ebenso Netz und DNS dieses Rechners",
        "corrections.cure.refused": "den Port prüfen: üblich ist 2101, mit TLS 443 oder 2102",
        "corrections.cure.unreachable":
            "das Netz dieses Rechners prüfen, und ob eine Firewall den Port des Casters sperrt",
        "corrections.cure.tls":
            "prüfen, ob dieser Port TLS verwendet; bei einem eigenen Zertifikat dessen Zertifizierungsstelle in "
            + "„corrections.ca_file“ nennen",
        "corrections.cure.clock_behind":
            "die Uhr dieses Rechners stellen (timedatectl, NTP); das Gateway versucht es von selbst wieder",
        "corrections.cure.wrong_password":
            "Benutzer und Passwort noch einmal eingeben, genau wie der Betreiber des Casters sie mitgeteilt hat",
        "corrections.cure.forbidden":
            "beim Betreiber des Casters nachfragen, ob dieser Benutzer den Mountpoint verwenden darf",
        "corrections.cure.mountpoint_gone": "einen Mountpoint aus der Liste des Casters wählen",
        "corrections.cure.no_data": "die Basis sendet gerade nichts: warten oder einen anderen Mountpoint wählen",
        "corrections.cure.busy":
            "warten: das Gateway versucht es von selbst wieder; prüfen, ob ein anderes Programm denselben Benutzer "
            + "verwendet",
        "corrections.cure.stalled":
            "die Basis ist vielleicht aus: warten oder einen anderen Mountpoint wählen",
        "corrections.cure.closed":
            "prüfen, ob ein anderes Programm denselben Benutzer verwendet; sonst warten",
        "corrections.cure.html":
            "Host und Port berichtigen; falls dieses Netz eine Anmeldung verlangt, sich dort zuerst anmelden",
        "corrections.cure.not_rtcm": "einen Mountpoint mit dem Format RTCM 3 wählen",
        "corrections.cure.not_caster": "Host und Port des Casters berichtigen",
        "corrections.cure.login":
            "Pfad und Rechte von „corrections.password_file“ prüfen oder das Passwort hier eingeben",
        "corrections.cure.too_large":
            "das sieht nicht nach der Liste eines Casters aus: Host und Port prüfen oder den Mountpoint von Hand "
            + "eingeben",
        "corrections.cure.too_slow": "noch einmal versuchen oder den Mountpoint von Hand eingeben",
        "corrections.cure.no_observations":
            "einen Mountpoint wählen, der Beobachtungen sendet (Nachrichten 1071 bis 1127 oder 1001 bis 1012)",
        "corrections.cure.no_station":
            "beim Betreiber des Casters nach einem Mountpoint mit Nachricht 1005 oder 1006 fragen",
        "corrections.cure.not_used":
            "prüfen, ob der Empfänger RTK beherrscht, ob auf seinem Anschluss RTCM 3 eingeschaltet ist und ob er "
            + "freie Sicht zum Himmel hat",
        "corrections.cure.other_station":
            "prüfen, ob der Empfänger SBAS oder eine andere Quelle von Korrekturdaten vorzieht",
        "corrections.cure.outdated":
            "die Verbindung zum Caster und die Baudrate des Empfängeranschlusses prüfen",
        "corrections.cure.driver":
            "einen Treiber verwenden, der Korrekturdaten annimmt, und prüfen, ob das Gateway auf den Anschluss "
            + "schreiben darf",
        "corrections.cure.not_running": "die Seite des Empfängers nennt den Grund",
        "corrections.cure.unknown_receiver":
            "die Liste der Empfänger berichtigen, die Korrekturdaten bekommen",
        "corrections.cure.no_receiver":
            "einen Empfänger hinzufügen, dessen Treiber Korrekturdaten annimmt",
    ]
}
