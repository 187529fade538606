// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The German texts of the gateway by key.
    static let germanGateway: [String: String] = [
        "receiver.driver": "„{words}“ (Angabe des Treibers)",
        "receiver.detail": "„{words}“ (Meldung auf Englisch)",
        "receiver.not_started": "noch nicht gestartet",
        "receiver.starting": "der Treiber startet",
        "receiver.stopped_by_command": "durch einen Befehl angehalten",
        "receiver.stopped_on_request": "auf Wunsch angehalten",
        "receiver.ended_unexpectedly": "der Treiber hat sich unerwartet beendet",
        "receiver.source_ended": "die Quelle ist zu Ende",
        "receiver.silent": "seit {seconds} s keine Daten; der Treiber läuft noch",
        "receiver.receiving": "es kommen Daten an",
        "receiver.receiving_again": "es kommen wieder Daten an",
        "receiver.refused_batch": "Daten des Treibers wurden abgelehnt: „{detail}“",
        "receiver.failed_after_refusal": "{cause} (abgelehnt: „{detail}“)",
        "receiver.not_plugged_in": "{device} ist nicht angeschlossen",
        "receiver.waiting_for_device": "{cause}; das Gateway wartet, bis das Gerät wieder da ist",
        "receiver.retrying": "{cause}; nächster Versuch in {seconds:1} s",
        "receiver.not_run": "das Gateway betreibt diesen Empfänger nicht mehr",
        "receiver.within_limits": "der Treiber hält seine Grenzen wieder ein",
        "selection.first_found": "erster gefundener Empfänger",
        "selection.selected": "vom Bediener ausgewählt",
        "selection.removed": "die Auswahl des Bedieners wurde aufgehoben",
        "selection.better": "seit {seconds} s besser als {receiver}: {reason}",
        "selection.priority": "seine Priorität ist {priority} statt {other}",
        "selection.fix": "seine Positionslösung ist besser",
        "selection.found_earlier": "seine Positionslösung ist ebenso gut, und er wurde zuerst gefunden",
        "selection.no_position": "{receiver} hat keine Position",
        "selection.disconnected": "{receiver} ist nicht mehr verbunden",
        "indicator.has_position": "{receiver} hat eine Position",
        "indicator.no_epochs": "er sendet keine Positionen",
        "indicator.no_fix": "er meldet, dass er keine Positionslösung hat",
        "indicator.no_position": "{receiver} hat keine Position: {reason}",
        "indicator.not_connected": "{receiver} ist nicht verbunden: {reason}",
        "indicator.not_running": "{receiver} läuft nicht: {reason}",
        "indicator.no_receiver": "es gibt keinen Empfänger: einen anschließen oder unter „receivers“ konfigurieren",
        "indicator.not_seen": "noch nicht beobachtet",
        "indicator.seen": "beobachtet",
        "alert.capture-not-written":
            "die Aufzeichnung kann nicht nach {folder} geschrieben werden: „{detail}“; Platz schaffen oder "
            + "„tracks.capture“ ändern",
        "alert.capture-not-written.over": "die Aufzeichnung kann wieder nach {folder} geschrieben werden",
        "alert.clients-full":
            "die Höchstzahl der Clients ({limit}) ist erreicht, weitere werden abgewiesen ({server}); "
            + "verbundene Programme beenden und nach einem suchen, das sich ständig neu verbindet",
        "alert.clients-full.evicting":
            "die Höchstzahl der Clients ({limit}) ist erreicht, untätige werden getrennt ({server}); "
            + "verbundene Programme beenden und nach einem suchen, das sich ständig neu verbindet",
        "alert.clients-full.over": "Clients werden nicht mehr abgewiesen ({server}, {clients} verbunden)",
        "alert.clock-step.back":
            "die Systemuhr wurde um {seconds:1} s zurückgestellt; Zeiten davor und danach sind nicht "
            + "vergleichbar",
        "alert.clock-step.forward":
            "die Systemuhr wurde um {seconds:1} s vorgestellt; Zeiten davor und danach sind nicht "
            + "vergleichbar",
        "alert.corrections": "keine Korrekturdaten: {reason}",
        "alert.corrections.over": "Korrekturdaten von {stream} kommen wieder an",
        "alert.corrections.removed": "Korrekturdaten sind nicht mehr konfiguriert",
        "alert.low-disk": "im Zustandsordner ({folder}) sind nur noch {free} MiB frei; Platz schaffen",
        "alert.low-disk.over": "in {folder} ist wieder genug Platz: {free} MiB",
        "alert.low-memory":
            "nur noch {free} MiB von {all} MiB Arbeitsspeicher sind verfügbar; ein großes Programm beenden",
        "alert.low-memory.over": "es ist wieder genug Arbeitsspeicher verfügbar: {free} MiB",
        "alert.no-descriptors":
            "das Gateway hat keinen Dateideskriptor für weitere Clients frei; die Grenze offener Dateien "
            + "erhöhen (LimitNOFILE= der Unit, ulimit -n) oder Programme beenden",
        "alert.no-descriptors.over": "es sind wieder Dateideskriptoren für Clients frei",
        "alert.osnma-lost": "{notice}: {reason}",
        "alert.osnma.simulated": "{notice} (mit Schlüsseln einer Simulation: sagt nichts über Galileo)",
        "alert.osnma.not-live": "{notice} (nicht bewiesen, dass die Daten aktuell sind)",
        "alert.path-not-stored":
            "die Punkte des aufgezeichneten Wegs können nicht gespeichert werden und warten im "
            + "Arbeitsspeicher; ein Neustart des Gateways verliert sie: „{detail}“",
        "alert.path-not-stored.over": "die Punkte des aufgezeichneten Wegs können wieder gespeichert werden",
        "alert.path-not-stored.lost":
            "die Punkte des aufgezeichneten Wegs können wieder gespeichert werden; {lost} gingen verloren",
        "alert.permission-denied":
            "Empfängern fehlt die Berechtigung für ihr Gerät: „{receivers}“; bleibt es dabei, beendet sich "
            + "das Gateway nach {seconds} s (supervision.permission_grace_s)",
        "alert.permission-denied.over": "keinem Empfänger fehlt mehr die Berechtigung für sein Gerät",
        "alert.permission-denied.waiting":
            "Empfängern fehlt die Berechtigung für ihr Gerät: „{receivers}“; das Gateway wartet, bis es sie hat",
        "alert.photo-not-authenticated":
            "das Foto {id} wurde an einer Position aufgenommen, die nicht authentifiziert ist",
        "alert.resumed":
            "der Rechner war {seconds} s lang im Ruhezustand; wartende Empfänger werden sofort neu versucht",
        "alert.server-certificate": "{finding}; {fix}",
        "alert.server-certificate.over": "mit dem HTTPS-Zertifikat ist wieder alles in Ordnung",
        "alert.store-in-memory":
            "das Gateway hält seinen Zustand nur im Arbeitsspeicher und verliert ihn beim Beenden: "
            + "„{reason}“. Die Ursache beheben und das Gateway neu starten",
        "alert.store-in-memory.writable":
            "{folder} ist wieder beschreibbar, aber das Gateway hält seinen Zustand noch im Arbeitsspeicher: "
            + "das Gateway neu starten",
        "alert.store-set-aside":
            "eine beschädigte Datenbank wurde aufgehoben ({files}); in der jetzigen können Daten fehlen, "
            + "auch Widerrufe von OSNMA-Schlüsseln: mit der eigenen Liste vergleichen",
        "alert.store-lost":
            "die Datenbank {path}, die es beim letzten Start gab, fehlt; eine neue wurde angelegt. Die Liste "
            + "der vertrauenswürdigen Schlüssel prüfen",
        "alert.store-damaged-rows":
            "einzelne Zeilen der Datenbank sind beschädigt und verloren: „{rows}“; „gnss-gateway store "
            + "check --state-directory {folder}“ zeigt mehr",
        "alert.store-damaged-rows.skipped":
            "eine unlesbare Zeile der Datenbank wurde übergangen: „{row}“ (seit dem Start {count}); "
            + "„gnss-gateway store check --state-directory {folder}“ zeigt alle",
        "alert.track-log-not-stored":
            "die Fahrtenaufzeichnung kann nicht gespeichert werden; ihre Punkte warten im Arbeitsspeicher, und "
            + "ein Neustart des Gateways verliert sie: „{detail}“",
        "alert.track-log-not-stored.over": "die Fahrtenaufzeichnung kann wieder gespeichert werden",
        "alert.uplink-certificate-ends":
            "das Zertifikat des Endpunkts bei agrirouter läuft in {days} Tagen ab: vorher mit einem neuen "
            + "Registrierungscode neu anmelden",
        "alert.uplink-certificate-ends.over": "das Zertifikat des Endpunkts bei agrirouter läuft nicht mehr bald ab",
        "alert.uplink-clock": "{error}; {cure}",
        "alert.uplink-clock.over": "die Uhr stimmt wieder: Positionen werden gesendet",
        "alert.uplink-dropping":
            "wartende Positionen für agrirouter wurden verworfen: {crowded} aus Platzmangel, {aged} "
            + "wegen ihres Alters, {refused}, weil agrirouter sie ablehnte",
        "alert.uplink-dropping.over":
            "in der Warteschlange für agrirouter ist wieder Platz: es werden keine Positionen verworfen",
        "alert.uplink-not-stored.over": "Positionen für agrirouter können wieder gespeichert werden",
        "alert.uplink-reonboard": "{error}; {cure}",
        "alert.uplink-reonboard.over": "agrirouter nimmt den Endpunkt wieder an",
        "alert.uplink-reonboard.valid": "das Zertifikat des Endpunkts bei agrirouter ist wieder gültig",
        "alert.uplink.disconnected": "das Gateway wurde von agrirouter getrennt",
        "corrections.not_started": "noch nicht gestartet",
        "corrections.stopped": "auf Wunsch angehalten",
        "corrections.waiting_for_position":
            "noch hat kein Empfänger eine Position, die dem Caster gesendet werden kann",
        "corrections.connecting": "Verbindung zu {caster} wird aufgebaut",
        "corrections.connected": "mit {stream} verbunden, die erste Nachricht steht noch aus",
        "corrections.streaming": "Korrekturdaten von {stream}",
        "corrections.failed": "{stream}: {cause}; nächster Versuch in {seconds} s",
        "corrections.no_thread": "für die Korrekturdaten kann kein Thread gestartet werden: „{detail}“",
        "corrections.cause.host_unknown":
            "der Name des Casters ist unbekannt: „corrections.caster“ berichtigen oder das Netz prüfen",
        "corrections.cause.refused":
            "auf dem Port des Casters antwortet kein Server: „corrections.caster“ berichtigen",
        "corrections.cause.unreachable": "keine Antwort: Netz und Firewall prüfen",
        "corrections.cause.tls":
            "keine verschlüsselte Verbindung: das Zertifikat des Casters und „corrections.ca_file“ prüfen",
        "corrections.cause.wrong_password": "der Caster lehnt Benutzer oder Passwort ab",
        "corrections.cause.forbidden":
            "der Caster erlaubt diesem Benutzer den Datenstrom nicht: den Betreiber fragen",
        "corrections.cause.mountpoint_gone":
            "der Caster hat keinen solchen Mountpoint: „corrections.mountpoint“ berichtigen",
        "corrections.cause.no_data": "der Caster hat für diesen Mountpoint keine Daten: die Basis ist aus",
        "corrections.cause.busy": "der Caster ist vorübergehend nicht verfügbar",
        "corrections.cause.stalled": "seit einer Weile keine Nachricht: die Basis ist vielleicht aus",
        "corrections.cause.closed": "der Caster hat die Verbindung beendet",
        "corrections.cause.html": "statt Korrekturdaten kam eine Webseite: „corrections.caster“ berichtigen",
        "corrections.cause.not_rtcm": "der Datenstrom ist kein RTCM 3: einen Mountpoint mit RTCM 3 wählen",
        "corrections.cause.not_caster": "die Antwort stammt nicht von einem NTRIP-Caster",
        "corrections.cause.login": "das Passwort kann nicht gelesen werden: „corrections.password_file“ prüfen",
        "uplink.not_onboarded":
            "es gibt keinen Endpunkt: mit einem Registrierungscode aus dem agrirouter-Portal anmelden",
        "uplink.not_configured":
            "agrirouter ist nicht eingerichtet: „agrirouter.{environment}.application_id“ und „.version_id“ in der Konfiguration auf die Kennungen setzen, die agrirouter für die Anwendung ausgestellt hat",
        "uplink.connecting": "die Fähigkeiten des Gateways werden an agrirouter gesendet; danach folgen Positionen",
        "uplink.online": "Positionen werden gesendet",
        "uplink.online_slower":
            "Positionen werden alle {seconds} s gesendet: {wanted} s sind kürzer, als {environment} erlaubt",
        "uplink.paused": "vom Bediener angehalten: es wird nichts gesammelt oder gesendet",
        "uplink.offline": "Positionen werden aufgehoben, bis agrirouter wieder erreichbar ist",
        "uplink.blocked": "agrirouter sperrt diesen Endpunkt; Positionen werden aufgehoben",
        "uplink.blocked_because":
            "agrirouter sperrt diesen Endpunkt: „{detail}“ (Meldung auf Englisch). Positionen werden aufgehoben",
        "uplink.no_longer_accepted":
            "agrirouter nimmt diesen Endpunkt nicht mehr an: „{detail}“ (Meldung auf Englisch). Positionen werden aufgehoben",
        "uplink.message.not_decoded": "eine Nachricht ließ sich nicht entschlüsseln: {error}",
        "uplink.message.command_refused": "{command} wurde abgelehnt: {error}",
        "uplink.message.accepted_with_warning": "eine Nachricht wurde mit einer Warnung angenommen: {error}",
        "uplink.message.sent_again": "Positionen wurden nicht angenommen und werden noch einmal gesendet: {error}",
        "uplink.message.not_accepted": "Positionen werden nicht angenommen und warten: {error}",
        "uplink.message.refused": "Positionen wurden endgültig abgelehnt: {error}",
        "uplink.clock_not_set":
            "die Uhr dieses Rechners ist nicht gestellt; bis dahin wird nichts an agrirouter gesendet",
        "uplink.clock_behind":
            "die Uhr dieses Rechners geht gegenüber agrirouter {seconds} s nach; höchstens eine Minute ist "
            + "zulässig; Positionen warten",
        "uplink.clock_ahead":
            "die Uhr dieses Rechners geht gegenüber agrirouter {seconds} s vor; höchstens eine Minute ist "
            + "zulässig; Positionen warten",
        "uplink.certificate_expired": "das Zertifikat des Endpunkts ist abgelaufen; Positionen werden aufgehoben",
        "uplink.certificate_not_yet":
            "das Zertifikat des Endpunkts ist noch nicht gültig: wahrscheinlich geht die Uhr dieses Rechners "
            + "falsch",
        "uplink.not_stored":
            "Positionen für agrirouter können nicht gespeichert werden und warten im Arbeitsspeicher: "
            + "„{detail}“",
        "uplink.unreachable": "agrirouter ist nicht erreichbar{detail}",
        "uplink.no_answer": "agrirouter hat nicht geantwortet{detail}",
        "uplink.certificate_refused": "agrirouter lehnt das Zertifikat des Endpunkts ab{detail}",
        "uplink.server_not_trusted":
            "dem Zertifikat des Servers wird nicht vertraut: es wird nichts gesendet{detail}",
        "uplink.not_agrirouter": "die Antwort stammt nicht von agrirouter{detail}",
        "uplink.redirected":
            "Anfragen an agrirouter werden umgeleitet (HTTP {status}); das Gateway folgt der Umleitung nicht",
        "uplink.endpoint_refused": "agrirouter nimmt den Endpunkt nicht an (HTTP {status})",
        "uplink.rate_limited": "agrirouter verlangt weniger Anfragen (HTTP 429)",
        "uplink.maintenance": "agrirouter ist gestört oder wird gewartet (HTTP 503)",
        "uplink.internal_error": "agrirouter hat einen internen Fehler (HTTP {status})",
        "uplink.request_refused": "agrirouter lehnt die Anfrage des Gateways ab (HTTP {status})",
        "uplink.stored_endpoint":
            "der gespeicherte Endpunkt ist nicht verwendbar, und es wird nichts gesendet: „{detail}“ (Meldung auf Englisch)",
        "uplink.answer": "agrirouter antwortet {code}: „{detail}“",
        "uplink.cure.set_clock": "die Uhr stellen",
        "uplink.cure.synchronise_clock": "die Uhr stellen (timedatectl, NTP)",
        "uplink.cure.onboard_again": "mit einem neuen Registrierungscode neu anmelden",
        "uplink.cure.disconnect": "trennen, dann mit einem neuen Registrierungscode anmelden",
        "uplink.cure.check_portal": "im Portal nachsehen und die Kennungen unter „agrirouter“ berichtigen",
        "uplink.cure.check_network": "das Netz prüfen",
        "uplink.cure.check_trust": "die Uhr des Rechners, seine Zertifikate (ca-certificates) und Proxys prüfen",
        "uplink.cure.check_login": "verlangt das Netz eine Anmeldung, oder gibt es einen Proxy?",
        "uplink.cure.check_login_or_onboard":
            "verlangt das Netz eine Anmeldung, oder gibt es einen Proxy? Hat sich die Adresse von agrirouter "
            + "geändert, neu anmelden",
        "uplink.cure.check_endpoint":
            "im Portal nachsehen, ob es ihn noch gibt; mit einem neuen Registrierungscode neu anmelden",
        "uplink.cure.report_defect": "das ist ein Fehler des Gateways: bitte melden",
    ]
}
