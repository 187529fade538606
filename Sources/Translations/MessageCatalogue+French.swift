// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The French texts by key.
    static let french: [String: String] = [
        "osnma.state.authenticated": "OSNMA actif",
        "osnma.state.unverified": "GNSS non vérifié",
        "osnma.state.unknown": "OSNMA inconnu",
        "osnma.reason.not_judged":
            "les données des 10 dernières secondes n’ont pas été vérifiées : consultez le journal et redémarrez la "
            + "passerelle si cela persiste",
        "osnma.reason.authenticated": "Galileo authentifie les données de navigation d’au moins un satellite",
        "osnma.reason.switched_off": "la vérification est désactivée (« osnma.enabled »)",
        "osnma.reason.no_data": "aucune donnée n’a encore été reçue du récepteur",
        "osnma.reason.no_galileo":
            "le récepteur ne voit aucun satellite Galileo : donnez-lui une vue dégagée du ciel, ou activez "
            + "Galileo",
        "osnma.reason.no_raw_pages":
            "le récepteur ne transmet pas de pages I/NAV brutes du signal E1-B : activez-les (UBX-RXM-SFRBX, SBF "
            + "GALRawINAV) s’il les prend en charge",
        "osnma.reason.undated_pages":
            "des pages brutes arrivent, mais leur heure n’est pas encore connue (UBX-NAV-TIMEGAL la fournit)",
        "osnma.reason.no_osnma":
            "des pages brutes arrivent, mais aucun des satellites reçus n’émet OSNMA en ce moment",
        "osnma.reason.no_trust_anchor":
            "aucune racine de Merkle ni aucune clé publique de Galileo n’est approuvée : installez les fichiers "
            + "de l’European GNSS Service Centre",
        "osnma.reason.public_key_missing":
            "un message non vérifié nomme une clé publique inconnue : comparez-la avec les clés que publie "
            + "l’European GNSS Service Centre ; si Galileo a renouvelé sa clé, installez la nouvelle ou "
            + "attendez-la (émise toutes les six heures)",
        "osnma.reason.time_not_trusted":
            "aucune source de temps indépendante du signal n’est assez précise : synchronisez l’horloge (NTP), ou "
            + "voyez « osnma.time_source »",
        "osnma.reason.time_contradicted":
            "l’heure du signal diffère de celle de l’horloge de confiance : l’horloge est fausse, ou le signal "
            + "est rejoué",
        "osnma.reason.collecting":
            "la clé racine est en cours de réception : comptez d’une à quelques minutes sous un ciel dégagé",
        "osnma.reason.verifying":
            "les tags attendent leurs clés pendant une à deux minutes : la clé racine vient d’être vérifiée, les "
            + "satellites viennent de changer leurs données, ou les données sont falsifiées",
        "osnma.reason.dont_use": "Galileo signale qu’OSNMA ne doit pas être utilisé en ce moment",
        "osnma.reason.alert_message":
            "Galileo a émis le message d’alerte OSNMA : aucune clé n’est approuvée tant que de nouveaux fichiers "
            + "ne sont pas installés",
        "osnma.reason.failing_keys":
            "les clés reçues ne sont pas valides : le signal ou les fichiers de confiance ne proviennent pas de "
            + "Galileo",
        "osnma.reason.failing_tags":
            "des tags ne sont pas valides : les données ou les tags reçus ne proviennent pas de Galileo",
        "osnma.reason.stale": "aucun tag valide n’a été reçu depuis un moment : trop peu de pages arrivent",
        "osnma.reason.receiver_lost": "le récepteur n’est plus connecté",
        "osnma.failure.tag_failed": "un tag de ses données n’est pas valide",
        "osnma.failure.wrong_key": "il émet une clé qui n’appartient pas à la chaîne",
        "osnma.failure.wrong_macseq": "la description de ses tags flexibles dans son message n’est pas authentique",
        "osnma.failure.wrong_maclt": "ses tags ne correspondent pas à la table de correspondance des MAC",
        "osnma.failure.replayed": "ses mots portent l’heure de pages antérieures : un enregistrement est rejoué",
        "osnma.failure.ahead": "ses mots portent l’heure de pages postérieures",
        "osnma.failure.other_sender": "ses mots nomment un autre satellite comme émetteur",
        "osnma.failure.contradicts_trusted_time":
            "ses pages arrivent à une heure qui contredit l’horloge de confiance",
        "osnma.alert.osnma-authenticated": "Galileo authentifie les données de navigation de ce récepteur",
        "osnma.alert.osnma-lost": "les données de navigation de ce récepteur ne sont plus authentifiées",
        "osnma.alert.osnma-restored": "Galileo authentifie de nouveau les données de navigation de ce récepteur",
        "osnma.refusal.unverified": "les données de navigation ne sont pas authentifiées",
        "osnma.refusal.not_fresh":
            "les données sont authentiques, mais aucune source de temps indépendante ne prouve qu’elles sont "
            + "récentes",
        "osnma.refusal.outdated": "le dernier résultat de la vérification est trop ancien",
        "osnma.refusal.unknown_satellites": "le récepteur n’indique pas quels satellites il utilise",
        "osnma.refusal.too_few_satellites": "trop peu de satellites de la solution ont des données authentifiées",
        "osnma.extent.unknown":
            "le récepteur n’indique pas quels satellites il utilise : la position ne peut pas être évaluée",
        "osnma.extent.none":
            "aucun satellite de la solution n’a de données de navigation authentifiées : rien de la position n’est "
            + "prouvé",
        "osnma.extent.partial":
            "certains satellites de la solution émettent des données de navigation authentiques ; la position peut "
            + "reposer sur d’autres, sur des corrections ou des capteurs, qui ne prouvent rien ; ni les distances ni la "
            + "position ne sont prouvées",
        "osnma.extent.full":
            "tous les satellites de la solution émettent des données de navigation authentiques ; ni les distances ni "
            + "la position ne sont prouvées",
    ]
}
