// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The German texts by key.
    static let german: [String: String] = [
        "osnma.state.authenticated": "OSNMA aktiv",
        "osnma.state.unverified": "Ungeprüftes GNSS",
        "osnma.state.unknown": "OSNMA unbekannt",
        "osnma.reason.not_judged":
            "die Prüfung antwortet seit 10 s nicht: im Protokoll nachsehen und das Gateway neu starten",
        "osnma.reason.authenticated": "Galileo beglaubigt die Navigationsdaten mindestens eines Satelliten",
        "osnma.reason.switched_off": "die Prüfung ist ausgeschaltet (»osnma.enabled«)",
        "osnma.reason.no_data": "vom Empfänger ist noch nichts gekommen",
        "osnma.reason.no_galileo":
            "der Empfänger sieht keinen Satelliten von Galileo: für freien Himmel sorgen oder Galileo in "
            + "ihm einschalten",
        "osnma.reason.no_raw_pages":
            "der Empfänger gibt keine rohen I/NAV-Seiten von E1-B heraus: sie einschalten (UBX-RXM-SFRBX, "
            + "SBF GALRawINAV), oder er hat keine",
        "osnma.reason.undated_pages":
            "rohe Seiten kommen, aber ihre Zeit ist noch nicht bekannt (UBX-NAV-TIMEGAL nennt sie)",
        "osnma.reason.no_osnma": "rohe Seiten kommen, aber keiner der empfangenen Satelliten sendet jetzt OSNMA",
        "osnma.reason.no_trust_anchor":
            "weder einer Merkle-Wurzel noch einem öffentlichen Schlüssel von Galileo wird vertraut: die "
            + "Dateien des European GNSS Service Centre einspielen",
        "osnma.reason.public_key_missing":
            "eine Nachricht, die nichts beweist, nennt einen öffentlichen Schlüssel, der nicht bekannt ist: mit dem "
            + "vergleichen, was das European GNSS Service Centre veröffentlicht; hat Galileo seinen Schlüssel "
            + "erneuert, diesen einspielen oder auf ihn warten (alle sechs Stunden)",
        "osnma.reason.time_not_trusted":
            "keine Zeit von außerhalb des Signals ist sicher genug: die Uhr abgleichen (NTP), oder siehe "
            + "»osnma.time_source«",
        "osnma.reason.time_contradicted":
            "die Zeit des Signals ist nicht die der Uhr, der vertraut wird: die Uhr geht falsch, oder das "
            + "Signal ist eine Aufzeichnung",
        "osnma.reason.collecting": "der Wurzelschlüssel wird gesammelt: eine bis einige Minuten bei freiem Himmel",
        "osnma.reason.verifying":
            "Tags warten auf ihre Schlüssel, eine Minute oder zwei: der Wurzelschlüssel wurde eben geprüft, oder die "
            + "Satelliten haben eben ihre Daten gewechselt, oder sie senden gefälschte",
        "osnma.reason.dont_use": "Galileo sagt, dass OSNMA jetzt nicht verwendet werden soll",
        "osnma.reason.alert_message":
            "Galileo hat die Alarmnachricht gesendet: keinem Schlüssel wird vertraut, bis neue Dateien "
            + "eingespielt sind",
        "osnma.reason.failing_keys":
            "falsche Schlüssel werden empfangen: das Signal oder die Dateien, denen vertraut wird, sind "
            + "nicht die von Galileo",
        "osnma.reason.failing_tags":
            "Tags sind falsch: Daten oder Tags, die empfangen werden, sind nicht die von Galileo",
        "osnma.reason.stale": "seit einer Weile ist kein richtiges Tag gekommen: zu wenige Seiten kommen",
        "osnma.reason.receiver_lost": "der Empfänger ist weg",
        "osnma.failure.tag_failed": "ein Tag über seine Daten ist falsch",
        "osnma.failure.wrong_key": "er sendet einen Schlüssel, der nicht zur Kette gehört",
        "osnma.failure.wrong_macseq": "was seine Nachricht über ihre freien Tags sagt, ist nicht echt",
        "osnma.failure.wrong_maclt": "seine Tags stehen, wo die Tabelle keine solchen hat",
        "osnma.failure.replayed": "seine Wörter tragen die Zeit früherer Seiten: eine Aufzeichnung wird abgespielt",
        "osnma.failure.ahead": "seine Wörter tragen die Zeit späterer Seiten",
        "osnma.failure.other_sender": "seine Wörter nennen einen anderen Satelliten als Absender",
        "osnma.failure.contradicts_trusted_time":
            "seine Seiten kommen zu einer Zeit, der die vertraute Uhr widerspricht",
        "osnma.alert.osnma-authenticated": "Galileo beglaubigt die Navigationsdaten dieses Empfängers",
        "osnma.alert.osnma-lost": "die Navigationsdaten dieses Empfängers sind nicht mehr beglaubigt",
        "osnma.alert.osnma-restored": "Galileo beglaubigt die Navigationsdaten dieses Empfängers wieder",
        "osnma.refusal.unverified": "die Navigationsdaten sind nicht beglaubigt",
        "osnma.refusal.not_fresh":
            "die Daten sind echt, aber nichts von außerhalb des Signals beweist, dass sie frisch sind",
        "osnma.refusal.outdated": "das letzte Urteil ist zu alt",
        "osnma.refusal.unknown_satellites": "der Empfänger sagt nicht, welche Satelliten er verwendet",
        "osnma.refusal.too_few_satellites": "zu wenige Satelliten der Lösung haben beglaubigte Daten",
        "osnma.extent.unknown":
            "der Empfänger sagt nicht, welche Satelliten er verwendet: über die Position wird nichts gesagt",
        "osnma.extent.none":
            "kein Satellit der Lösung hat beglaubigte Navigationsdaten: von der Position ist nichts bewiesen",
        "osnma.extent.partial":
            "einige Satelliten der Lösung senden echte Navigationsdaten; die Position kann auf anderen, auf Korrekturen "
            + "oder Sensoren beruhen, die nichts beweisen; weder Entfernungen noch Position sind bewiesen",
        "osnma.extent.full":
            "alle Satelliten der Lösung senden echte Navigationsdaten; weder Entfernungen noch Position sind bewiesen",
    ]
}
