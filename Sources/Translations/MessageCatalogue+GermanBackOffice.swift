// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The German texts about the back office by key.
    static let germanBackOffice: [String: String] = [
        "back_office.not_configured":
            "es ist kein Back-Office eingerichtet: „back_office.server“ auf seine Adresse setzen",
        "back_office.signed_in_already": "{login} ist beim Back-Office schon angemeldet; zuerst abmelden",
        "back_office.no_account": "beim Back-Office ist niemand angemeldet; zuerst dort anmelden",
        "back_office.server_locked":
            "beim Back-Office ist jemand angemeldet; zuerst dort abmelden, dann den Server ändern",
        "back_office.wrong_login": "das Back-Office nimmt diesen Namen mit diesem Passwort nicht an ({detail})",
        "back_office.blank_login": "der Name oder das Passwort fehlt oder ist zu lang",
        "back_office.unknown_task": "es gibt keine Aufgabe „{id}“",
        "back_office.not_editable": "die Aufgabe „{name}“ lässt sich nicht mehr ändern",
        "back_office.no_photos": "die Aufgabe „{name}“ hat keine Fotos; zuerst eines aufnehmen",
        "back_office.photos_pending":
            "die Positionen von {count} der Fotos können noch authentifiziert werden; auf das Ergebnis warten oder "
            + "bestätigen, dass sie ohne es gesendet werden",
        "back_office.photo_sent": "das Foto wurde an das Back-Office gesendet",
        "back_office.photo_of_task": "das Foto gehört zu einer Aufgabe und wird mit ihr gesendet",
        "back_office.no_secret":
            "das Geheimnis des Back-Office fehlt, an dem es Fotos erkennt: „captures.legacy_secret_file“ setzen",
        "back_office.task_sending": "die Aufgabe „{name}“ wird gesendet",
        "back_office.not_sending": "die Aufgabe „{name}“ wird nicht gesendet",
        "back_office.unreachable": "das Back-Office {server} ist nicht erreichbar ({detail})",
        "back_office.timed_out": "das Back-Office {server} antwortet nicht",
        "back_office.tls": "mit dem Back-Office {server} ist keine verschlüsselte Verbindung möglich ({detail})",
        "back_office.bad_answer": "der Server {server} antwortet nicht wie ein Back-Office ({detail})",
        "back_office.failing": "das Back-Office {server} arbeitet zurzeit nicht ({detail})",
        "back_office.session_ended":
            "das Back-Office nimmt die Anmeldung nicht mehr an; abmelden und wieder anmelden",
        "back_office.refused": "das Back-Office lehnte ab: {detail}",
        "back_office.failed": "die Anfrage an das Back-Office {server} scheiterte ({detail})",
        "back_office.status_ignored":
            "das Back-Office hat die Aufgabe nicht übernommen; ihr Zustand dort ist „{state}“",
        "back_office.photo_not_taken":
            "das Back-Office hat das Foto nicht gespeichert; vielleicht ist es größer, als der Server annimmt",
        "back_office.photo_gone": "das Foto wurde gelöscht",
        "back_office.path_gone": "der Weg wurde gelöscht",
        "back_office.path_empty": "der Weg hat keine Punkte oder wird gerade aufgezeichnet",
        "back_office.not_stored": "der Stand des Back-Office lässt sich nicht speichern: {detail}",
    ]
}
