// SPDX-License-Identifier: Apache-2.0

extension Label {
    /// The text in English, German and French.
    var translations: (String, String, String) {
        switch self {
        // French has a narrow no-break space before a colon.
        case .colon: (": ", ": ", "\u{202F}: ")
        case .photo: ("Photo", "Foto", "Photo")
        case .unknown: ("unknown", "unbekannt", "inconnu")
        case .yes: ("yes", "ja", "oui")
        case .no: ("no", "nein", "non")
        case .replay: ("RECORDING OR SIMULATION", "AUFZEICHNUNG ODER SIMULATION", "ENREGISTREMENT OU SIMULATION")
        case .photoMissing:
            (
                "The photo cannot be shown here. It is in the sealed original.",
                "Das Foto kann hier nicht gezeigt werden. Es ist im versiegelten Original.",
                "La photo ne peut pas être affichée ici. Elle se trouve dans l’original scellé."
            )
        case .authenticated:
            (
                "The position is authenticated by Galileo (OSNMA)",
                "Die Position ist durch Galileo authentifiziert (OSNMA)",
                "La position est authentifiée par Galileo (OSNMA)"
            )
        case .notAuthenticated:
            (
                "The position is not authenticated", "Die Position ist nicht authentifiziert",
                "La position n’est pas authentifiée"
            )
        case .authenticationPending:
            (
                "The verdict is pending: keys of Galileo for this moment were still awaited",
                "Das Urteil steht aus: Schlüssel von Galileo für diesen Moment wurden noch erwartet",
                "Le verdict est en attente\u{202F}: des clés de Galileo pour ce moment n’étaient pas encore arrivées"
            )
        case .authenticationUnknown:
            (
                "It is unknown whether the position is authenticated",
                "Es ist unbekannt, ob die Position authentifiziert ist",
                "On ignore si la position est authentifiée"
            )
        case .completedLater: ("Completed later", "Später ergänzt", "Complété plus tard")
        case .causeUnverified:
            (
                "The navigation data are not authenticated.", "Die Navigationsdaten sind nicht authentifiziert.",
                "Les données de navigation ne sont pas authentifiées."
            )
        case .causeNotFresh:
            (
                "The data are authentic, but no independent time source proves that they are live.",
                "Die Daten sind echt, aber keine unabhängige Zeitquelle belegt, dass sie aktuell sind.",
                "Les données sont authentiques, mais aucune source de temps indépendante ne prouve qu’elles "
                    + "sont actuelles."
            )
        case .causeOutdated:
            ("The last verdict is too old.", "Das letzte Urteil ist zu alt.", "Le dernier verdict est trop ancien.")
        case .causeUnknownSatellites:
            (
                "The receiver does not report which satellites it uses.",
                "Der Empfänger meldet nicht, welche Satelliten er verwendet.",
                "Le récepteur n’indique pas quels satellites il utilise."
            )
        case .causeTooFewSatellites:
            (
                "Too few satellites in the solution have authenticated data.",
                "Zu wenige verwendete Satelliten haben authentifizierte Daten.",
                "Trop peu de satellites utilisés ont des données authentifiées."
            )
        case .latitude: ("Latitude", "Geografische Breite", "Latitude")
        case .longitude: ("Longitude", "Geografische Länge", "Longitude")
        case .method: ("Kind of position", "Art der Position", "Type de position")
        case .ellipsoidalHeight:
            ("Height above the ellipsoid", "Höhe über dem Ellipsoid", "Hauteur au-dessus de l’ellipsoïde")
        case .orthometricHeight:
            (
                "Height above mean sea level (geoid)", "Höhe über dem Meeresspiegel (Geoid)",
                "Hauteur au-dessus du niveau moyen de la mer (géoïde)"
            )
        case .horizontalAccuracy: ("Horizontal accuracy", "Horizontale Genauigkeit", "Précision horizontale")
        case .verticalAccuracy: ("Vertical accuracy", "Vertikale Genauigkeit", "Précision verticale")
        case .accuracyByReceiver:
            (
                "the receiver’s own estimate and confidence level",
                "eigene Schätzung des Empfängers, mit dessen Vertrauensniveau",
                "estimation du récepteur, à son niveau de confiance"
            )
        case .accuracyByStatistics:
            (
                "1 σ, from the receiver’s error statistics", "1 σ, aus der Fehlerstatistik des Empfängers",
                "1 σ, statistiques d’erreur du récepteur"
            )
        case .accuracyByGeometry:
            (
                "about 95 %, computed from the satellite geometry",
                "etwa 95 %, aus der Satellitengeometrie "
                    + "berechnet",
                "environ 95 %, calculée à partir de la géométrie des satellites"
            )
        case .positionTime: ("Time of the position", "Zeit der Position", "Heure de la position")
        case .timeByReceiver: ("by the receiver", "vom Empfänger", "selon le récepteur")
        case .timeRolledOver:
            (
                "by the receiver, date corrected by weeks (rollover)",
                "vom Empfänger, Datum um Wochen berichtigt (Rollover)",
                "selon le récepteur, date corrigée en semaines (rollover)"
            )
        case .dateByGateway:
            (
                "time by the receiver, date by the gateway", "Uhrzeit vom Empfänger, Datum vom Gateway",
                "heure du récepteur, date de la passerelle"
            )
        case .dateByRecording:
            (
                "time by the receiver, date of the recording", "Uhrzeit vom Empfänger, Datum der Aufzeichnung",
                "heure du récepteur, date de l’enregistrement"
            )
        case .taken: ("Photo taken", "Foto aufgenommen", "Photo prise")
        case .byGatewayClock:
            ("by the gateway’s clock", "nach der Uhr des Gateways", "selon l’horloge de la passerelle")
        case .user: ("User", "Benutzer", "Utilisateur")
        case .task: ("Task", "Aufgabe", "Tâche")
        case .sent: ("Sent", "Gesendet", "Envoyée")
        case .beingSent: ("being sent", "wird gesendet", "envoi en cours")
        case .note: ("Note", "Notiz", "Note")
        case .receiver: ("Receiver", "Empfänger", "Récepteur")
        case .firmware: ("Firmware", "Firmware", "Micrologiciel")
        case .serial: ("Serial number", "Seriennummer", "Numéro de série")
        case .satellitesUsed: ("Satellites used", "Satelliten verwendet", "Satellites utilisés")
        case .inView: ("in view", "sichtbar", "en vue")
        case .heading: ("Direction of the camera", "Richtung der Kamera", "Direction de l’appareil photo")
        case .tilt: ("Tilt of the camera", "Neigung der Kamera", "Inclinaison de l’appareil photo")
        case .tiltMeaning:
            ("90° looks at the horizon", "90° blickt zum Horizont", "90° vise l’horizon")
        case .trueNorth: ("from true north", "von geografisch Nord", "par rapport au nord vrai")
        case .magneticNorth: ("from magnetic north", "von magnetisch Nord", "par rapport au nord magnétique")
        case .headingByCamera: ("stated by the camera", "Angabe der Kamera", "indiquée par l’appareil photo")
        case .headingByReceiver: ("measured by the receiver", "vom Empfänger gemessen", "mesurée par le récepteur")
        case .seal: ("Seal", "Siegel", "Sceau")
        case .notChecked: ("not checked", "nicht geprüft", "non vérifié")
        case .revision: ("Revision", "Revision", "Révision")
        case .chainNumber:
            (
                "Number in the gateway’s chain", "Nummer in der Kette des Gateways",
                "Numéro dans la chaîne de la passerelle"
            )
        case .sealed: ("Sealed", "Versiegelt", "Scellé")
        case .manifestHash: ("SHA-256 of the manifest", "SHA-256 des Manifests", "SHA-256 du manifeste")
        case .publicKey:
            ("Public key of the gateway", "Öffentlicher Schlüssel des Gateways", "Clé publique de la passerelle")
        case .mapPosition: ("Position", "Position", "Position")
        case .mapAccuracy: ("Horizontal accuracy", "Horizontale Genauigkeit", "Précision horizontale")
        case .mapAveraged: ("Averaged point", "Gemittelter Punkt", "Point moyen")
        case .mapCamera: ("Camera", "Kamera", "Appareil photo")
        case .mapGrid:
            (
                "Grid: 20 m, no map available", "Gitter: 20 m, keine Karte vorhanden",
                "Grille : 20 m, aucune carte disponible"
            )
        case .mapNone:
            (
                "No map can be drawn, because the position is unknown.",
                "Ohne bekannte Position kann keine Karte gezeichnet werden.",
                "Sans position connue, aucune carte ne peut être dessinée."
            )
        case .north: ("N", "N", "N")
        case .allData: ("All data of the record", "Alle Daten der Aufnahme", "Toutes les données de l’enregistrement")
        case .satellites: ("Satellites", "Satelliten", "Satellites")
        case .satelliteID: ("Satellite", "Satellit", "Satellite")
        case .elevation: ("Elevation", "Elevation", "Élévation")
        case .azimuth: ("Azimuth", "Azimut", "Azimut")
        case .used: ("Used", "Verwendet", "Utilisé")
        case .standing: ("OSNMA", "OSNMA", "OSNMA")
        case .signals: ("Signals (dB-Hz)", "Signale (dB-Hz)", "Signaux (dB-Hz)")
        case .leftOut:
            (
                "Further values are left out here. They are in the sealed original.",
                "Weitere Werte sind hier ausgelassen. Sie stehen im versiegelten Original.",
                "D’autres valeurs sont omises ici. Elles se trouvent dans l’original scellé."
            )
        case .standingNone: ("none", "keine", "aucune")
        case .standingAuthenticated: ("authenticated", "authentifiziert", "authentifié")
        case .standingChanged: ("changed", "geändert", "modifié")
        case .standingStale: ("stale", "veraltet", "périmé")
        case .standingFailing: ("failing", "fehlgeschlagen", "en échec")
        case .checkTitle: ("How to check this photo", "So wird dieses Foto geprüft", "Comment vérifier cette photo")
        case .notSealed:
            ("This PDF is not sealed.", "Dieses PDF ist nicht versiegelt.", "Ce PDF n’est pas scellé.")
        case .readableCopy:
            (
                "It is a readable copy of the data and proves nothing by itself.",
                "Es ist eine lesbare Kopie der Daten und beweist für sich allein nichts.",
                "C’est une copie lisible des données, qui ne prouve rien en elle-même."
            )
        case .checkOriginal:
            (
                "The sealed original is the exported ZIP archive of the photo. Check it with this command, "
                    + "which needs no gateway:",
                "Das versiegelte Original ist das exportierte ZIP-Archiv des Fotos. Prüfen Sie es mit diesem "
                    + "Befehl, der kein Gateway braucht:",
                "L’original scellé est l’archive ZIP exportée de la photo. Vérifiez-le avec cette commande, qui "
                    + "ne nécessite pas de passerelle :"
            )
        case .checkKey:
            (
                "Obtain the gateway’s public key from its owner in another way than with the archive, and "
                    + "compare it and the hash with these values:",
                "Lassen Sie sich den öffentlichen Schlüssel vom Betreiber des Gateways getrennt vom Archiv "
                    + "geben, und vergleichen Sie ihn und die Prüfsumme mit diesen Werten:",
                "Demandez la clé publique au propriétaire de la passerelle séparément de l’archive, puis "
                    + "comparez-la, ainsi que l’empreinte, à ces valeurs :"
            )
        case .checkProof:
            (
                "A valid seal proves that the data were not changed since the gateway sealed them. It does not "
                    + "prove what was in front of the camera.",
                "Ein gültiges Siegel beweist, dass die Daten seit der Versiegelung durch das Gateway nicht "
                    + "verändert wurden. Es beweist nicht, was vor der Kamera war.",
                "Un sceau valide prouve que les données n’ont pas été modifiées depuis leur scellement par la "
                    + "passerelle. Il ne prouve pas ce qui se trouvait devant l’appareil photo."
            )
        }
    }
}
