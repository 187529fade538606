// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The French explanations of settings and their sections, by the English ones.
    static let frenchSettings: [String: String] = [
        "Configuration of gnss-gateway.": "Configuration de gnss-gateway.",
        "Authentication of Galileo's navigation data (OSNMA), for receivers that deliver raw pages.":
            "Authentification des données de navigation de Galileo (OSNMA), pour les récepteurs qui fournissent "
            + "des pages brutes.",
        "Refuse requests for an authenticated position when none is available.":
            "Refuser les demandes de position authentifiée quand aucune n’est disponible.",
        """
        With require: satellites of the solution that must have authenticated data; 0: the verdict 'authenticated' \
        is enough.
        """:
            "Avec « require » : satellites de la solution qui doivent avoir des données authentifiées ; 0 : le "
            + "verdict « authenticated » suffit.",
        "Averaging of many fixes into one precise point. Values set over the control interface take precedence.":
            "Moyennage de nombreuses positions en un point précis. Les valeurs fixées par l’interface de "
            + "commande l’emportent.",
        """
        Enables averaging. If false, new sampling sessions are refused, running ones end, and paths cannot take \
        averaged points.
        """:
            "Active le moyennage. Sans lui, les nouvelles séries de mesures sont refusées, celles en cours "
            + "s’arrêtent, et les tracés ne peuvent pas recevoir de points moyennés.",
        "Number of samples for one averaged point.": "Nombre de mesures pour un point moyenné.",
        """
        robust: a weighted mean that resists outliers; compatible: the innermost convex layer, as in the reference \
        applications.
        """:
            "robust : une moyenne pondérée qui résiste aux mesures aberrantes ; compatible : la couche convexe "
            + "la plus intérieure, comme dans les applications de référence.",
        "Conditions that a sample must meet. A sample that lacks a limited value is rejected.":
            "Conditions qu’une mesure doit remplir. Une mesure à laquelle manque une valeur limitée est rejetée.",
        "Maximum HDOP; 0 for no limit.": "HDOP maximal ; 0 pour aucune limite.",
        "Minimum number of satellites in the solution.": "Nombre minimal de satellites dans la solution.",
        "Minimum mean C/N0 of the satellites used; 0 for no limit.":
            "C/N0 moyen minimal des satellites utilisés ; 0 pour aucune limite.",
        "Minimum number of dimensions of the fix.": "Nombre minimal de dimensions de la position.",
        "Maximum horizontal accuracy estimate; 0 for no limit.":
            "Précision horizontale annoncée, au plus ; 0 pour aucune limite.",
        """
        Positions to accept: all (any), only authenticated ones (verified), or those that osnma.require allows \
        (policy).
        """:
            "Positions prises en compte : toutes (any), seulement celles authentifiées (verified) ou celles que "
            + "permet osnma.require (policy).",
        "Conditions under which a photo may be taken. Values set over the control interface take precedence.":
            "Conditions auxquelles une photo peut être prise. Les valeurs fixées par l’interface de commande "
            + "l’emportent.",
        """
        The back office of the EGNSS4CAP family that gives tasks and takes photos and paths. Values set over the \
        control interface take precedence.
        """:
            "Le back-office de la famille EGNSS4CAP, qui donne des tâches et reçoit photos et tracés. Les "
            + "valeurs définies par l’interface de contrôle sont prioritaires.",
        """
        Address of the back office. Passwords are sent there, so http is permitted only for this machine. It \
        cannot be changed while a user is signed in there. "" for none.
        """:
            "Adresse du back-office. Des mots de passe y sont envoyés ; http n’est donc permis que pour "
            + "cette machine. Elle ne peut pas être changée tant que quelqu’un y est connecté. « » pour aucun.",
        """
        Time between two synchronisations of the tasks while a user is signed in; 0 for none by itself.
        """:
            "Temps entre deux synchronisations des tâches tant que quelqu’un est connecté ; 0 : jamais "
            + "automatiquement.",
        "Enables photos.": "Active les photos.",
        "Maximum age of the position.": "Âge maximal de la position.",
        "Maximum mean distance between the positions of the last 7 s; above it, the receiver moves.":
            "Distance moyenne maximale entre les positions des 7 dernières secondes ; au-dessus, le récepteur "
            + "est en mouvement.",
        "Maximum mean interval between positions.": "Intervalle moyen maximal entre les positions.",
        "Requires an averaged point of the place where the photo is taken.":
            "Exige un point moyenné de l’endroit où la photo est prise.",
        """
        Positions at which photos may be taken: all (any), only authenticated ones (verified), or those that \
        osnma.require allows (policy).
        """:
            "Positions auxquelles des photos peuvent être prises : toutes (any), seulement celles authentifiées "
            + "(verified) ou celles que permet osnma.require (policy).",
        "Time between the request and the photo, in which the receiver must stand still.":
            "Temps entre la demande et la photo, pendant lequel le récepteur doit rester immobile.",
        "Requires the direction of the camera, from the client or the receiver.":
            "Exige la direction de l’appareil photo, fournie par le client ou le récepteur.",
        "Requires that a user has signed in by name.": "Exige qu’une personne se soit connectée avec son nom.",
        "Maximum total size of the stored photos.": "Taille totale maximale des photos enregistrées.",
        """
        The exchange of positions over agrirouter, once an operator has onboarded the gateway (gnss-gateway \
        agrirouter onboard).
        """:
            "Échange de positions par agrirouter, dès qu’un opérateur a inscrit la passerelle (gnss-gateway "
            + "agrirouter onboard).",
        """
        agrirouter's environment: qa for testing, production for real use. A value set over the control interface \
        takes precedence; the same applies to both intervals.
        """:
            "Environnement d’agrirouter : qa pour les essais, production pour l’usage réel. Une valeur fixée "
            + "par l’interface de commande l’emporte ; cela vaut aussi pour les deux intervalles.",
        "Interval at which positions are collected.": "Intervalle auquel les positions sont relevées.",
        "Interval at which collected positions are sent. On QA, which requires at least 10 s, 5 is raised to 10.":
            "Intervalle auquel les positions relevées sont envoyées. En QA, qui exige au moins 10 s, 5 est "
            + "porté à 10.",
    ]
}
