// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The German texts about the machine and its Bluetooth by key.
    static let germanMachine: [String: String] = [
        "doctor.configuration_absent": "keine Konfigurationsdatei: Empfänger werden automatisch gefunden",
        "doctor.configuration_valid": "{file} ist gültig (Empfänger: {count})",
        "doctor.configuration_error": "Fehler in der Konfiguration (auf Englisch): „{detail}“",
        "doctor.secret_open": "jeder Benutzer dieses Rechners kann {file} lesen; die Datei enthält ein Geheimnis",
        "doctor.drivers_found": "gefunden: {drivers}",
        "doctor.drivers_absent": "keine Treiber gefunden",
        "doctor.driver_unusable": "ein Treiber ist unbrauchbar (auf Englisch): „{detail}“",
        "doctor.state_writable": "{account} darf den Zustand in {folder} schreiben",
        "doctor.state_unseen":
            "{account} darf den Zustand in {folder} schreiben; mit „sudo“ wird auch der Inhalt geprüft",
        "doctor.state_not_yet": "{folder} gibt es noch nicht: systemd legt den Ordner beim ersten Start an",
        "doctor.state_unknown": "der Zustandsordner steht nicht fest (auf Englisch): „{detail}“",
        "doctor.state_read_only": "{account} darf nicht in {folder} schreiben, wo der Zustand liegt",
        "doctor.store_damaged": "ein beschädigter Speicher liegt als {file} bereit",
        "doctor.store_full": "der Datenträger von {folder} ist voll",
        "doctor.store_error": "der Speicher hat ein Problem (auf Englisch): „{detail}“",
        "doctor.device_absent": "kein serielles Gerät ist angeschlossen",
        "doctor.device_missing": "{device} gibt es nicht",
        "doctor.device_forbidden": "{account} darf {device} nicht öffnen: Rechte {mode}, Gruppe {group}",
        "doctor.device_held": "{device} ist von {program} (Prozess {process}) belegt",
        "doctor.device_usable": "{account} darf {device} öffnen",
        "doctor.device_partly_checked":
            "{account} darf {device} öffnen; Programme anderer Benutzer lassen sich nicht prüfen",
        "doctor.rules_installed": "die udev-Regeln für Empfänger sind installiert",
        "doctor.rules_not_needed":
            "udev läuft hier nicht (ein Container?): die Rechte an Geräten kommen vom Hauptsystem",
        "doctor.rules_missing": "die udev-Regeln für Empfänger ({file}) sind nicht installiert",
        "doctor.modem_manager_harmless": "läuft, ist aber so eingestellt, dass er Empfänger in Ruhe lässt",
        "doctor.modem_manager": "{program} (Prozess {process}) schreibt womöglich auf {devices}",
        "doctor.brltty": "{program} (Prozess {process}) hält serielle Wandler womöglich für Braillezeilen",
        "doctor.gpsd": "{program} (Prozess {process}) öffnet Empfänger, sobald sie angeschlossen werden",
        "doctor.port_free": "{address} ist frei",
        "doctor.port_own": "{address} wird vom Gateway benutzt",
        "doctor.port_probably_own":
            "{address} wird benutzt, wahrscheinlich vom laufenden Gateway (Prozess {process}); "
            + "„sudo gnss-gateway doctor“ zeigt das Programm",
        "doctor.port_held": "{address} wird von {program} (Prozess {process}) benutzt",
        "doctor.port_held_by_another": "{address} wird vom Programm eines anderen Benutzers benutzt",
        "doctor.port_held_for_gpsd": "{address} wird von systemd für gpsd.socket benutzt",
        "doctor.no_ipv6": "IPv6 ist abgeschaltet; die IPv6-Adressen in listen.gpsd bleiben unbeachtet",
        "doctor.daemon_running": "das Gateway läuft ({path})",
        "doctor.daemon_not_running": "das Gateway läuft nicht (keine Antwort unter {path})",
        "doctor.daemon_forbidden": "{account} darf den Steuersocket {path} nicht benutzen",
        "doctor.clock_kept": "{program} stellt die Uhr",
        "doctor.clock_in_container": "die Uhr wird hier nicht gestellt (ein Container?)",
        "doctor.clock_not_kept":
            "nichts stellt die Uhr: ein Datum, das ein Empfänger nicht angibt, ist womöglich falsch",
        "doctor.receiver_starting": "{receiver} startet: {reason}",
        "doctor.receiver_connecting": "{receiver} verbindet sich: {reason}",
        "doctor.receiver_running": "{receiver} läuft",
        "doctor.receiver_degraded": "{receiver} ist eingeschränkt: {reason}",
        "doctor.receiver_lost": "{receiver} ist verloren: {reason}",
        "doctor.receiver_stopped": "{receiver} ist angehalten: {reason}",
        "doctor.receiver_gone": "{receiver} ist entfernt: {reason}",
        "doctor.receiver_refused": "{cause}; abgelehnte Datenpakete seines Treibers: {count}",
        "doctor.bluetooth_on": "{adapters}: eingeschaltet, und {account} darf mit bluetoothd sprechen",
        "doctor.bluetooth_absent": "es gibt keinen Adapter",
        "doctor.bluetooth_unsupported": "der Kernel unterstützt hier kein Bluetooth",
        "doctor.certificate_valid": "das HTTPS-Zertifikat gilt bis {end}",
        "doctor.certificate_finding": "{finding}",
        "doctor.certificate_unusable": "das HTTPS-Zertifikat ist unbrauchbar (auf Englisch): „{detail}“",
        "certificate.file_ends": "das HTTPS-Zertifikat in {file} gilt nur noch bis {end}",
        "certificate.file_ended": "das HTTPS-Zertifikat in {file} galt bis {end}",
        "certificate.file_not_yet_valid":
            "nach der Uhr dieses Rechners gilt das HTTPS-Zertifikat in {file} noch nicht",
        "certificate.own_ends":
            "das eigene HTTPS-Zertifikat des Gateways gilt nur noch bis {end}, wie seine Zertifizierungsstelle",
        "certificate.own_ended":
            "das eigene HTTPS-Zertifikat des Gateways galt bis {end}, wie seine Zertifizierungsstelle",
        "map.bad_name":
            "„{file}“ wird nicht gezeigt, weil der Name andere Zeichen als Buchstaben, Ziffern, „.“, „-“ und „_“ enthält",
        "map.unreadable":
            "„{file}“ lässt sich nicht lesen (auf Englisch): „{detail}“",
        "map.not_mbtiles":
            "„{file}“ ist keine MBTiles-Datei (auf Englisch): „{detail}“",
        "map.vector_tiles":
            "„{file}“ enthält Vektorkacheln; die Konsole zeigt Bilder (PNG, JPEG, WebP)",
        "map.no_tiles":
            "„{file}“ enthält keine Kacheln der Zoomstufen 0 bis 30",
        "map.not_geojson":
            "„{file}“ ist kein GeoJSON (auf Englisch): „{detail}“",
        "map.not_degrees":
            "die Koordinaten in „{file}“ sind keine Grade; wandeln Sie die Datei in WGS 84 (EPSG:4326) um",
        "map.too_large":
            "„{file}“ ist größer als {limit} MiB",
        "map.too_many_points":
            "„{file}“ hat zu viele Flächen oder Punkte; eine Kartendatei kann {areas} Flächen und {points} Punkte haben",
        "map.left_out":
            "aus „{file}“ fehlen {count} Flächen: sie sind nicht lesbar, oder die Datei enthält mehr Flächen oder Punkte, als die Karte zeigen kann",
        "capture.disabled":
            "Fotos sind ausgeschaltet: „gnss-gateway settings captures.enabled=true“ schaltet sie ein",
        "capture.no_receiver":
            "es gibt keinen Empfänger",
        "capture.no_fix":
            "der Empfänger hat keine gemessene Position; er braucht freie Sicht zum Himmel",
        "capture.nothing_arrived":
            "in den letzten {seconds} s kam vom Empfänger keine Position an",
        "capture.stale_fix":
            "die letzte Position ist {age:1} s alt",
        "capture.moving":
            "der Empfänger bewegt sich: seine Positionen liegen {spread:1} m auseinander, erlaubt sind höchstens {limit:1} m; bleiben Sie stehen",
        "capture.low_rate":
            "der Empfänger sendet nur alle {interval:1} s eine Position, mindestens alle {limit:1} s ist nötig",
        "capture.too_few_fixes":
            "in den letzten {seconds} s kam nur eine Position an; warten Sie auf eine weitere",
        "capture.accuracy":
            "die Position ist auf {accuracy:1} m genau, verlangt sind {limit:1} m",
        "capture.unknown_accuracy":
            "der Empfänger meldet nicht, wie genau seine Position ist; verlangt sind {limit:1} m",
        "capture.no_sampling":
            "es gibt keinen gemittelten Punkt; beginnen Sie eine Mittelung und bleiben Sie stehen",
        "capture.too_few_samples":
            "der gemittelte Punkt hat {count} von {wanted} Messungen; bleiben Sie stehen, bis er alle hat",
        "capture.other_place":
            "der gemittelte Punkt ist {distance:1} m entfernt; beginnen Sie hier eine Mittelung",
        "capture.osnma_required":
            "eine authentifizierte Position ist verlangt: {reason}",
        "capture.quota_reached":
            "Fotos lassen sich nicht speichern: sie belegen {used} MiB von höchstens {limit} MiB; löschen Sie einige, "
            + "oder erhöhen Sie captures.limit_mib",
        "capture.disk_full":
            "Fotos lassen sich nicht speichern: auf dem Datenträger sind nur noch {free} MiB frei, und {reserve} MiB "
            + "müssen frei bleiben",
        "capture.key_unreadable": "Fotos lassen sich nicht versiegeln (auf Englisch): „{detail}“",
        "capture.no_heading":
            "die Richtung der Kamera ist verlangt, und weder die Kamera noch der Empfänger meldet sie",
        "capture.not_signed_in":
            "nur angemeldete Personen machen Fotos; melden Sie sich mit Namen und Passwort an",
        "capture.heic":
            "das Bild hat das Format HEIC; stellen Sie die Kamera auf JPEG („maximale Kompatibilität“)",
        "capture.other_format": "das Bild hat das Format {format}; nur JPEG wird angenommen",
        "capture.damaged_image": "das Bild ist keine vollständige JPEG-Datei (auf Englisch): „{detail}“",
        "capture.too_many_bytes": "das Bild ist größer als {limit} MiB; nehmen Sie es mit weniger Pixeln auf",
        "capture.too_many_pixels":
            "das Bild hat {width} × {height} Pixel, und höchstens {limit} Millionen werden angenommen",
        "capture.not_waiting":
            "der Zeitpunkt dieses Fotos ist noch nicht gekommen; senden Sie das Bild, wenn sein Zustand „waiting“ ist",
        "capture.expired":
            "das Bild zu diesem Foto kam nicht rechtzeitig an, deshalb wurde nichts gespeichert; nehmen Sie ein neues auf",
        "capture.cancelled": "dieses Foto wurde abgebrochen; nehmen Sie ein neues auf",
        "capture.other_image": "dieses Foto ist mit einem anderen Bild gespeichert",
        "capture.other_user": "dieses Foto gehört einer anderen Person",
        "capture.too_many":
            "{limit} Fotos werden gerade aufgenommen; versuchen Sie es in einigen Sekunden noch einmal",
        "capture.unknown": "ein Foto „{id}“ gibt es nicht",
        "capture.rejected": "das Foto wurde nicht aufgenommen: {reason}",
        "capture.storage_full":
            "Fotos lassen sich nicht speichern (auf Englisch): „{detail}“",
        "map.same_name":
            "„{file}“ wird nicht gezeigt, weil sich der Name einer anderen Datei nur in Großbuchstaben der Endung unterscheidet; benennen Sie eine der beiden um",
        "map.other_format":
            "der Name einer Kartendatei endet auf .mbtiles oder .geojson",
        "map.no_uploads":
            "die Konfiguration erlaubt nicht, Kartendateien hochzuladen (map.limit_mib ist 0)",
        "map.no_space":
            "„{file}“ wird nicht gespeichert, weil dann weniger als {reserve} MiB des Datenträgers frei wären",
        "map.not_stored":
            "„{file}“ lässt sich nicht in {folder} speichern (auf Englisch): „{detail}“",
        "map.not_deleted":
            "„{file}“ lässt sich nicht löschen (auf Englisch): „{detail}“",
        "map.too_many":
            "nur die ersten {limit} Kartendateien des Ordners werden gezeigt",
        "certificate.authority_not_stored":
            "die Zertifizierungsstelle des Gateways für HTTPS lässt sich nicht speichern; nach dem nächsten Start müssen alle Geräte eine andere installieren",
        "certificate.not_renewed":
            "das eigene HTTPS-Zertifikat des Gateways, gültig bis {end}, lässt sich nicht erneuern (auf Englisch): „{detail}“",
        "doctor.fix.renew_certificate":
            "es erneuern, die neuen Dateien an die Stelle der alten legen und „sudo systemctl reload gnss-gateway“ ausführen",
        "doctor.fix.new_authority":
            "tls-authority.pem aus „credentials“ im Zustandsordner entfernen, das Gateway neu starten und die neue Zertifizierungsstelle auf allen Geräten installieren",
        "doctor.fix.restart_daemon":
            "„sudo systemctl restart gnss-gateway“; hilft das nicht, die Meldungen im Log des Dienstes melden",
        "doctor.fix.store_authority":
            "Platz schaffen und den Zustandsordner beschreibbar machen; das Gateway versucht es jede Stunde und beim Neuladen wieder",
        "doctor.fix.correct_certificate":
            "die Dateien berichtigen, oder „tls: auto“ für das eigene Zertifikat des Gateways",
        "doctor.fix.create_configuration": "„gnss-gateway config show > {file}“ legt eine an",
        "doctor.fix.correct_configuration":
            "den Fehler beheben und „gnss-gateway config check {file}“ ausführen",
        "doctor.fix.read_with_sudo": "die Prüfung mit „sudo“ ausführen, damit sie die Datei lesen darf",
        "doctor.fix.protect_service_file": "„sudo chgrp gnss-gateway {file} && sudo chmod 640 {file}“",
        "doctor.fix.protect_file": "„chmod 600 {file}“ als der Benutzer, unter dem das Gateway läuft",
        "doctor.fix.remove_plugin": "die Datei entfernen; „gnss-gateway drivers list“ zeigt mehr",
        "doctor.fix.install_plugins":
            "die Plugins nach ../lib/gnss-gateway/plugins neben dem Programm installieren oder ihren Ordner in "
            + "„plugin_path“ eintragen",
        "doctor.fix.set_state_folder": "STATE_DIRECTORY auf einen Ordner setzen",
        "doctor.fix.make_state_folder":
            "„sudo install -d -m 700 -o {account} {folder}“, oder STATE_DIRECTORY auf einen anderen Ordner setzen",
        "doctor.fix.move_store": "das Nötige daraus kopieren und die Datei in einen anderen Ordner verschieben",
        "doctor.fix.free_space": "Platz schaffen; „df {folder}“ zeigt, wie viel frei ist",
        "doctor.fix.check_store":
            "„gnss-gateway store check --state-directory {folder}“ sagt mehr; „gnss-gateway store restore "
            + "--state-directory {folder} FILE“ spielt eine Sicherung ein",
        "doctor.fix.plug_in":
            "den Empfänger anschließen und „gnss-gateway receivers scan“ ausführen; erscheint er nicht, ein anderes "
            + "Kabel oder einen anderen Anschluss versuchen und mit „sudo dmesg --follow“ die Meldungen des Kernels lesen",
        "doctor.fix.plug_in_or_correct": "das Gerät anschließen oder „device“ in der Konfiguration berichtigen",
        "doctor.fix.plug_in_or_choose": "das Gerät anschließen oder „device“ auf ein vorhandenes setzen: {devices}",
        "doctor.fix.open_to_group":
            "seine Gruppe hat keinen Zugriff: die udev-Regeln installieren (siehe unten), oder vorläufig "
            + "„sudo chgrp dialout {device} && sudo chmod 660 {device}“",
        "doctor.fix.log_in":
            "{account} gehört zur Gruppe {group}, aber diese Sitzung hat vorher begonnen: neu anmelden",
        "doctor.fix.join_group":
            "„sudo usermod -aG {group} {account}“, dann neu anmelden (einen Dienst neu starten)",
        "doctor.fix.join_socket_group": "„sudo usermod -aG {group} {account}“, dann neu anmelden",
        "doctor.fix.install_rules":
            "„sudo install -m 644 udev/70-gnss-gateway.rules /etc/udev/rules.d/ && sudo udevadm control --reload && "
            + "sudo udevadm trigger --subsystem-match=tty --subsystem-match=usb“",
        "doctor.fix.ignore_port":
            "eine eigene udev-Regel mit {rule} für das Gerät, oder, wo kein Modem benutzt wird, "
            + "„sudo systemctl disable --now ModemManager“",
        "doctor.fix.disable_gpsd":
            "„sudo systemctl disable --now gpsd.socket gpsd.service“; das Gateway bedient die Clients von gpsd selbst",
        "doctor.fix.disable_modem_manager":
            "die udev-Regeln installieren (siehe unten), oder „sudo systemctl disable --now ModemManager“",
        "doctor.fix.mask_brltty":
            "ohne Braillezeile: „sudo systemctl mask --now brltty.service brltty-udev.service“",
        "doctor.fix.end_program": "{program} beenden: „kill {process}“",
        "doctor.fix.find_listener": "„sudo ss -tlnp sport = :{port}“ zeigt das Programm",
        "doctor.fix.free_port_of_gpsd":
            "„sudo systemctl disable --now gpsd.socket gpsd.service“, oder ein anderer Port in {key}",
        "doctor.fix.free_port": "das Programm beenden oder in {key} einen anderen Port wählen",
        "doctor.fix.add_ipv4": "in listen.gpsd eine IPv4-Adresse ergänzen: \"127.0.0.1:2947\"",
        "doctor.fix.start_daemon":
            "„sudo systemctl enable --now gnss-gateway“, oder in einem Terminal „gnss-gateway run“",
        "doctor.fix.run_as_owner": "als root ausführen oder als der Benutzer, unter dem das Gateway läuft",
        "doctor.fix.synchronise_clock": "„sudo timedatectl set-ntp true“, oder chrony installieren",
        "doctor.fix.report_driver":
            "die Meldungen im Log des Dienstes an die Autoren des Treibers „{driver}“ geben; "
            + "„gnss-gateway drivers check“ findet solche Fehler",
        "doctor.fix.plug_in_adapter":
            "einen Adapter anschließen (USB) und seinen Treiber laden („sudo modprobe btusb“); in einer virtuellen "
            + "Maschine oder einem Container den Adapter durchreichen",
        "bluetooth.no_bus": "es gibt keinen System-D-Bus („{detail}“), über den bluetoothd erreichbar wäre",
        "bluetooth.no_bluetoothd": "bluetoothd läuft nicht",
        "bluetooth.denied": "dieser Benutzer darf nicht mit bluetoothd sprechen („{detail}“)",
        "bluetooth.no_answer": "bluetoothd antwortet nicht",
        "bluetooth.broken": "„{detail}“ (Meldung auf Englisch)",
        "bluetooth.refused": "bluetoothd lehnt ab: „{detail}“",
        "bluetooth.not_allowed": "bluetoothd erlaubt es nicht („{detail}“)",
        "bluetooth.busy": "bluetoothd ist damit schon beschäftigt",
        "bluetooth.adapter_off": "{adapter} ist aus",
        "bluetooth.some_adapter_off": "der Adapter ist aus",
        "bluetooth.adapter_blocked": "{adapter} ist vom System gesperrt (rfkill)",
        "bluetooth.adapter_switched_off": "{adapter} ist durch einen Schalter dieses Rechners gesperrt (rfkill, hard)",
        "bluetooth.no_adapter": "bluetoothd kennt auf diesem Rechner keinen Bluetooth-Adapter",
        "bluetooth.unknown_adapter": "den Adapter {adapter} gibt es nicht",
        "bluetooth.not_found": "{device} wurde in {seconds} s nicht gefunden",
        "bluetooth.gone": "{device} ist nicht mehr in Reichweite",
        "bluetooth.asks_for_pin": "{device} verlangt eine PIN",
        "bluetooth.rejects_pin": "{device} lehnt die PIN {pin} ab",
        "bluetooth.declined": "{device} wurde wie gewünscht nicht gekoppelt",
        "bluetooth.device_silent": "{device} hat nicht rechtzeitig geantwortet",
        "bluetooth.unreachable": "{device} antwortet nicht („{detail}“)",
        "bluetooth.pairing_failed": "{device} ließ sich nicht koppeln (die Authentifizierung schlug fehl)",
        "bluetooth.pairing_rejected": "{device} hat die Kopplung abgelehnt",
        "bluetooth.pairing_ended": "{device} hat die Kopplung abgebrochen",
        "bluetooth.pairing_too_long": "die Kopplung mit {device} hat zu lange gedauert",
        "bluetooth.fix.install_bus":
            "„sudo apt install dbus“, oder /run/dbus/system_bus_socket in den Container durchreichen",
        "bluetooth.fix.start_bluetoothd":
            "„sudo systemctl enable --now bluetooth“ startet es; ist es nicht installiert: „sudo apt install bluez“",
        "bluetooth.fix.join_group":
            "„sudo usermod -aG bluetooth {account}“, dann neu anmelden (einen Dienst neu starten)",
        "bluetooth.fix.restart_bluetoothd": "„sudo systemctl restart bluetooth“, dann noch einmal versuchen",
        "bluetooth.fix.wait": "einen Moment warten und noch einmal versuchen",
        "bluetooth.fix.switch_on": "einschalten mit „bluetoothctl power on“",
        "bluetooth.fix.unblock": "entsperren mit „sudo rfkill unblock bluetooth“",
        "bluetooth.fix.end_flight_mode":
            "den Flugmodus mit dem Schalter oder der Taste ausschalten, oder Bluetooth im Setup der Firmware einschalten",
        "bluetooth.fix.plug_in":
            "einen anschließen (USB) oder im Setup der Firmware einschalten; „sudo dmesg | grep -i bluetooth“ zeigt, was "
            + "der Kernel erkennt",
        "bluetooth.fix.choose_adapter": "vorhandene Adapter: {adapters}",
        "bluetooth.fix.make_visible":
            "das Gerät einschalten, sichtbar machen (oft mit seiner Taste) und näher heranbringen; "
            + "„gnss-gateway receivers scan --bluetooth“ zeigt die Geräte in Reichweite",
        "bluetooth.fix.switch_device_on": "das Gerät einschalten und noch einmal versuchen",
        "bluetooth.fix.come_nearer": "das Gerät einschalten, näher heranbringen und noch einmal versuchen",
        "bluetooth.fix.give_pin":
            "die PIN mit „--pin PIN“ angeben (siehe Anleitung oder Aufkleber), oder die üblichen mit "
            + "„--default-pins“ versuchen",
        "bluetooth.fix.find_pin":
            "die PIN in der Anleitung oder auf dem Aufkleber suchen und mit „--pin PIN“ angeben",
        "bluetooth.fix.shorten_distance": "aus kürzerer Entfernung noch einmal versuchen",
        "bluetooth.fix.delete_pairings":
            "die gespeicherten Kopplungen des Geräts nach seiner Anleitung löschen; manche Geräte nehmen nur einen "
            + "Rechner zugleich an",
        "bluetooth.fix.press_button":
            "manche Geräte müssen mit einer Taste zum Koppeln bereit gemacht werden: siehe Anleitung",
        "bluetooth.fix.watch_display": "noch einmal versuchen und dabei auf die Anzeige des Geräts achten",
        "bluetooth.fix.try_again": "noch einmal versuchen",
        "alert.webhook-given-up":
            "Ereignisse konnten einen Tag lang nicht an {server} gesendet werden und wurden aufgegeben; "
            + "„gnss-gateway status“ nennt den Grund",
        "alert.webhook-given-up.over": "{server} nimmt wieder Ereignisse an",
        "alert.webhook-given-up.removed": "an {server} werden keine Ereignisse mehr gesendet",
        "webhook.ready": "alle Ereignisse sind zugestellt",
        "webhook.delivering": "{count} Ereignisse werden zugestellt",
        "webhook.retrying": "{cause}; nächster Versuch in {seconds} s",
        "webhook.cause.unreachable": "{server} ist nicht erreichbar: {detail}",
        "webhook.cause.tls": "dem Zertifikat von {server} wird nicht vertraut: {detail}",
        "webhook.cause.timed_out": "{server} hat nicht innerhalb von {seconds} s geantwortet",
        "webhook.cause.refused": "{server} hat mit dem Status {status} geantwortet",
        "webhook.cause.failed": "die Anfrage an {server} ist gescheitert: {detail}",
    ]
}
