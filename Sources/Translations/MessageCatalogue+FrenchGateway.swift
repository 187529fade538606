// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The French texts of the gateway by key.
    static let frenchGateway: [String: String] = [
        "receiver.driver": "« {words} » (indication du pilote)",
        "receiver.detail": "« {words} » (message en anglais)",
        "receiver.not_started": "pas encore démarré",
        "receiver.starting": "le pilote démarre",
        "receiver.stopped_by_command": "arrêté par une commande",
        "receiver.stopped_on_request": "arrêté sur demande",
        "receiver.ended_unexpectedly": "le pilote s’est terminé de façon inattendue",
        "receiver.source_ended": "la source est terminée",
        "receiver.silent": "aucune donnée depuis {seconds} s ; le pilote fonctionne encore",
        "receiver.receiving": "des données arrivent",
        "receiver.receiving_again": "des données arrivent de nouveau",
        "receiver.refused_batch": "des données du pilote ont été refusées : « {detail} »",
        "receiver.failed_after_refusal": "{cause} (refusé : « {detail} »)",
        "receiver.not_plugged_in": "{device} n’est pas branché",
        "receiver.waiting_for_device": "{cause} ; la passerelle attend le retour de l’appareil",
        "receiver.retrying": "{cause} ; nouvel essai dans {seconds:1} s",
        "receiver.not_run": "la passerelle ne fait plus fonctionner ce récepteur",
        "receiver.within_limits": "le pilote respecte de nouveau ses limites",
        "selection.first_found": "premier récepteur trouvé",
        "selection.selected": "choisi par l’opérateur",
        "selection.removed": "le choix de l’opérateur a été annulé",
        "selection.better": "meilleur que {receiver} depuis {seconds} s : {reason}",
        "selection.priority": "sa priorité est {priority} au lieu de {other}",
        "selection.fix": "sa solution est meilleure",
        "selection.found_earlier": "sa solution est aussi bonne, et il a été trouvé en premier",
        "selection.no_position": "{receiver} n’a pas de position",
        "selection.disconnected": "{receiver} n’est plus connecté",
        "indicator.has_position": "{receiver} a une position",
        "indicator.no_epochs": "il n’envoie pas de positions",
        "indicator.no_fix": "il signale qu’il n’a pas de solution",
        "indicator.no_position": "{receiver} n’a pas de position : {reason}",
        "indicator.not_connected": "{receiver} n’est pas connecté : {reason}",
        "indicator.not_running": "{receiver} ne fonctionne pas : {reason}",
        "indicator.no_receiver": "il n’y a pas de récepteur : branchez-en un ou configurez-en un sous « receivers »",
        "indicator.not_seen": "pas encore observé",
        "indicator.seen": "observé",
        "alert.capture-not-written":
            "impossible d’écrire l’enregistrement dans {folder} : « {detail} » ; libérez de la place ou "
            + "modifiez « tracks.capture »",
        "alert.capture-not-written.over": "l’enregistrement peut de nouveau être écrit dans {folder}",
        "alert.clients-full":
            "la limite de clients ({limit}) est atteinte et les suivants sont refusés ({server}) ; fermez "
            + "des programmes connectés et cherchez celui qui se reconnecte sans cesse",
        "alert.clients-full.evicting":
            "la limite de clients ({limit}) est atteinte et les clients inactifs sont déconnectés ({server}) "
            + "; fermez des programmes connectés et cherchez celui qui se reconnecte sans cesse",
        "alert.clients-full.over": "les clients ne sont plus refusés ({server}, {clients} connectés)",
        "alert.clock-step.back":
            "l’horloge du système a été retardée de {seconds:1} s ; les heures d’avant et d’après ne sont "
            + "pas comparables",
        "alert.clock-step.forward":
            "l’horloge du système a été avancée de {seconds:1} s ; les heures d’avant et d’après ne sont pas "
            + "comparables",
        "alert.corrections": "pas de corrections : {reason}",
        "alert.corrections.over": "les corrections de {stream} arrivent de nouveau",
        "alert.corrections.removed": "les corrections ne sont plus configurées",
        "alert.low-disk": "il ne reste que {free} Mio dans le dossier d’état ({folder}) ; libérez de la place",
        "alert.low-disk.over": "{folder} a de nouveau assez de place : {free} Mio",
        "alert.low-memory": "il ne reste que {free} Mio de mémoire sur {all} Mio ; fermez un gros programme",
        "alert.low-memory.over": "il y a de nouveau assez de mémoire : {free} Mio",
        "alert.no-descriptors":
            "la passerelle n’a plus de descripteur de fichier pour un autre client ; augmentez la limite de "
            + "fichiers ouverts (LimitNOFILE= de l’unité, ulimit -n) ou fermez des programmes",
        "alert.no-descriptors.over": "des descripteurs de fichier sont de nouveau disponibles pour les clients",
        "alert.osnma-lost": "{notice} : {reason}",
        "alert.osnma.simulated": "{notice} (avec les clés d’une simulation : cela ne dit rien de Galileo)",
        "alert.osnma.not-live": "{notice} (rien ne prouve que les données sont récentes)",
        "alert.path-not-stored":
            "les points du tracé ne peuvent pas être enregistrés et attendent en mémoire ; un redémarrage de "
            + "la passerelle les perd : « {detail} »",
        "alert.path-not-stored.over": "les points du tracé peuvent de nouveau être enregistrés",
        "alert.path-not-stored.lost":
            "les points du tracé peuvent de nouveau être enregistrés ; {lost} ont été perdus",
        "alert.permission-denied":
            "des récepteurs n’ont pas le droit d’ouvrir leur appareil : « {receivers} » ; si cela dure, la "
            + "passerelle s’arrête après {seconds} s (supervision.permission_grace_s)",
        "alert.permission-denied.over": "plus aucun récepteur n’est privé du droit d’ouvrir son appareil",
        "alert.permission-denied.waiting":
            "des récepteurs n’ont pas le droit d’ouvrir leur appareil : « {receivers} » ; la passerelle attend "
            + "d’avoir ce droit",
        "alert.photo-not-authenticated":
            "la photo {id} a été prise à une position qui n’est pas authentifiée",
        "alert.resumed":
            "la machine était en veille pendant {seconds} s ; les récepteurs en attente sont essayés "
            + "aussitôt",
        "alert.server-certificate": "{finding} ; {fix}",
        "alert.server-certificate.over": "le certificat HTTPS n’a plus de problème",
        "alert.store-in-memory":
            "la passerelle ne garde son état qu’en mémoire et le perdra à l’arrêt : « {reason} ». Corrigez "
            + "la cause, puis redémarrez la passerelle",
        "alert.store-in-memory.writable":
            "{folder} est de nouveau accessible en écriture, mais la passerelle garde encore son état en "
            + "mémoire : redémarrez-la",
        "alert.store-set-aside":
            "une base de données endommagée a été conservée ({files}) ; l’actuelle peut être incomplète, y "
            + "compris les révocations de clés OSNMA : comparez-la avec votre liste",
        "alert.store-lost":
            "la base de données {path}, qui existait au dernier démarrage, a disparu ; une nouvelle a été "
            + "créée. Vérifiez la liste des clés de confiance",
        "alert.store-damaged-rows":
            "des lignes de la base de données sont endommagées et perdues : « {rows} » ; « gnss-gateway "
            + "store check --state-directory {folder} » en montre plus",
        "alert.store-damaged-rows.skipped":
            "une ligne illisible de la base de données a été ignorée : « {row} » ({count} depuis le "
            + "démarrage) ; « gnss-gateway store check --state-directory {folder} » les montre toutes",
        "alert.track-log-not-stored":
            "le journal des trajets ne peut pas être enregistré ; ses points attendent en mémoire, et un "
            + "redémarrage de la passerelle les perd : « {detail} »",
        "alert.track-log-not-stored.over": "le journal des trajets peut de nouveau être enregistré",
        "alert.uplink-certificate-ends":
            "le certificat du point d’accès agrirouter expire dans {days} jours : réinscrivez-le avant, avec "
            + "un nouveau code d’enregistrement",
        "alert.uplink-certificate-ends.over": "le certificat du point d’accès agrirouter n’expire plus bientôt",
        "alert.uplink-clock": "{error} ; {cure}",
        "alert.uplink-clock.over": "l’horloge est de nouveau juste : les positions sont envoyées",
        "alert.uplink-dropping":
            "des positions en attente pour agrirouter ont été supprimées : {crowded} faute de place, "
            + "{aged} en raison de leur âge, {refused} parce qu’agrirouter les a refusées",
        "alert.uplink-dropping.over":
            "la file d’attente d’agrirouter a de nouveau de la place : aucune position n’est supprimée",
        "alert.uplink-not-stored.over": "les positions pour agrirouter peuvent de nouveau être enregistrées",
        "alert.uplink-reonboard": "{error} ; {cure}",
        "alert.uplink-reonboard.over": "agrirouter accepte de nouveau le point d’accès",
        "alert.uplink-reonboard.valid": "le certificat du point d’accès agrirouter est de nouveau valable",
        "alert.uplink.disconnected": "la passerelle a été déconnectée d’agrirouter",
        "corrections.not_started": "pas encore démarré",
        "corrections.stopped": "arrêté sur demande",
        "corrections.waiting_for_position": "aucun récepteur n’a encore de position à envoyer au caster",
        "corrections.connecting": "connexion à {caster}",
        "corrections.connected": "connecté à {stream}, en attente du premier message",
        "corrections.streaming": "corrections de {stream}",
        "corrections.failed": "{stream} : {cause} ; nouvel essai dans {seconds} s",
        "corrections.no_thread": "impossible de démarrer un fil d’exécution pour les corrections : « {detail} »",
        "corrections.cause.host_unknown":
            "le nom du caster est inconnu : corrigez « corrections.caster » ou vérifiez le réseau",
        "corrections.cause.refused": "aucun serveur n’écoute sur le port du caster : corrigez « corrections.caster »",
        "corrections.cause.unreachable": "aucune réponse : vérifiez le réseau et le pare-feu",
        "corrections.cause.tls":
            "pas de connexion chiffrée : vérifiez le certificat du caster et « corrections.ca_file »",
        "corrections.cause.wrong_password": "le caster refuse l’utilisateur ou le mot de passe",
        "corrections.cause.forbidden":
            "le caster n’autorise pas ce flux à cet utilisateur : demandez à son exploitant",
        "corrections.cause.mountpoint_gone":
            "le caster n’a pas ce point de montage : corrigez « corrections.mountpoint »",
        "corrections.cause.no_data": "le caster n’a pas de données pour ce point de montage : la base est arrêtée",
        "corrections.cause.busy": "le caster est temporairement indisponible",
        "corrections.cause.stalled": "aucun message depuis un moment : la base est peut-être arrêtée",
        "corrections.cause.closed": "le caster a fermé la connexion",
        "corrections.cause.html": "une page web est arrivée au lieu de corrections : corrigez « corrections.caster »",
        "corrections.cause.not_rtcm": "le flux n’est pas du RTCM 3 : choisissez un point de montage en RTCM 3",
        "corrections.cause.not_caster": "la réponse ne vient pas d’un caster NTRIP",
        "corrections.cause.login": "impossible de lire le mot de passe : vérifiez « corrections.password_file »",
        "uplink.not_onboarded":
            "il n’y a pas de point d’accès : inscrivez-en un avec un code d’enregistrement du portail "
            + "agrirouter",
        "uplink.not_configured":
            "agrirouter n’est pas configuré : mettez « agrirouter.{environment}.application_id » et « .version_id » de la configuration aux identifiants qu’agrirouter a délivrés pour l’application",
        "uplink.connecting": "les capacités de la passerelle sont envoyées à agrirouter ; les positions suivent",
        "uplink.online": "les positions sont envoyées",
        "uplink.online_slower":
            "les positions sont envoyées toutes les {seconds} s : {wanted} s est moins que ce que "
            + "{environment} permet",
        "uplink.paused": "suspendu par l’opérateur : rien n’est collecté ni envoyé",
        "uplink.offline": "les positions sont conservées jusqu’à ce qu’agrirouter soit de nouveau joignable",
        "uplink.blocked": "agrirouter bloque ce point d’accès ; les positions sont conservées",
        "uplink.blocked_because":
            "agrirouter bloque ce point d’accès : « {detail} » (message en anglais). Les positions sont conservées",
        "uplink.no_longer_accepted":
            "agrirouter n’accepte plus ce point d’accès : « {detail} » (message en anglais). Les positions sont conservées",
        "uplink.message.not_decoded": "un message n’a pas pu être décodé : {error}",
        "uplink.message.command_refused": "{command} a été refusé : {error}",
        "uplink.message.accepted_with_warning": "un message a été accepté avec un avertissement : {error}",
        "uplink.message.sent_again": "des positions n’ont pas été acceptées et sont envoyées de nouveau : {error}",
        "uplink.message.not_accepted": "les positions ne sont pas acceptées et attendent : {error}",
        "uplink.message.refused": "des positions ont été définitivement refusées : {error}",
        "uplink.clock_not_set":
            "l’horloge de cette machine n’est pas réglée ; rien n’est envoyé à agrirouter d’ici là",
        "uplink.clock_behind":
            "l’horloge de cette machine retarde de {seconds} s sur celle d’agrirouter, qui accepte une "
            + "minute au plus ; les positions attendent",
        "uplink.clock_ahead":
            "l’horloge de cette machine avance de {seconds} s sur celle d’agrirouter, qui accepte une minute "
            + "au plus ; les positions attendent",
        "uplink.certificate_expired": "le certificat du point d’accès a expiré ; les positions sont conservées",
        "uplink.certificate_not_yet":
            "le certificat du point d’accès n’est pas encore valable : l’horloge de cette machine est sans "
            + "doute fausse",
        "uplink.not_stored":
            "les positions pour agrirouter ne peuvent pas être enregistrées et attendent en mémoire : « "
            + "{detail} »",
        "uplink.unreachable": "agrirouter est injoignable{detail}",
        "uplink.no_answer": "agrirouter n’a pas répondu{detail}",
        "uplink.certificate_refused": "agrirouter refuse le certificat du point d’accès{detail}",
        "uplink.server_not_trusted":
            "le certificat du serveur n’est pas digne de confiance : rien n’est envoyé{detail}",
        "uplink.not_agrirouter": "la réponse ne vient pas d’agrirouter{detail}",
        "uplink.redirected":
            "les requêtes vers agrirouter sont redirigées (HTTP {status}) ; la passerelle ne suit pas la "
            + "redirection",
        "uplink.endpoint_refused": "agrirouter n’accepte pas le point d’accès (HTTP {status})",
        "uplink.rate_limited": "agrirouter demande moins de requêtes (HTTP 429)",
        "uplink.maintenance": "agrirouter est en panne ou en maintenance (HTTP 503)",
        "uplink.internal_error": "agrirouter a une erreur interne (HTTP {status})",
        "uplink.request_refused": "agrirouter refuse la requête de la passerelle (HTTP {status})",
        "uplink.stored_endpoint":
            "le point d’accès enregistré est inutilisable, et rien n’est envoyé : « {detail} » (message en anglais)",
        "uplink.answer": "agrirouter répond {code} : « {detail} »",
        "uplink.cure.set_clock": "réglez l’horloge",
        "uplink.cure.synchronise_clock": "réglez l’horloge (timedatectl, NTP)",
        "uplink.cure.onboard_again": "réinscrivez la passerelle avec un nouveau code d’enregistrement",
        "uplink.cure.disconnect": "déconnectez, puis inscrivez avec un nouveau code d’enregistrement",
        "uplink.cure.check_portal": "vérifiez le portail et corrigez les identifiants sous « agrirouter »",
        "uplink.cure.check_network": "vérifiez le réseau",
        "uplink.cure.check_trust":
            "vérifiez l’horloge de la machine, ses certificats (ca-certificates) et les serveurs mandataires",
        "uplink.cure.check_login": "le réseau demande-t-il une connexion, ou y a-t-il un serveur mandataire ?",
        "uplink.cure.check_login_or_onboard":
            "le réseau demande-t-il une connexion, ou y a-t-il un serveur mandataire ? Si l’adresse "
            + "d’agrirouter a changé, réinscrivez la passerelle",
        "uplink.cure.check_endpoint":
            "vérifiez dans le portail qu’il existe encore ; réinscrivez la passerelle avec un nouveau code "
            + "d’enregistrement",
        "uplink.cure.report_defect": "c’est une erreur de la passerelle : signalez-la",
    ]
}
