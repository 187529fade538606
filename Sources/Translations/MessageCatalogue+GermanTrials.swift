// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The German texts about tests of receivers and sampling sessions by key.
    static let germanTrials: [String: String] = [
        "connection.no_kernel_support":
            "kein Bluetooth: es fehlt dem Kernel („sudo modprobe bluetooth“), oder ein Container oder eine Sandbox sperrt es",
        "connection.no_adapter":
            "kein Bluetooth-Adapter: einen anschließen („lsusb“ und „dmesg“ zeigen, ob er erkannt wird)",
        "connection.adapter_off": "kein Bluetooth-Adapter ist eingeschaltet: „bluetoothctl power on“",
        "connection.adapter_blocked": "der Bluetooth-Adapter ist gesperrt: „rfkill unblock bluetooth“",
        "connection.adapter_lost": "der Bluetooth-Adapter wurde ausgeschaltet oder abgezogen",
        "connection.access_denied": "keine Berechtigung: das System verbietet diesem Benutzer Bluetooth",
        "connection.adapter_full": "der Bluetooth-Adapter hat keine freie Verbindung mehr: andere Geräte trennen",
        "connection.adapter_problem": "{problem}: {remedy}",
        "connection.unreachable": "nicht in Reichweite oder ausgeschaltet: näher heranbringen und einschalten",
        "connection.no_answer":
            "keine Antwort in der Zeit: wenn das so bleibt, den Empfänger aus- und wieder einschalten",
        "connection.no_serial_port":
            "keine serielle Schnittstelle (Dienst 0x1101): kein Empfänger, oder nur Bluetooth Low Energy",
        "connection.bad_services":
            "die Beschreibung seiner Dienste ist ungültig: „channel“ angeben (1 bei den meisten Empfängern)",
        "connection.busy":
            "auf diesem Rechner schon geöffnet, oder es wird geöffnet: nur ein Programm kann einen Empfänger benutzen",
        "connection.channel_refused":
            "in Reichweite, verweigert aber die serielle Schnittstelle: ein anderes Gerät (ein Telefon?) benutzt sie, "
            + "„channel“ ist falsch, oder die Kopplung ist gescheitert",
        "connection.rejected":
            "die Kopplung ist gescheitert (falsche PIN, abgelehnt, oder keine PIN eingegeben): mit der PIN aus der "
            + "Anleitung noch einmal koppeln",
        "connection.not_paired":
            "nicht gekoppelt, oder eine Seite hat die Kopplung gelöscht: löschen („gnss-gateway receivers forget“) und "
            + "neu koppeln",
        "connection.broken_off":
            "der Empfänger hat die Verbindung beim Aufbau beendet: er wird benutzt, oder die Kopplung wurde abgelehnt",
        "connection.link_lost": "die Funkverbindung ist abgerissen: außer Reichweite, ausgeschaltet oder Akku leer",
        "connection.closed": "der Empfänger hat den Kanal geschlossen: ausgeschaltet, oder ein anderes Gerät hat ihn",
        "connection.ended": "dieser Rechner hat die Verbindung beendet („bluetoothctl disconnect“?)",
        "connection.no_answer_yet": "keine Antwort in der Zeit (auf Englisch): „{detail}“",
        "connection.silent": "verbunden, aber der Empfänger sendet nichts (auf Englisch): „{detail}“",
        "connection.nothing_valid": "es kommen Bytes an, aber keines ist verständlich (auf Englisch): „{detail}“",
        "connection.no_position":
            "noch keine Position: freie Sicht zum Himmel schaffen und einige Minuten warten",
        "connection.no_pages": "keine rohen Galileo-Seiten: OSNMA ist nicht möglich, alles andere geht",
        "provision.off": "aus",
        "provision.on": "an",
        "provision.every_epoch": "jede Epoche",
        "provision.every_epochs": "alle {count} Epochen",
        "provision.period": "alle {milliseconds} ms",
        "provision.baud": "{rate} Baud",
        "provision.saved": "gespeichert",
        "provision.not_saved": "nicht gespeichert",
        "provision.number": "{value}",
        "provision.not_known": "unbekannt",
        "provision.made": "geändert",
        "provision.refused": "vom Empfänger abgelehnt",
        "provision.not_answered": "keine Antwort",
        "provision.not_kept": "bestätigt, aber der Empfänger hat {value}",
        "provision.not_heard": "der Empfänger antwortet mit der neuen Rate nicht; die alte Rate bleibt",
        "provision.not_tried": "nicht versucht, weil die Rate der Leitung nicht geändert wurde",
        "provision.no_serial_line":
            "{receiver} ist nicht an einer seriellen Schnittstelle, an USB oder unter einer Adresse tcp://; nur solche "
            + "Empfänger können eingerichtet werden",
        "provision.needs_nmea":
            "NMEA muss an bleiben: {receiver} läuft mit dem Treiber {driver}, der ohne NMEA keine Position liefern würde; "
            + "setzen Sie zuerst driver: {remedy} in seiner Konfiguration",
        "provision.needs_rate":
            "die Rate muss bleiben: Die Konfiguration von {receiver} gibt baud: {configured} an, und mit {rate} Baud würde "
            + "das Gateway nichts empfangen; setzen Sie dort zuerst baud: auto",
        "provision.not_ublox":
            "{device}: keine Antwort von einem u-blox-Empfänger: Ist sein Eingang angeschlossen, und nimmt er UBX an "
            + "dieser Schnittstelle an?",
        "provision.silent":
            "der Empfänger beantwortet keine Fragen nach seiner Konfiguration: Ist sein Eingang angeschlossen, liest "
            + "er UBX an dieser Schnittstelle, ist die Leitung überlastet?",
        "provision.plan_changed":
            "die Einstellungen des Empfängers sind nicht mehr die des Plans; es wurde nichts geändert, lesen Sie den "
            + "neuen Plan",
        "provision.incomplete":
            "{failed} von {count} Änderungen sind gescheitert; versuchen Sie es noch einmal, oder lesen Sie "
            + "docs/receivers.md",
        "provision.interrupted": "das Gateway endete, bevor der Empfänger eingerichtet war",
        "centroid.reset.started": "begonnen",
        "centroid.reset.settings": "die Einstellungen wurden geändert",
        "centroid.reset.source": "ein anderer Empfänger, oder derselbe nach einem Neustart",
        "centroid.reset.receiver_lost": "der Empfänger ist nicht mehr verbunden",
        "centroid.reset.receiver_lost_because": "der Empfänger ist nicht mehr verbunden: {reason}",
        "centroid.reset.gap": "{seconds} s lang keine Messung",
        "centroid.reset.step_back": "die Uhr des Empfängers sprang um {seconds} s zurück",
        "centroid.reset.fix_lost": "der Empfänger hat seine Position verloren",
        "centroid.reset.moving": "der Empfänger hat sich bewegt: {evidence}",
        "centroid.reset.asked": "auf Wunsch",
        "centroid.moving.speed": "er meldet eine Geschwindigkeit von {speed:1} m/s",
        "centroid.moving.displacement": "die Position ist um mehr als {distance:1} m versetzt und blieb dort",
        "centroid.moving.drift": "die Position wandert: {distance:1} m in {seconds:1} s",
        "centroid.moving.spread": "die Messungen liegen im Mittel {distance:1} m auseinander",
        "centroid.rejected.no_fix": "keine gültige Position",
        "centroid.rejected.not_measured": "die Position wurde geschätzt oder eingegeben, nicht gemessen",
        "centroid.rejected.same_epoch": "dieselbe Epoche wie die davor",
        "centroid.rejected.fix_kind": "weniger Dimensionen als verlangt",
        "centroid.rejected.hdop": "HDOP über der Grenze oder unbekannt",
        "centroid.rejected.satellites": "zu wenige Satelliten, oder ihre Zahl ist unbekannt",
        "centroid.rejected.cn0": "die Signale der Satelliten sind zu schwach, oder ihre Stärke ist unbekannt",
        "centroid.rejected.accuracy": "Genauigkeit schlechter als die Grenze oder unbekannt",
        "centroid.rejected.unauthenticated": "nicht authentifiziert",
        "centroid.finished.samples": "Messungen: {count}",
        "centroid.finished.standard_error":
            "der Standardfehler ist {error:1} mm (verlangt sind höchstens {limit:1} mm)",
        "centroid.stopped.asked": "auf Wunsch",
        "centroid.stopped.disabled": "die Mittelung wurde abgeschaltet (centroid.enabled)",
    ]
}
