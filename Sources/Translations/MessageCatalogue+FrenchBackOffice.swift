// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The French texts about the back office by key.
    static let frenchBackOffice: [String: String] = [
        "back_office.not_configured":
            "aucun back-office n’est configuré : indiquez son adresse dans « back_office.server »",
        "back_office.signed_in_already":
            "{login} est déjà connecté au back-office ; déconnectez-vous d’abord",
        "back_office.no_account":
            "personne n’est connecté au back-office ; connectez-vous d’abord",
        "back_office.server_locked":
            "quelqu’un est connecté au back-office ; déconnectez-vous, puis changez de serveur",
        "back_office.wrong_login":
            "le back-office n’accepte pas ce nom avec ce mot de passe ({detail})",
        "back_office.blank_login": "le nom ou le mot de passe manque ou est trop long",
        "back_office.unknown_task": "il n’y a pas de tâche « {id} »",
        "back_office.not_editable": "la tâche « {name} » ne peut plus être modifiée",
        "back_office.no_photos": "la tâche « {name} » n’a pas de photo ; prenez-en une d’abord",
        "back_office.photos_pending":
            "les positions de {count} des photos peuvent encore être authentifiées ; attendez le résultat, ou confirmez "
            + "qu’elles sont envoyées sans lui",
        "back_office.photo_sent": "la photo a été envoyée au back-office",
        "back_office.photo_of_task": "la photo fait partie d’une tâche et sera envoyée avec elle",
        "back_office.no_secret":
            "le secret du back-office, qui lui permet de reconnaître les photos, manque : indiquez "
            + "« captures.legacy_secret_file »",
        "back_office.task_sending": "la tâche « {name} » est en cours d’envoi",
        "back_office.not_sending": "la tâche « {name} » n’est pas en cours d’envoi",
        "back_office.unreachable": "le back-office {server} est injoignable ({detail})",
        "back_office.timed_out": "le back-office {server} ne répond pas",
        "back_office.tls":
            "aucune connexion chiffrée avec le back-office {server} n’est possible ({detail})",
        "back_office.bad_answer":
            "le serveur {server} ne répond pas comme un back-office ({detail})",
        "back_office.failing": "le back-office {server} ne fonctionne pas actuellement ({detail})",
        "back_office.session_ended":
            "le back-office n’accepte plus la connexion ; déconnectez-vous et reconnectez-vous",
        "back_office.refused": "le back-office a refusé : {detail}",
        "back_office.failed": "la requête au back-office {server} a échoué ({detail})",
        "back_office.status_ignored":
            "le back-office n’a pas repris la tâche ; son état y est « {state} »",
        "back_office.photo_not_taken":
            "le back-office n’a pas enregistré la photo ; elle est peut-être plus grande que ce que le serveur accepte",
        "back_office.photo_gone": "la photo a été supprimée",
        "back_office.path_gone": "le tracé a été supprimé",
        "back_office.path_empty": "le tracé n’a pas de points ou est en cours d’enregistrement",
        "back_office.not_stored": "l’état du back-office ne peut pas être enregistré : {detail}",
    ]
}
