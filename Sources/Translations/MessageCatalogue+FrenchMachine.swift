// SPDX-License-Identifier: Apache-2.0

extension MessageCatalogue {
    /// The French texts about the machine and its Bluetooth by key.
    static let frenchMachine: [String: String] = [
        "doctor.configuration_absent": "pas de fichier de configuration : les récepteurs sont détectés automatiquement",
        "doctor.configuration_valid": "{file} est valide (récepteurs : {count})",
        "doctor.configuration_error": "erreur dans la configuration (en anglais) : « {detail} »",
        "doctor.secret_open": "tout utilisateur de cette machine peut lire {file}, qui contient un secret",
        "doctor.drivers_found": "trouvés : {drivers}",
        "doctor.drivers_absent": "aucun pilote trouvé",
        "doctor.driver_unusable": "un pilote est inutilisable (en anglais) : « {detail} »",
        "doctor.state_writable": "{account} peut écrire l’état dans {folder}",
        "doctor.state_unseen":
            "{account} peut écrire l’état dans {folder} ; avec « sudo », son contenu est vérifié aussi",
        "doctor.state_not_yet": "{folder} n’existe pas encore : systemd le crée au premier démarrage",
        "doctor.state_unknown": "le dossier d’état n’est pas défini (en anglais) : « {detail} »",
        "doctor.state_read_only": "{account} ne peut pas écrire dans {folder}, où l’état est conservé",
        "doctor.store_damaged": "une base endommagée est conservée sous {file}",
        "doctor.store_full": "le disque de {folder} est plein",
        "doctor.store_error": "la base a un problème (en anglais) : « {detail} »",
        "doctor.device_absent": "aucun appareil série n’est branché",
        "doctor.device_missing": "{device} n’existe pas",
        "doctor.device_forbidden": "{account} ne peut pas ouvrir {device} : mode {mode}, groupe {group}",
        "doctor.device_held": "{device} est occupé par {program} (processus {process})",
        "doctor.device_usable": "{account} peut ouvrir {device}",
        "doctor.device_partly_checked":
            "{account} peut ouvrir {device} ; les programmes d’autres utilisateurs ne peuvent pas être vérifiés",
        "doctor.rules_installed": "les règles udev pour les récepteurs sont installées",
        "doctor.rules_not_needed":
            "udev ne fonctionne pas ici (un conteneur ?) : les droits des appareils viennent de l’hôte",
        "doctor.rules_missing": "les règles udev pour les récepteurs ({file}) ne sont pas installées",
        "doctor.modem_manager_harmless": "il fonctionne, mais il est configuré pour ignorer les récepteurs",
        "doctor.modem_manager": "{program} (processus {process}) peut écrire sur {devices}",
        "doctor.brltty":
            "{program} (processus {process}) peut prendre des convertisseurs série pour des afficheurs braille",
        "doctor.gpsd": "{program} (processus {process}) ouvre les récepteurs dès qu’ils sont branchés",
        "doctor.port_free": "{address} est libre",
        "doctor.port_own": "{address} est utilisé par la passerelle",
        "doctor.port_probably_own":
            "{address} est utilisé, sans doute par la passerelle en marche (processus {process}) ; "
            + "« sudo gnss-gateway doctor » montre quel programme l’utilise",
        "doctor.port_held": "{address} est utilisé par {program} (processus {process})",
        "doctor.port_held_by_another": "{address} est utilisé par le programme d’un autre utilisateur",
        "doctor.port_held_for_gpsd": "{address} est utilisé par systemd, pour gpsd.socket",
        "doctor.no_ipv6": "IPv6 est désactivé ; les adresses IPv6 de listen.gpsd sont ignorées",
        "doctor.daemon_running": "la passerelle est en marche ({path})",
        "doctor.daemon_not_running": "la passerelle n’est pas en marche (pas de réponse sur {path})",
        "doctor.daemon_forbidden": "{account} ne peut pas utiliser le socket de contrôle {path}",
        "doctor.clock_kept": "{program} synchronise l’horloge",
        "doctor.clock_in_container": "l’horloge n’est pas synchronisée ici (un conteneur ?)",
        "doctor.clock_not_kept":
            "rien ne synchronise l’horloge : les dates que les récepteurs n’indiquent pas peuvent être fausses",
        "doctor.receiver_starting": "{receiver} démarre : {reason}",
        "doctor.receiver_connecting": "{receiver} se connecte : {reason}",
        "doctor.receiver_running": "{receiver} fonctionne",
        "doctor.receiver_degraded": "{receiver} fonctionne mal : {reason}",
        "doctor.receiver_lost": "{receiver} est perdu : {reason}",
        "doctor.receiver_stopped": "{receiver} est arrêté : {reason}",
        "doctor.receiver_gone": "{receiver} a été retiré : {reason}",
        "doctor.receiver_refused": "{cause} ; lots refusés de son pilote : {count}",
        "doctor.bluetooth_on": "{adapters} : en marche, et {account} peut communiquer avec bluetoothd",
        "doctor.bluetooth_absent": "il n’y a pas d’adaptateur",
        "doctor.bluetooth_unsupported": "le noyau ne prend pas en charge Bluetooth ici",
        "doctor.certificate_valid": "le certificat HTTPS est valable jusqu’au {end}",
        "doctor.certificate_finding": "{finding}",
        "doctor.certificate_unusable": "le certificat HTTPS est inutilisable (en anglais) : « {detail} »",
        "certificate.file_ends": "le certificat HTTPS de {file} n’est valable que jusqu’au {end}",
        "certificate.file_ended": "le certificat HTTPS de {file} était valable jusqu’au {end}",
        "certificate.file_not_yet_valid":
            "d’après l’horloge de cette machine, le certificat HTTPS de {file} n’est pas encore valable",
        "certificate.own_ends":
            "le certificat HTTPS propre à la passerelle n’est valable que jusqu’au {end}, comme son autorité",
        "certificate.own_ended":
            "le certificat HTTPS propre à la passerelle était valable jusqu’au {end}, comme son autorité",
        "map.bad_name":
            "« {file} » n’est pas montré, car son nom contient d’autres caractères que des lettres, des chiffres, « . », « - » et « _ »",
        "map.unreadable":
            "« {file} » ne peut pas être lu (en anglais) : « {detail} »",
        "map.not_mbtiles":
            "« {file} » n’est pas un fichier MBTiles (en anglais) : « {detail} »",
        "map.vector_tiles":
            "« {file} » contient des tuiles vectorielles ; la console montre des images (PNG, JPEG, WebP)",
        "map.no_tiles":
            "« {file} » ne contient aucune tuile des niveaux de zoom 0 à 30",
        "map.not_geojson":
            "« {file} » n’est pas du GeoJSON (en anglais) : « {detail} »",
        "map.not_degrees":
            "les coordonnées de « {file} » ne sont pas des degrés ; convertissez le fichier en WGS 84 (EPSG:4326)",
        "map.too_large":
            "« {file} » dépasse {limit} Mio",
        "map.too_many_points":
            "« {file} » contient trop de surfaces ou de points ; un fichier de carte peut avoir {areas} surfaces et {points} points",
        "map.left_out":
            "{count} surfaces de « {file} » manquent : elles sont illisibles, ou le fichier contient plus de surfaces ou de points que la carte ne peut en montrer",
        "capture.disabled":
            "les photos sont désactivées : « gnss-gateway settings captures.enabled=true » les active",
        "capture.no_receiver":
            "il n’y a pas de récepteur",
        "capture.no_fix":
            "le récepteur n’a pas de position mesurée ; placez-le avec une vue dégagée du ciel",
        "capture.nothing_arrived":
            "aucune position n’est arrivée du récepteur dans les {seconds} dernières secondes",
        "capture.stale_fix":
            "la dernière position date de {age:1} s",
        "capture.moving":
            "le récepteur bouge : ses positions sont distantes de {spread:1} m, et {limit:1} m au plus sont permis ; restez immobile",
        "capture.low_rate":
            "le récepteur n’envoie une position que toutes les {interval:1} s, il en faut une toutes les {limit:1} s au moins",
        "capture.too_few_fixes":
            "une seule position est arrivée dans les {seconds} dernières secondes ; attendez la suivante",
        "capture.accuracy":
            "la position est précise à {accuracy:1} m, et {limit:1} m sont exigés",
        "capture.unknown_accuracy":
            "le récepteur n’indique pas la précision de sa position, et {limit:1} m sont exigés",
        "capture.no_sampling":
            "il n’y a pas de point moyenné ; commencez une session de mesure et restez immobile",
        "capture.too_few_samples":
            "le point moyenné a {count} mesures sur {wanted} ; restez immobile jusqu’à ce qu’il les ait toutes",
        "capture.other_place":
            "le point moyenné est à {distance:1} m ; commencez une session de mesure ici",
        "capture.osnma_required":
            "une position authentifiée est exigée : {reason}",
        "capture.quota_reached":
            "impossible d’enregistrer des photos : elles occupent {used} Mio sur {limit} Mio au plus ; supprimez-en, "
            + "ou augmentez captures.limit_mib",
        "capture.disk_full":
            "impossible d’enregistrer des photos : il ne reste que {free} Mio sur le disque, et {reserve} Mio doivent "
            + "rester libres",
        "capture.key_unreadable": "impossible de sceller des photos (en anglais) : « {detail} »",
        "capture.no_heading":
            "la direction de l’appareil photo est exigée, et ni l’appareil ni le récepteur ne l’indique",
        "capture.not_signed_in":
            "seules les personnes connectées prennent des photos ; connectez-vous avec nom et mot de passe",
        "capture.heic":
            "l’image est au format HEIC ; réglez l’appareil photo sur JPEG (« le plus compatible »)",
        "capture.other_format": "l’image est au format {format} ; seul JPEG est accepté",
        "capture.damaged_image": "l’image n’est pas un fichier JPEG complet (en anglais) : « {detail} »",
        "capture.too_many_bytes": "l’image dépasse {limit} Mio ; prenez-la avec moins de pixels",
        "capture.too_many_pixels":
            "l’image a {width} × {height} pixels, et {limit} millions au plus sont acceptés",
        "capture.not_waiting":
            "le moment de cette photo n’est pas venu ; envoyez l’image quand son état est « waiting »",
        "capture.expired":
            "l’image de cette photo n’est pas arrivée à temps, rien n’a donc été enregistré ; prenez-en une autre",
        "capture.cancelled": "cette photo a été annulée ; prenez-en une autre",
        "capture.other_image": "cette photo est enregistrée avec une autre image",
        "capture.other_user": "cette photo appartient à une autre personne",
        "capture.too_many":
            "{limit} photos sont en train d’être prises ; réessayez dans quelques secondes",
        "capture.unknown": "il n’y a pas de photo « {id} »",
        "capture.rejected": "la photo n’a pas été prise : {reason}",
        "capture.storage_full":
            "les photos ne peuvent pas être enregistrées (en anglais) : « {detail} »",
        "map.same_name":
            "« {file} » n’est pas montré, car le nom d’un autre fichier n’en diffère que par des majuscules dans l’extension ; renommez l’un des deux",
        "map.other_format":
            "le nom d’un fichier de carte se termine par .mbtiles ou .geojson",
        "map.no_uploads":
            "la configuration ne permet pas d’envoyer des fichiers de carte (map.limit_mib vaut 0)",
        "map.no_space":
            "« {file} » n’est pas enregistré, car il resterait moins de {reserve} Mio libres sur le disque",
        "map.not_stored":
            "« {file} » ne peut pas être enregistré dans {folder} (en anglais) : « {detail} »",
        "map.not_deleted":
            "« {file} » ne peut pas être supprimé (en anglais) : « {detail} »",
        "map.too_many":
            "seuls les {limit} premiers fichiers de cartes du dossier sont montrés",
        "certificate.authority_not_stored":
            "l’autorité de la passerelle pour HTTPS ne peut pas être enregistrée ; après le prochain démarrage, tous les appareils devront en installer une autre",
        "certificate.not_renewed":
            "le certificat HTTPS propre à la passerelle, valable jusqu’au {end}, ne peut pas être renouvelé (en anglais) : « {detail} »",
        "doctor.fix.renew_certificate":
            "renouvelez-le, mettez les nouveaux fichiers à la place des anciens et lancez « sudo systemctl reload gnss-gateway »",
        "doctor.fix.new_authority":
            "supprimez tls-authority.pem du dossier « credentials » du dossier d’état, redémarrez la passerelle et installez la nouvelle autorité sur tous les appareils",
        "doctor.fix.restart_daemon":
            "« sudo systemctl restart gnss-gateway » ; si cela n’aide pas, signalez les messages du journal du service",
        "doctor.fix.store_authority":
            "libérez de l’espace et rendez le dossier d’état accessible en écriture ; la passerelle réessaie toutes les heures et au rechargement",
        "doctor.fix.correct_certificate":
            "corrigez les fichiers, ou écrivez « tls: auto » pour le certificat propre à la passerelle",
        "doctor.fix.create_configuration": "« gnss-gateway config show > {file} » en crée un pour commencer",
        "doctor.fix.correct_configuration":
            "corrigez-la et lancez « gnss-gateway config check {file} »",
        "doctor.fix.read_with_sudo": "lancez la vérification avec sudo pour qu’elle puisse lire le fichier",
        "doctor.fix.protect_service_file": "« sudo chgrp gnss-gateway {file} && sudo chmod 640 {file} »",
        "doctor.fix.protect_file":
            "« chmod 600 {file} » en tant que l’utilisateur qui fait tourner la passerelle",
        "doctor.fix.remove_plugin": "supprimez le fichier, ou voyez « gnss-gateway drivers list »",
        "doctor.fix.install_plugins":
            "installez les modules dans ../lib/gnss-gateway/plugins à côté du programme, ou ajoutez leur dossier à "
            + "« plugin_path »",
        "doctor.fix.set_state_folder": "donnez à STATE_DIRECTORY le chemin d’un dossier",
        "doctor.fix.make_state_folder":
            "« sudo install -d -m 700 -o {account} {folder} », ou donnez à STATE_DIRECTORY un autre dossier",
        "doctor.fix.move_store": "copiez ce dont vous avez besoin et déplacez le fichier dans un autre dossier",
        "doctor.fix.free_space": "libérez de la place ; « df {folder} » montre combien il en reste",
        "doctor.fix.check_store":
            "« gnss-gateway store check --state-directory {folder} » en dit plus ; « gnss-gateway store restore "
            + "--state-directory {folder} FILE » remet une sauvegarde en place",
        "doctor.fix.plug_in":
            "branchez le récepteur et lancez « gnss-gateway receivers scan » ; s’il n’apparaît pas, essayez un autre câble "
            + "ou un autre port et lisez les messages du noyau avec « sudo dmesg --follow »",
        "doctor.fix.plug_in_or_correct": "branchez-le, ou corrigez « device » dans la configuration",
        "doctor.fix.plug_in_or_choose": "branchez-le, ou donnez à « device » un appareil qui existe : {devices}",
        "doctor.fix.open_to_group":
            "son groupe n’a pas d’accès : installez les règles udev (voir plus bas), ou pour l’instant "
            + "« sudo chgrp dialout {device} && sudo chmod 660 {device} »",
        "doctor.fix.log_in":
            "{account} est dans le groupe {group}, mais cette session a commencé avant : reconnectez-vous",
        "doctor.fix.join_group":
            "« sudo usermod -aG {group} {account} », puis reconnectez-vous (un service : redémarrez-le)",
        "doctor.fix.join_socket_group": "« sudo usermod -aG {group} {account} », puis reconnectez-vous",
        "doctor.fix.install_rules":
            "« sudo install -m 644 udev/70-gnss-gateway.rules /etc/udev/rules.d/ && sudo udevadm control --reload && "
            + "sudo udevadm trigger --subsystem-match=tty --subsystem-match=usb »",
        "doctor.fix.ignore_port":
            "une règle udev à vous avec {rule} pour l’appareil, ou, si aucun modem n’est utilisé, "
            + "« sudo systemctl disable --now ModemManager »",
        "doctor.fix.disable_gpsd":
            "« sudo systemctl disable --now gpsd.socket gpsd.service » ; la passerelle sert elle-même les clients de gpsd",
        "doctor.fix.disable_modem_manager":
            "installez les règles udev (voir plus bas), ou « sudo systemctl disable --now ModemManager »",
        "doctor.fix.mask_brltty":
            "sans afficheur braille : « sudo systemctl mask --now brltty.service brltty-udev.service »",
        "doctor.fix.end_program": "arrêtez {program} : « kill {process} »",
        "doctor.fix.find_listener": "trouvez le programme avec « sudo ss -tlnp sport = :{port} »",
        "doctor.fix.free_port_of_gpsd":
            "« sudo systemctl disable --now gpsd.socket gpsd.service », ou un autre port dans {key}",
        "doctor.fix.free_port": "arrêtez-le, ou choisissez un autre port dans {key}",
        "doctor.fix.add_ipv4": "ajoutez une adresse IPv4 à listen.gpsd : \"127.0.0.1:2947\"",
        "doctor.fix.start_daemon":
            "« sudo systemctl enable --now gnss-gateway », ou dans un terminal « gnss-gateway run »",
        "doctor.fix.run_as_owner": "lancez-la en tant que root, ou que l’utilisateur qui fait tourner la passerelle",
        "doctor.fix.synchronise_clock": "« sudo timedatectl set-ntp true », ou installez chrony",
        "doctor.fix.report_driver":
            "transmettez les messages du journal aux auteurs du pilote « {driver} » ; "
            + "« gnss-gateway drivers check » trouve de tels défauts",
        "doctor.fix.plug_in_adapter":
            "branchez un adaptateur (USB) et chargez son pilote (« sudo modprobe btusb ») ; dans une machine virtuelle ou "
            + "un conteneur, faites-le transmettre",
        "bluetooth.no_bus": "il n’y a pas de D-Bus système (« {detail} »), nécessaire pour joindre bluetoothd",
        "bluetooth.no_bluetoothd": "bluetoothd n’est pas en marche",
        "bluetooth.denied": "cet utilisateur ne peut pas communiquer avec bluetoothd (« {detail} »)",
        "bluetooth.no_answer": "bluetoothd ne répond pas",
        "bluetooth.broken": "« {detail} » (message en anglais)",
        "bluetooth.refused": "bluetoothd refuse : « {detail} »",
        "bluetooth.not_allowed": "bluetoothd ne l’autorise pas (« {detail} »)",
        "bluetooth.busy": "bluetoothd s’en occupe déjà",
        "bluetooth.adapter_off": "{adapter} est éteint",
        "bluetooth.some_adapter_off": "l’adaptateur est éteint",
        "bluetooth.adapter_blocked": "{adapter} est bloqué par le système (rfkill)",
        "bluetooth.adapter_switched_off": "{adapter} est bloqué par un interrupteur de cette machine (rfkill, hard)",
        "bluetooth.no_adapter": "bluetoothd ne connaît aucun adaptateur Bluetooth sur cette machine",
        "bluetooth.unknown_adapter": "l’adaptateur {adapter} n’existe pas",
        "bluetooth.not_found": "{device} n’a pas été trouvé en {seconds} s",
        "bluetooth.gone": "{device} n’est plus à portée",
        "bluetooth.asks_for_pin": "{device} demande un code PIN",
        "bluetooth.rejects_pin": "{device} refuse le code PIN {pin}",
        "bluetooth.declined": "{device} n’a pas été jumelé, comme demandé",
        "bluetooth.device_silent": "{device} n’a pas répondu à temps",
        "bluetooth.unreachable": "{device} ne répond pas (« {detail} »)",
        "bluetooth.pairing_failed": "{device} a refusé le jumelage (échec de l’authentification)",
        "bluetooth.pairing_rejected": "{device} a rejeté le jumelage",
        "bluetooth.pairing_ended": "{device} a interrompu le jumelage",
        "bluetooth.pairing_too_long": "le jumelage avec {device} a duré trop longtemps",
        "bluetooth.fix.install_bus":
            "« sudo apt install dbus », ou transmettez /run/dbus/system_bus_socket au conteneur",
        "bluetooth.fix.start_bluetoothd":
            "« sudo systemctl enable --now bluetooth » le démarre ; s’il n’est pas installé : « sudo apt install bluez »",
        "bluetooth.fix.join_group":
            "« sudo usermod -aG bluetooth {account} », puis reconnectez-vous (un service : redémarrez-le)",
        "bluetooth.fix.restart_bluetoothd": "« sudo systemctl restart bluetooth », puis réessayez",
        "bluetooth.fix.wait": "attendez un instant et réessayez",
        "bluetooth.fix.switch_on": "allumez-le avec « bluetoothctl power on »",
        "bluetooth.fix.unblock": "débloquez-le avec « sudo rfkill unblock bluetooth »",
        "bluetooth.fix.end_flight_mode":
            "désactivez le mode avion avec l’interrupteur ou la touche, ou activez Bluetooth dans la configuration du "
            + "micrologiciel",
        "bluetooth.fix.plug_in":
            "branchez-en un (USB) ou activez-le dans la configuration du micrologiciel ; "
            + "« sudo dmesg | grep -i bluetooth » montre ce que le noyau détecte",
        "bluetooth.fix.choose_adapter": "les adaptateurs sont : {adapters}",
        "bluetooth.fix.make_visible":
            "allumez-le, rendez-le visible (souvent avec son bouton) et rapprochez-le ; "
            + "« gnss-gateway receivers scan --bluetooth » montre les appareils à portée",
        "bluetooth.fix.switch_device_on": "allumez-le et réessayez",
        "bluetooth.fix.come_nearer": "allumez-le, rapprochez-le et réessayez",
        "bluetooth.fix.give_pin":
            "indiquez-le avec « --pin PIN » (voir sa notice ou son étiquette), ou essayez les codes courants avec "
            + "« --default-pins »",
        "bluetooth.fix.find_pin":
            "cherchez son code PIN dans la notice ou sur l’étiquette et indiquez-le avec « --pin PIN »",
        "bluetooth.fix.shorten_distance": "réessayez à une distance plus courte",
        "bluetooth.fix.delete_pairings":
            "effacez ses jumelages enregistrés comme sa notice le décrit ; certains n’acceptent qu’un ordinateur à la fois",
        "bluetooth.fix.press_button":
            "certains appareils doivent être mis en mode jumelage avec un bouton : voir la notice",
        "bluetooth.fix.watch_display": "réessayez en regardant son affichage",
        "bluetooth.fix.try_again": "réessayez",
        "alert.webhook-given-up":
            "des événements n’ont pas pu être envoyés à {server} pendant un jour et ont été abandonnés "
            + "; « gnss-gateway status » donne la raison",
        "alert.webhook-given-up.over": "{server} accepte de nouveau les événements",
        "alert.webhook-given-up.removed": "aucun autre événement n’est envoyé à {server}",
        "webhook.ready": "tous les événements sont remis",
        "webhook.delivering": "{count} événements sont en cours d’envoi",
        "webhook.retrying": "{cause} ; nouvel essai dans {seconds} s",
        "webhook.cause.unreachable": "{server} est injoignable : {detail}",
        "webhook.cause.tls": "le certificat de {server} n’est pas reconnu : {detail}",
        "webhook.cause.timed_out": "{server} n’a pas répondu en {seconds} s",
        "webhook.cause.refused": "{server} a répondu avec le statut {status}",
        "webhook.cause.failed": "la requête à {server} a échoué : {detail}",
    ]
}
