// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The German texts by key.
    static let german: [String: String] = [
        "osnma.state.authenticated": "OSNMA aktiv",
        "osnma.state.unverified": "Ungeprüftes GNSS",
        "osnma.state.unknown": "OSNMA unbekannt",
        "osnma.reason.not_judged":
            "die Daten der letzten 10 s wurden nicht geprüft: im Protokoll nachsehen und das Gateway neu starten, "
            + "falls es so bleibt",
        "osnma.reason.authenticated": "Galileo authentifiziert die Navigationsdaten mindestens eines Satelliten",
        "osnma.reason.switched_off": "die Prüfung ist ausgeschaltet („osnma.enabled“)",
        "osnma.reason.no_data": "vom Empfänger wurden noch keine Daten empfangen",
        "osnma.reason.no_galileo":
            "der Empfänger sieht keinen Galileo-Satelliten: für freie Sicht zum Himmel sorgen oder Galileo in "
            + "seinen Einstellungen aktivieren",
        "osnma.reason.no_raw_pages":
            "der Empfänger liefert keine rohen I/NAV-Seiten von E1-B: diese aktivieren (UBX-RXM-SFRBX, SBF "
            + "GALRawINAV), falls er sie unterstützt",
        "osnma.reason.undated_pages":
            "rohe Seiten kommen an, aber ihre Zeit ist noch nicht bekannt (UBX-NAV-TIMEGAL liefert sie)",
        "osnma.reason.no_osnma": "rohe Seiten kommen an, aber kein empfangener Satellit sendet zurzeit OSNMA",
        "osnma.reason.no_trust_anchor":
            "es wird weder einer Merkle-Wurzel noch einem öffentlichen Schlüssel von Galileo vertraut: die "
            + "Dateien des European GNSS Service Centre einspielen",
        "osnma.reason.public_key_missing":
            "eine ungeprüfte Nachricht nennt einen unbekannten öffentlichen Schlüssel: mit den Schlüsseln "
            + "vergleichen, die das European GNSS Service Centre veröffentlicht; hat Galileo seinen Schlüssel "
            + "erneuert, den neuen einspielen oder auf ihn warten (er wird alle sechs Stunden gesendet)",
        "osnma.reason.time_not_trusted":
            "keine vom Signal unabhängige Zeitquelle ist genau genug: die Uhr synchronisieren (NTP), oder siehe "
            + "„osnma.time_source“",
        "osnma.reason.time_contradicted":
            "die Zeit des Signals weicht von der vertrauenswürdigen Uhr ab: die Uhr geht falsch, oder das Signal "
            + "ist eine Wiedergabe",
        "osnma.reason.collecting":
            "der Wurzelschlüssel wird empfangen: das dauert bei freier Sicht zum Himmel eine bis einige Minuten",
        "osnma.reason.verifying":
            "Tags warten ein bis zwei Minuten auf ihre Schlüssel: der Wurzelschlüssel wurde gerade erst geprüft, "
            + "die Satelliten haben gerade ihre Daten gewechselt, oder die Daten sind gefälscht",
        "osnma.reason.dont_use": "Galileo meldet, dass OSNMA zurzeit nicht verwendet werden darf",
        "osnma.reason.alert_message":
            "Galileo hat die OSNMA-Alarmnachricht gesendet: keinem Schlüssel wird vertraut, bis neue Dateien "
            + "eingespielt sind",
        "osnma.reason.failing_keys":
            "empfangene Schlüssel sind ungültig: entweder das Signal oder die vertrauenswürdigen Dateien stammen "
            + "nicht von Galileo",
        "osnma.reason.failing_tags": "Tags sind ungültig: die empfangenen Daten oder Tags stammen nicht von Galileo",
        "osnma.reason.stale": "seit einer Weile wurde kein gültiges Tag empfangen: es kommen zu wenige Seiten an",
        "osnma.reason.receiver_lost": "der Empfänger ist nicht mehr verbunden",
        "osnma.failure.tag_failed": "ein Tag zu seinen Daten ist ungültig",
        "osnma.failure.wrong_key": "er sendet einen Schlüssel, der nicht zur Kette gehört",
        "osnma.failure.wrong_macseq": "die Beschreibung der flexiblen Tags in seiner Nachricht ist nicht echt",
        "osnma.failure.wrong_maclt": "seine Tags passen nicht zur MAC-Tabelle",
        "osnma.failure.replayed": "seine Wörter tragen die Zeit früherer Seiten: eine Aufzeichnung wird abgespielt",
        "osnma.failure.ahead": "seine Wörter tragen die Zeit späterer Seiten",
        "osnma.failure.other_sender": "seine Wörter nennen einen anderen Satelliten als Absender",
        "osnma.failure.contradicts_trusted_time":
            "seine Seiten treffen zu einer Zeit ein, die der vertrauenswürdigen Uhr widerspricht",
        "osnma.alert.osnma-authenticated": "Galileo authentifiziert die Navigationsdaten dieses Empfängers",
        "osnma.alert.osnma-lost": "die Navigationsdaten dieses Empfängers sind nicht mehr authentifiziert",
        "osnma.alert.osnma-restored": "Galileo authentifiziert die Navigationsdaten dieses Empfängers wieder",
        "osnma.refusal.unverified": "die Navigationsdaten sind nicht authentifiziert",
        "osnma.refusal.not_fresh":
            "die Daten sind echt, aber keine unabhängige Zeitquelle beweist, dass sie aktuell sind",
        "osnma.refusal.outdated": "das letzte Ergebnis der Prüfung ist zu alt",
        "osnma.refusal.unknown_satellites": "der Empfänger meldet nicht, welche Satelliten er verwendet",
        "osnma.refusal.too_few_satellites": "zu wenige Satelliten der Lösung haben authentifizierte Daten",
        "osnma.extent.unknown":
            "der Empfänger meldet nicht, welche Satelliten er verwendet: die Position lässt sich nicht beurteilen",
        "osnma.extent.none":
            "kein Satellit der Lösung hat authentifizierte Navigationsdaten: über die Position ist nichts bewiesen",
        "osnma.extent.partial":
            "einige Satelliten der Lösung senden echte Navigationsdaten; die Position kann auf anderen, auf Korrekturen "
            + "oder Sensoren beruhen, die nichts beweisen; weder Entfernungen noch Position sind bewiesen",
        "osnma.extent.full":
            "alle Satelliten der Lösung senden echte Navigationsdaten; weder Entfernungen noch Position sind bewiesen",
    ]
}
