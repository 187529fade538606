// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The French texts about onboarding to agrirouter by key.
    static let frenchOnboarding: [String: String] = [
        "onboarding.refused": "agrirouter a refusé : {problem} ; {cure} [{code}]",
        "onboarding.failed": "{problem} ; {cure}",
        "onboarding.exists":
            "il y a déjà un point d’accès ({endpoint}) : réinscrire lui donne un nouveau certificat, déconnecter le supprime",
        "onboarding.locked":
            "l’environnement ne peut pas être changé tant qu’il y a un point d’accès dans {environment} ; déconnecter le supprime",
        "onboarding.other_account":
            "le code appartient à un autre compte : il y a créé le point d’accès {endpoint}, qui n’est pas utilisé ; supprimez-le dans le portail de ce compte. Pour faire passer la passerelle à ce compte, déconnectez-la, puis inscrivez-la avec un nouveau code",
        "onboarding.bad_code":
            "ce n’est pas un code d’enregistrement : il a dix lettres et chiffres, comme le portail l’affiche",
        "onboarding.no_state":
            "la passerelle ne garde aucun état sur le disque : la clé du point d’accès serait perdue à son arrêt",
        "onboarding.clock_not_set":
            "l’horloge de cette machine n’est pas réglée : agrirouter refuserait le code ; réglez l’horloge, puis utilisez le code",
        "onboarding.unsaved":
            "inscrite, mais le point d’accès ne peut pas être enregistré et sera perdu à l’arrêt de la passerelle ; inscrivez-la alors avec un nouveau code : « {detail} » (message en anglais)",
        "onboarding.not_sending":
            "inscrite, mais la file d’attente est illisible ; rien n’est envoyé avant un redémarrage de la passerelle : « {detail} » (message en anglais)",
        "onboarding.disconnected":
            "la passerelle n’envoie plus rien et a supprimé les données et les secrets de son point d’accès ainsi que {count} positions en attente. agrirouter ne laisse aucun appareil supprimer son propre point d’accès : supprimez-le aussi dans le portail ({portal}, point d’accès {endpoint})",
        "onboarding.disconnected_unreadable":
            "les données enregistrées du point d’accès sont supprimées ; supprimez le point d’accès aussi dans le portail ({portal})",
        "onboarding.not_emptied":
            "déconnectée, mais {count} positions en attente n’ont pas pu être supprimées du disque ; la passerelle réessaie jusqu’à y parvenir et ne les envoie à aucun point d’accès. Supprimez le point d’accès aussi dans le portail : « {detail} » (message en anglais)",
        "onboarding.address": "l’adresse d’inscription n’est pas une URL https",
        "onboarding.answer": "la réponse d’agrirouter est inutilisable : « {detail} » (message en anglais)",
        "onboarding.interrupted": "la connexion à agrirouter a été coupée avant la réponse{detail}",
        "onboarding.key_unreadable": "la clé et le certificat délivrés par agrirouter sont endommagés et illisibles",
        "onboarding.key_wrong_secret":
            "la clé et le certificat délivrés par agrirouter ne se déchiffrent pas avec le secret joint",
        "onboarding.key_unsupported":
            "la clé et le certificat délivrés par agrirouter sont chiffrés d’une manière qu’OpenSSL n’accepte pas ici ; son « legacy provider » est-il installé ?",
        "onboarding.key_missing": "la clé et le certificat délivrés par agrirouter : la clé manque",
        "onboarding.certificate_missing": "la clé et le certificat délivrés par agrirouter : le certificat manque",
        "onboarding.key_mismatch": "la clé et le certificat délivrés par agrirouter ne vont pas ensemble",
        "onboarding.key_failed":
            "la clé et le certificat délivrés par agrirouter n’ont pas pu être ouverts : la mémoire ne suffit pas",
        "onboarding.0010": "le compte n’est pas actif",
        "onboarding.0011": "le compte est inconnu",
        "onboarding.0020": "le compte n’a pas le droit d’utiliser cette application",
        "onboarding.0021": "la version de l’application est inconnue",
        "onboarding.0022": "la version de l’application a été retirée",
        "onboarding.0023": "le point d’accès est bloqué",
        "onboarding.0024": "cette application ne peut pas être inscrite avec un code d’enregistrement",
        "onboarding.0100": "agrirouter ne peut pas traiter la requête",
        "onboarding.0101": "l’identifiant de la version ne convient pas à cette requête",
        "onboarding.0102": "le type de connexion est inconnu",
        "onboarding.0103": "le format du certificat est inconnu",
        "onboarding.0104": "le point d’accès a été inscrit avec un autre type de connexion",
        "onboarding.0105": "l’identifiant de l’application est erroné, ou le code appartient à une autre application",
        "onboarding.0106": "une signature manque",
        "onboarding.0107": "la signature est erronée",
        "onboarding.0109": "les points d’accès appartiennent à une autre application ou ont été supprimés",
        "onboarding.0110": "l’horodatage de la requête manque ou est trop ancien",
        "onboarding.0112": "trop de requêtes",
        "onboarding.0113": "trop de requêtes",
        "onboarding.0115": "l’application a atteint le nombre maximal de ses points d’accès",
        "onboarding.0401": "le code d’enregistrement est erroné, déjà utilisé ou trop ancien",
        "onboarding.redirected": "quelque chose redirige la requête entre la passerelle et agrirouter",
        "onboarding.too_many_attempts": "trop de tentatives",
        "onboarding.out_of_order": "le service est en panne ou en maintenance",
        "onboarding.no_reason": "il ne donne aucune raison connue",
        "onboarding.cure.check_account": "vérifiez le compte dans le portail",
        "onboarding.cure.ask_for_invitation":
            "une version non certifiée est réservée aux testeurs invités : demandez une invitation au fabricant",
        "onboarding.cure.check_version":
            "vérifiez l’identifiant de la version ; QA et Production ont des identifiants différents",
        "onboarding.cure.ask_for_version": "demandez une version plus récente au fabricant",
        "onboarding.cure.unblock": "débloquez-le dans le portail",
        "onboarding.cure.use_unit_ids":
            "ses identifiants appartiennent à un produit « cloud » : utilisez ceux d’une « communication unit »",
        "onboarding.cure.check_ids":
            "vérifiez les identifiants de l’application et de la version ; QA et Production ont des identifiants différents",
        "onboarding.cure.other_connection_type": "inscrivez-le avec ce type, ou supprimez-le d’abord dans le portail",
        "onboarding.cure.check_application": "vérifiez l’identifiant de l’application et créez un nouveau code",
        "onboarding.cure.check_application_id": "vérifiez l’identifiant de l’application",
        "onboarding.cure.cloud_ids": "les identifiants appartiennent à un produit « cloud »",
        "onboarding.cure.check_clock": "vérifiez l’horloge de cette machine",
        "onboarding.cure.wait_minute": "attendez une minute et réessayez",
        "onboarding.cure.wait_given_time": "attendez le temps que le texte indique et réessayez",
        "onboarding.cure.ask_for_quota": "demandez au fabricant de faire augmenter ce nombre",
        "onboarding.cure.enter_new_code": "créez-en un nouveau dans le portail et saisissez-le ici",
        "onboarding.cure.new_code": "créez un nouveau code dans le portail et recommencez l’inscription",
        "onboarding.cure.try_later": "réessayez plus tard",
        "onboarding.cure.check_path": "vérifiez le réseau et l’adresse",
        "onboarding.cure.correct_address": "corrigez « agrirouter.onboarding_url »",
        "onboarding.cure.same_code": "vérifiez le réseau et réessayez avec le même code",
        "onboarding.cure.code_not_sent":
            "le code n’a pas été envoyé : corrigez le problème et réessayez avec le même code",
        "onboarding.cure.correct_and_try":
            "corrigez le problème et réessayez ; si le code est alors refusé, créez-en un nouveau",
        "onboarding.cure.maybe_used":
            "le code est peut-être déjà utilisé : réessayez avec lui, et créez-en un nouveau dans le portail s’il est refusé",
        "onboarding.cure.report": "c’est une erreur de la passerelle : signalez-la",
    ]
}
