// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The German texts about the Traccar server by key.
    static let germanTraccar: [String: String] = [
        "traccar.works": "Positionen werden an {server} gesendet",
        "traccar.problem.refused": "der Traccar-Server {server} lehnt Positionen des Geräts {device} ab ({detail})",
        "traccar.problem.not_authorised":
            "der Server {server} lässt dieses Gateway keine Positionen senden ({detail})",
        "traccar.problem.not_traccar":
            "der Server {server} nimmt unter dieser Adresse keine Positionen an ({detail})",
        "traccar.problem.failing": "der Server {server} arbeitet nicht ({detail})",
        "traccar.problem.unreachable": "der Server {server} ist nicht erreichbar ({detail})",
        "traccar.problem.timed_out": "der Server {server} antwortet nicht",
        "traccar.problem.tls": "mit {server} ist keine verschlüsselte Verbindung möglich ({detail})",
        "traccar.problem.failed": "Positionen lassen sich nicht an {server} senden ({detail})",
        "traccar.problem.not_stored":
            "Positionen für Traccar lassen sich nicht speichern; sie warten im Arbeitsspeicher ({detail})",
        "traccar.cure.register":
            "in Traccar ein Gerät mit dieser Kennung anlegen oder „traccar.id“ berichtigen",
        "traccar.cure.check_access": "dieses Gateway am Server oder am Proxy davor zulassen",
        "traccar.cure.check_address":
            "„traccar.url“ berichtigen: Es ist die Adresse von Traccars Protokoll OsmAnd, meist mit Port 5055",
        "traccar.cure.check_server": "das Protokoll des Servers lesen",
        "traccar.cure.check_network":
            "„traccar.url“ berichtigen oder Netz, Server und Firewalls prüfen",
        "traccar.cure.check_certificates":
            "„traccar.ca_file“, den Namen im Zertifikat des Servers, die Uhr und ob der Port TLS erwartet "
            + "prüfen",
        "alert.traccar": "{problem}; {cure}",
        "alert.traccar.over": "der Traccar-Server {server} nimmt wieder Positionen an",
        "alert.traccar.removed": "Traccar ist nicht mehr eingerichtet",
        "alert.traccar-dropping":
            "wartende Positionen für den Traccar-Server wurden verworfen: {crowded} aus Platzmangel, {aged} "
            + "wegen ihres Alters, {refused}, weil der Server sie ablehnte",
        "alert.traccar-dropping.over": "es werden keine Positionen für den Traccar-Server mehr verworfen",
    ]
}
