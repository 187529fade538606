// SPDX-License-Identifier: Apache-2.0

/** The French texts of the page Phone. */
export default {
  'phone.intro': 'Trois étapes amènent cette console sur un téléphone ou une tablette du même réseau.',
  'phone.open': 'Ouvrir la console sur le téléphone',
  'phone.trust': 'Faire accepter la passerelle au téléphone',
  'phone.install': 'L’ajouter à l’écran d’accueil',
  'phone.scan': 'Créez un code et scannez-le avec l’appareil photo du téléphone. Le code connecte un seul navigateur.',
  'phone.only-here': 'Cette passerelle ne sert que son propre ordinateur. Définissez « listen.https » dans le fichier de configuration à une adresse que les téléphones atteignent, par exemple ["0.0.0.0:2443"].',
  'phone.may': 'Le téléphone peut',
  'phone.given': 'Le certificat de cette passerelle provient des fichiers de son propriétaire : un téléphone l’accepte s’il fait confiance à l’autorité qui l’a émis.',
  'phone.no-https': 'Cette passerelle n’offre pas https : les téléphones peuvent afficher la console, mais pas l’installer. Définissez « listen.https » dans le fichier de configuration, par exemple ["0.0.0.0:2443"].',
  'phone.names': 'En https, la passerelle a ces noms et adresses :',
  'phone.why': 'Comme application, la console s’ouvre depuis l’écran d’accueil, sans les barres du navigateur. Elle s’ouvre aussi quand la passerelle est injoignable, et montre alors la dernière position connue.',
  'phone.add': 'Installer',
  'phone.installed': 'La console est installée sur cet appareil.',
  'phone.insecure': 'Les navigateurs n’installent que ce qu’ils ont chargé en https avec un certificat auquel ils font confiance. Ouvrez d’abord la console en https.',
  'phone.android': 'Android : ouvrez le menu du navigateur et choisissez « Ajouter à l’écran d’accueil ».',
  'phone.ios': 'iPhone, iPad : touchez Partager et choisissez « Sur l’écran d’accueil ».',
  'trust.fingerprint': 'Empreinte SHA-256', 'trust.get': 'Télécharger le certificat de l’autorité',
  'trust.why': 'Pour ouvrir cette page en https sans avertissement, installez une fois l’autorité de certification de la passerelle sur chaque téléphone ou ordinateur.',
  'trust.compare': 'Comparez l’empreinte affichée par l’appareil avec celle que « gnss-gateway console certificate » affiche sur la passerelle.',
  'trust.android': 'Android : Paramètres, Sécurité, Autres paramètres de sécurité, Installer depuis le stockage, Certificat CA.',
  'trust.ios': 'iPhone, iPad : Réglages, Profil téléchargé, Installer ; puis Général, Informations, Réglages des certificats.',
};
