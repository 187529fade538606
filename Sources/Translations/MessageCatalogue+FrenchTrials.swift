// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The French texts about tests of receivers and sampling sessions by key.
    static let frenchTrials: [String: String] = [
        "connection.no_kernel_support":
            "pas de Bluetooth : le noyau n’en a pas (« sudo modprobe bluetooth »), ou un conteneur ou un bac à sable le bloque",
        "connection.no_adapter":
            "pas d’adaptateur Bluetooth : branchez-en un (« lsusb » et « dmesg » montrent s’il est détecté)",
        "connection.adapter_off": "aucun adaptateur Bluetooth n’est allumé : « bluetoothctl power on »",
        "connection.adapter_blocked": "l’adaptateur Bluetooth est bloqué : « rfkill unblock bluetooth »",
        "connection.adapter_lost": "l’adaptateur Bluetooth a été éteint ou débranché",
        "connection.access_denied": "permission refusée : le système interdit Bluetooth à cet utilisateur",
        "connection.adapter_full":
            "l’adaptateur Bluetooth a atteint sa limite de connexions : déconnectez d’autres appareils",
        "connection.adapter_problem": "{problem} : {remedy}",
        "connection.unreachable": "hors de portée ou éteint : rapprochez-le et allumez-le",
        "connection.no_answer": "pas de réponse à temps : si cela persiste, éteignez-le et rallumez-le",
        "connection.no_serial_port":
            "il n’offre pas de port série (service 0x1101) : ce n’est pas un récepteur, ou seulement en Bluetooth Low Energy",
        "connection.bad_services":
            "la description de ses services n’est pas valable : indiquez « channel » (1 pour la plupart des récepteurs)",
        "connection.busy":
            "déjà ouvert sur cet ordinateur, ou en cours d’ouverture : un seul programme peut utiliser un récepteur",
        "connection.channel_refused":
            "il est à portée mais refuse son port série : un autre appareil (un téléphone ?) l’utilise, « channel » est "
            + "faux, ou le jumelage a échoué",
        "connection.rejected":
            "le jumelage a échoué (mauvais code PIN, refus, ou aucun code saisi) : jumelez-le de nouveau avec le code "
            + "de sa notice",
        "connection.not_paired":
            "pas jumelé, ou un côté a effacé le jumelage : oubliez-le (« gnss-gateway receivers forget ») et jumelez-le "
            + "de nouveau",
        "connection.broken_off":
            "il a mis fin à la connexion pendant qu’elle s’établissait : il est utilisé, ou le jumelage a été refusé",
        "connection.link_lost": "la liaison est perdue : hors de portée, éteint ou batterie vide",
        "connection.closed": "le récepteur a fermé le canal : éteint, ou pris par un autre appareil",
        "connection.ended": "cet ordinateur a mis fin à la connexion (« bluetoothctl disconnect » ?)",
        "connection.no_answer_yet": "pas de réponse à temps (en anglais) : « {detail} »",
        "connection.silent": "connecté, mais le récepteur n’envoie rien (en anglais) : « {detail} »",
        "connection.nothing_valid":
            "des octets arrivent, mais aucun ne peut être décodé (en anglais) : « {detail} »",
        "connection.no_position": "pas encore de position : donnez-lui une vue dégagée du ciel et quelques minutes",
        "connection.no_pages": "pas de pages Galileo brutes : OSNMA n’est pas possible, tout le reste fonctionne",
        "provision.off": "désactivé",
        "provision.on": "activé",
        "provision.every_epoch": "à chaque époque",
        "provision.every_epochs": "toutes les {count} époques",
        "provision.period": "toutes les {milliseconds} ms",
        "provision.baud": "{rate} bauds",
        "provision.saved": "enregistré",
        "provision.not_saved": "non enregistré",
        "provision.number": "{value}",
        "provision.not_known": "inconnu",
        "provision.made": "effectué",
        "provision.refused": "refusé par le récepteur",
        "provision.not_answered": "pas de réponse",
        "provision.not_kept": "confirmé, mais le récepteur a {value}",
        "provision.not_heard": "le récepteur ne répond pas au nouveau débit ; l’ancien reste",
        "provision.not_tried": "non essayé, car le débit de la ligne n’a pas été changé",
        "provision.no_serial_line":
            "{receiver} n’est ni sur un port série, ni en USB, ni à une adresse tcp:// ; seuls de tels récepteurs "
            + "peuvent être configurés",
        "provision.needs_nmea":
            "NMEA doit rester activé : {receiver} utilise le pilote {driver}, qui sans NMEA ne fournirait aucune "
            + "position ; indiquez d’abord driver: {remedy} dans sa configuration",
        "provision.needs_rate":
            "le débit doit rester : la configuration de {receiver} indique baud: {configured}, et à {rate} bauds la "
            + "passerelle ne recevrait rien ; indiquez-y d’abord baud: auto",
        "provision.not_ublox":
            "{device} : pas de réponse d’un récepteur u-blox : son entrée est-elle branchée, accepte-t-il UBX sur ce "
            + "port ?",
        "provision.silent":
            "le récepteur ne répond pas aux questions sur sa configuration : son entrée est-elle branchée, lit-il UBX "
            + "sur ce port, la ligne est-elle surchargée ?",
        "provision.plan_changed":
            "les réglages du récepteur ne sont plus ceux du plan ; rien n’a été changé, lisez le nouveau plan",
        "provision.incomplete": "{failed} changements sur {count} ont échoué ; réessayez, ou lisez docs/receivers.md",
        "provision.interrupted": "la passerelle s’est arrêtée avant que le récepteur soit configuré",
        "centroid.reset.started": "commencé",
        "centroid.reset.settings": "les réglages ont été modifiés",
        "centroid.reset.source": "un autre récepteur, ou le même après un redémarrage",
        "centroid.reset.receiver_lost": "le récepteur n’est plus connecté",
        "centroid.reset.receiver_lost_because": "le récepteur n’est plus connecté : {reason}",
        "centroid.reset.gap": "aucune mesure pendant {seconds} s",
        "centroid.reset.step_back": "l’horloge du récepteur a reculé de {seconds} s",
        "centroid.reset.fix_lost": "le récepteur a perdu sa position",
        "centroid.reset.moving": "le récepteur a bougé : {evidence}",
        "centroid.reset.asked": "sur demande",
        "centroid.moving.speed": "il indique une vitesse de {speed:1} m/s",
        "centroid.moving.displacement": "la position s’est déplacée de plus de {distance:1} m et y est restée",
        "centroid.moving.drift": "la position dérive : {distance:1} m en {seconds:1} s",
        "centroid.moving.spread": "les mesures sont distantes de {distance:1} m en moyenne",
        "centroid.rejected.no_fix": "pas de position valable",
        "centroid.rejected.not_measured": "la position a été estimée ou saisie, pas mesurée",
        "centroid.rejected.same_epoch": "la même époque que la précédente",
        "centroid.rejected.fix_kind": "moins de dimensions que demandé",
        "centroid.rejected.hdop": "HDOP au-dessus de la limite ou inconnu",
        "centroid.rejected.satellites": "trop peu de satellites, ou leur nombre est inconnu",
        "centroid.rejected.cn0": "les signaux des satellites sont trop faibles, ou leur force est inconnue",
        "centroid.rejected.accuracy": "précision moins bonne que la limite ou inconnue",
        "centroid.rejected.unauthenticated": "pas authentifiée",
        "centroid.finished.samples": "mesures : {count}",
        "centroid.finished.standard_error": "l’erreur type est de {error:1} mm (au plus {limit:1} mm demandés)",
        "centroid.stopped.asked": "sur demande",
        "centroid.stopped.disabled": "le moyennage a été désactivé (centroid.enabled)",
    ]
}
