// SPDX-License-Identifier: Apache-2.0

/** The German texts of the page Phone. */
export default {
  'phone.intro': 'Drei Schritte bringen diese Konsole auf ein Telefon oder Tablet im selben Netz.',
  'phone.open': 'Die Konsole auf dem Telefon öffnen',
  'phone.trust': 'Dem Telefon das Gateway vertraut machen',
  'phone.install': 'Auf den Startbildschirm legen',
  'phone.scan': 'Erstellen Sie einen Code und scannen Sie ihn mit der Kamera des Telefons. Der Code meldet einen Browser an.',
  'phone.only-here': 'Dieses Gateway bedient nur den eigenen Rechner. Setzen Sie „listen.https“ in der Konfigurationsdatei auf eine Adresse, die Telefone erreichen, zum Beispiel ["0.0.0.0:2443"].',
  'phone.may': 'Das Telefon darf',
  'phone.given': 'Das Zertifikat dieses Gateways stammt aus Dateien seines Besitzers: Ein Telefon vertraut ihm, wenn es der ausstellenden Stelle vertraut.',
  'phone.no-https': 'Dieses Gateway bietet kein https an. Telefone können die Konsole zeigen, aber nicht installieren. Setzen Sie „listen.https“ in der Konfigurationsdatei, zum Beispiel auf ["0.0.0.0:2443"].',
  'phone.names': 'Über https hat das Gateway diese Namen und Adressen:',
  'phone.why': 'Als Anwendung öffnet sich die Konsole vom Startbildschirm aus, ohne die Leisten des Browsers. Sie öffnet sich auch, während das Gateway nicht erreichbar ist, und zeigt dann die letzte bekannte Position.',
  'phone.add': 'Installieren',
  'phone.installed': 'Die Konsole ist auf diesem Gerät installiert.',
  'phone.insecure': 'Browser installieren nur, was sie über https mit einem vertrauten Zertifikat geladen haben. Öffnen Sie die Konsole zuerst über https.',
  'phone.android': 'Android: Öffnen Sie das Menü des Browsers und wählen Sie „Zum Startbildschirm hinzufügen“.',
  'phone.ios': 'iPhone, iPad: Tippen Sie auf „Teilen“ und wählen Sie „Zum Home-Bildschirm“.',
  'trust.fingerprint': 'SHA-256-Fingerabdruck', 'trust.get': 'Zertifikat der Zertifizierungsstelle herunterladen',
  'trust.why': 'Installieren Sie auf jedem Telefon oder Rechner einmal die Zertifizierungsstelle des Gateways, damit er diese Seite ohne Warnung über https öffnet.',
  'trust.compare': 'Vergleichen Sie den Fingerabdruck, den das Gerät anzeigt, mit dem, den „gnss-gateway console certificate“ auf dem Gateway ausgibt.',
  'trust.android': 'Android: Einstellungen, Sicherheit, Weitere Sicherheitseinstellungen, Vom Speicher installieren, CA-Zertifikat.',
  'trust.ios': 'iPhone, iPad: Einstellungen, Profil geladen, Installieren; danach Allgemein, Info, Zertifikatsvertrauenseinstellungen.',
};
