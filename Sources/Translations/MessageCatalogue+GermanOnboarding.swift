// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The German texts about onboarding to agrirouter by key.
    static let germanOnboarding: [String: String] = [
        "onboarding.refused": "agrirouter hat abgelehnt: {problem}; {cure} [{code}]",
        "onboarding.failed": "{problem}; {cure}",
        "onboarding.exists":
            "es gibt schon einen Endpunkt ({endpoint}): neu anmelden gibt ihm ein neues Zertifikat, trennen löscht ihn",
        "onboarding.locked":
            "die Umgebung lässt sich nicht ändern, solange es einen Endpunkt in {environment} gibt; trennen löscht ihn",
        "onboarding.other_account":
            "der Code gehört zu einem anderen Konto: dort entstand der Endpunkt {endpoint}, der nicht verwendet wird; im Portal jenes Kontos löschen. Soll das Gateway zu jenem Konto, erst trennen und dann mit einem neuen Code anmelden",
        "onboarding.bad_code":
            "das ist kein Registrierungscode: er hat zehn Buchstaben und Ziffern, wie im Portal angezeigt",
        "onboarding.no_state":
            "das Gateway hält keinen Zustand auf der Platte: der Schlüssel des Endpunkts ginge verloren, wenn es endet",
        "onboarding.clock_not_set":
            "die Uhr dieses Rechners ist nicht gestellt: agrirouter würde den Code ablehnen; erst die Uhr stellen, dann den Code verwenden",
        "onboarding.unsaved":
            "angemeldet, aber der Endpunkt lässt sich nicht speichern und geht verloren, wenn das Gateway endet; dann mit einem neuen Code anmelden: „{detail}“ (Meldung auf Englisch)",
        "onboarding.not_sending":
            "angemeldet, aber die Warteschlange ist nicht lesbar; bis zu einem Neustart des Gateways wird nichts gesendet: „{detail}“ (Meldung auf Englisch)",
        "onboarding.disconnected":
            "das Gateway sendet nicht mehr und hat Daten und Schlüssel seines Endpunkts und {count} wartende Positionen gelöscht. agrirouter lässt kein Gerät seinen eigenen Endpunkt entfernen: auch im Portal löschen ({portal}, Endpunkt {endpoint})",
        "onboarding.disconnected_unreadable":
            "die gespeicherten Daten des Endpunkts sind gelöscht; den Endpunkt auch im Portal löschen ({portal})",
        "onboarding.not_emptied":
            "getrennt, aber {count} wartende Positionen ließen sich nicht von der Platte löschen; das Gateway versucht es, bis es gelingt, und sendet sie an keinen Endpunkt. Den Endpunkt auch im Portal löschen: „{detail}“ (Meldung auf Englisch)",
        "onboarding.address": "die Adresse für die Anmeldung ist keine https-URL",
        "onboarding.answer": "die Antwort von agrirouter ist unbrauchbar: „{detail}“ (Meldung auf Englisch)",
        "onboarding.interrupted": "die Verbindung zu agrirouter brach ab, bevor die Antwort kam{detail}",
        "onboarding.key_unreadable":
            "Schlüssel und Zertifikat, die agrirouter ausgestellt hat, sind beschädigt und nicht lesbar",
        "onboarding.key_wrong_secret":
            "Schlüssel und Zertifikat, die agrirouter ausgestellt hat, lassen sich mit dem mitgelieferten Geheimnis nicht entschlüsseln",
        "onboarding.key_unsupported":
            "Schlüssel und Zertifikat, die agrirouter ausgestellt hat, sind so verschlüsselt, dass OpenSSL hier sie nicht öffnet; ist sein „legacy provider“ installiert?",
        "onboarding.key_missing": "Schlüssel und Zertifikat, die agrirouter ausgestellt hat: der Schlüssel fehlt",
        "onboarding.certificate_missing":
            "Schlüssel und Zertifikat, die agrirouter ausgestellt hat: das Zertifikat fehlt",
        "onboarding.key_mismatch": "Schlüssel und Zertifikat, die agrirouter ausgestellt hat, gehören nicht zusammen",
        "onboarding.key_failed":
            "Schlüssel und Zertifikat, die agrirouter ausgestellt hat, ließen sich nicht öffnen: der Arbeitsspeicher reicht nicht",
        "onboarding.0010": "das Konto ist nicht aktiv",
        "onboarding.0011": "das Konto ist unbekannt",
        "onboarding.0020": "das Konto darf diese Anwendung nicht verwenden",
        "onboarding.0021": "die Version der Anwendung ist unbekannt",
        "onboarding.0022": "die Version der Anwendung wurde zurückgezogen",
        "onboarding.0023": "der Endpunkt ist gesperrt",
        "onboarding.0024": "diese Anwendung lässt sich nicht mit einem Registrierungscode anmelden",
        "onboarding.0100": "agrirouter kann die Anfrage nicht verarbeiten",
        "onboarding.0101": "die Kennung der Version passt nicht zu dieser Anfrage",
        "onboarding.0102": "die Art der Verbindung ist unbekannt",
        "onboarding.0103": "das Format des Zertifikats ist unbekannt",
        "onboarding.0104": "der Endpunkt wurde mit einer anderen Art der Verbindung angemeldet",
        "onboarding.0105": "die Kennung der Anwendung ist falsch, oder der Code gehört zu einer anderen Anwendung",
        "onboarding.0106": "eine Signatur fehlt",
        "onboarding.0107": "die Signatur ist falsch",
        "onboarding.0109": "die Endpunkte gehören zu einer anderen Anwendung oder wurden gelöscht",
        "onboarding.0110": "der Zeitstempel der Anfrage fehlt oder ist zu alt",
        "onboarding.0112": "zu viele Anfragen",
        "onboarding.0113": "zu viele Anfragen",
        "onboarding.0115": "die Anwendung hat die Höchstzahl ihrer Endpunkte erreicht",
        "onboarding.0401": "der Registrierungscode ist falsch, verbraucht oder zu alt",
        "onboarding.redirected": "zwischen dem Gateway und agrirouter leitet etwas die Anfrage um",
        "onboarding.too_many_attempts": "zu viele Versuche",
        "onboarding.out_of_order": "der Dienst ist gestört oder wird gewartet",
        "onboarding.no_reason": "es nennt keinen bekannten Grund",
        "onboarding.cure.check_account": "das Konto im Portal prüfen",
        "onboarding.cure.ask_for_invitation":
            "eine nicht zertifizierte Version ist nur für eingeladene Tester: den Hersteller um eine Einladung bitten",
        "onboarding.cure.check_version":
            "die Kennung der Version prüfen; QA und Production haben verschiedene Kennungen",
        "onboarding.cure.ask_for_version": "den Hersteller um eine neuere bitten",
        "onboarding.cure.unblock": "die Sperre im Portal aufheben",
        "onboarding.cure.use_unit_ids":
            "ihre Kennungen gehören zu einem Cloud-Produkt: die einer „communication unit“ verwenden",
        "onboarding.cure.check_ids":
            "die Kennungen der Anwendung und der Version prüfen; QA und Production haben verschiedene Kennungen",
        "onboarding.cure.other_connection_type": "mit jener Art anmelden oder erst im Portal löschen",
        "onboarding.cure.check_application": "die Kennung der Anwendung prüfen und einen neuen Code erzeugen",
        "onboarding.cure.check_application_id": "die Kennung der Anwendung prüfen",
        "onboarding.cure.cloud_ids": "die Kennungen gehören zu einem Cloud-Produkt",
        "onboarding.cure.check_clock": "die Uhr dieses Rechners prüfen",
        "onboarding.cure.wait_minute": "eine Minute warten und noch einmal versuchen",
        "onboarding.cure.wait_given_time": "so lange warten, wie der Text angibt, und noch einmal versuchen",
        "onboarding.cure.ask_for_quota": "den Hersteller bitten, die Höchstzahl erhöhen zu lassen",
        "onboarding.cure.enter_new_code": "im Portal einen neuen erzeugen und hier eingeben",
        "onboarding.cure.new_code": "im Portal einen neuen Code erzeugen und noch einmal anmelden",
        "onboarding.cure.try_later": "später noch einmal versuchen",
        "onboarding.cure.check_path": "das Netz und die Adresse prüfen",
        "onboarding.cure.correct_address": "„agrirouter.onboarding_url“ berichtigen",
        "onboarding.cure.same_code": "das Netz prüfen und es mit demselben Code noch einmal versuchen",
        "onboarding.cure.code_not_sent":
            "der Code wurde nicht gesendet: das Hindernis beseitigen und es mit demselben Code noch einmal versuchen",
        "onboarding.cure.correct_and_try":
            "das Hindernis beseitigen und es noch einmal versuchen; wird der Code dann abgelehnt, einen neuen erzeugen",
        "onboarding.cure.maybe_used":
            "der Code ist vielleicht verbraucht: ihn noch einmal versuchen, und einen neuen im Portal erzeugen, wenn er abgelehnt wird",
        "onboarding.cure.report": "das ist ein Fehler des Gateways: bitte melden",
    ]
}
