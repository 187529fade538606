// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The French texts about the chain of corrections by key.
    static let frenchCorrections: [String: String] = [
        "corrections.cause.clock_behind":
            "d’après l’horloge de cette machine, le certificat du caster n’est pas encore valable : réglez l’horloge",
        "corrections.cause.too_large": "la liste des points de montage du caster est trop grande",
        "corrections.cause.too_slow":
            "le caster n’a pas envoyé à temps toute sa liste de points de montage",
        "corrections.chain.answered": "le caster répond",
        "corrections.chain.arriving": "{messages} messages, le dernier il y a {age:1} s",
        "corrections.chain.first_awaited": "le premier message n’est pas encore arrivé",
        "corrections.chain.complete":
            "les observations et la position de la station arrivent (messages {numbers})",
        "corrections.chain.incomplete":
            "les observations et la position de la station sont encore attendues (messages reçus : {numbers})",
        "corrections.chain.no_observations": "aucune observation n’arrive (seulement les messages {numbers})",
        "corrections.chain.no_station":
            "la position de la station n’arrive pas (seulement les messages {numbers})",
        "corrections.chain.used": "le récepteur utilise des corrections datant de {age:1} s",
        "corrections.chain.used_station":
            "le récepteur utilise des corrections de la station {station} datant de {age:1} s",
        "corrections.chain.used_quality": "le récepteur utilise des corrections (qualité {quality})",
        "corrections.chain.not_used_yet":
            "le récepteur a reçu {messages} messages et n’indique pas encore qu’il les utilise",
        "corrections.chain.not_used":
            "le récepteur a reçu {messages} messages mais n’indique pas qu’il les utilise",
        "corrections.chain.other_station":
            "le récepteur utilise les corrections d’une autre station ({station})",
        "corrections.chain.outdated": "les corrections du récepteur datent de {age} s",
        "corrections.chain.not_delivered": "aucun message n’a encore été transmis au récepteur",
        "corrections.chain.refused": "le pilote du récepteur refuse les corrections",
        "corrections.chain.not_running": "le récepteur ne fonctionne pas",
        "corrections.chain.unknown_receiver": "aucun récepteur n’a cet identifiant",
        "corrections.chain.no_receiver": "aucun récepteur n’accepte de corrections",
        "corrections.chain.not_checked": "les étapes précédentes doivent d’abord réussir",
        "corrections.cure.host_unknown":
            "vérifiez l’orthographe du nom du caster, ainsi que le réseau et le DNS de cette machine",
        "corrections.cure.refused": "vérifiez le port : en général 2101, avec TLS 443 ou 2102",
        "corrections.cure.unreachable":
            "vérifiez le réseau de cette machine et si un pare-feu bloque le port du caster",
        "corrections.cure.tls":
            "vérifiez si ce port utilise TLS ; pour un certificat privé, indiquez son autorité dans "
            + "« corrections.ca_file »",
        "corrections.cure.clock_behind":
            "réglez l’horloge de cette machine (timedatectl, NTP) ; la passerelle réessaie d’elle-même",
        "corrections.cure.wrong_password":
            "saisissez à nouveau l’utilisateur et le mot de passe, exactement comme l’exploitant du caster les a donnés",
        "corrections.cure.forbidden":
            "demandez à l’exploitant du caster si cet utilisateur peut employer ce point de montage",
        "corrections.cure.mountpoint_gone": "choisissez un point de montage dans la liste du caster",
        "corrections.cure.no_data":
            "la base n’envoie rien pour le moment : attendez ou choisissez un autre point de montage",
        "corrections.cure.busy":
            "attendez : la passerelle réessaie d’elle-même ; vérifiez si un autre programme emploie le même utilisateur",
        "corrections.cure.stalled":
            "la base est peut-être arrêtée : attendez ou choisissez un autre point de montage",
        "corrections.cure.closed":
            "vérifiez si un autre programme emploie le même utilisateur ; sinon attendez",
        "corrections.cure.html":
            "corrigez l’hôte et le port ; si ce réseau demande une connexion, connectez-vous d’abord",
        "corrections.cure.not_rtcm": "choisissez un point de montage au format RTCM 3",
        "corrections.cure.not_caster": "corrigez l’hôte et le port du caster",
        "corrections.cure.login":
            "vérifiez le chemin et les droits de « corrections.password_file », ou saisissez le mot de passe ici",
        "corrections.cure.too_large":
            "cela ne ressemble pas à la liste d’un caster : vérifiez l’hôte et le port, ou saisissez le point de "
            + "montage à la main",
        "corrections.cure.too_slow": "réessayez, ou saisissez le point de montage à la main",
        "corrections.cure.no_observations":
            "choisissez un point de montage qui envoie des observations (messages 1071 à 1127 ou 1001 à 1012)",
        "corrections.cure.no_station":
            "demandez à l’exploitant du caster un point de montage avec le message 1005 ou 1006",
        "corrections.cure.not_used":
            "vérifiez si le récepteur prend en charge le RTK, si l’entrée RTCM 3 est activée sur son port et s’il voit "
            + "bien le ciel",
        "corrections.cure.other_station":
            "vérifiez si le récepteur préfère le SBAS ou une autre source de corrections",
        "corrections.cure.outdated":
            "vérifiez la liaison avec le caster et le débit du port du récepteur",
        "corrections.cure.driver":
            "employez un pilote qui accepte les corrections et vérifiez si la passerelle peut écrire sur le port",
        "corrections.cure.not_running": "la page du récepteur en donne la raison",
        "corrections.cure.unknown_receiver":
            "corrigez la liste des récepteurs qui reçoivent des corrections",
        "corrections.cure.no_receiver":
            "ajoutez un récepteur dont le pilote accepte les corrections",
    ]
}
