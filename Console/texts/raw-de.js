// SPDX-License-Identifier: Apache-2.0

/** The German texts of the page with raw data. */
export default {
  'raw.about': 'Die Datenrahmen, die der Empfänger sendet, so wie sie eintreffen. Das Gateway bewahrt sie eine Minute lang auf, solange diese Seite offen ist.',
  'raw.receiver': 'Empfänger',
  'raw.only': 'Nur Nachrichten mit',
  'raw.pause': 'Anhalten',
  'raw.go-on': 'Fortsetzen',
  'raw.file': 'Die letzte Minute speichern',
  'raw.frames': 'Datenrahmen',
  'raw.messages': 'Nachrichten',
  'raw.message': 'Nachricht',
  'raw.count': 'Anzahl',
  'raw.rate': 'Pro Sekunde',
  'raw.bytes': 'Größe',
  'raw.total': '{frames} Datenrahmen und {bytes} pro Sekunde.',
  'raw.skipped': 'Dies ist eine Stichprobe: {count} Datenrahmen wurden nicht gezeigt. Die Zähler und die Datei enthalten sie.',
  'raw.waiting': 'Es ist noch kein Datenrahmen eingetroffen.',
  'raw.nothing': 'Es ist noch keine Nachricht eingetroffen.',
  'raw.fields': 'Felder',
  'raw.content': 'Inhalt',
  'raw.more': '{count} weitere Felder werden nicht gezeigt.',
  'raw.add': 'Einen Empfänger hinzufügen',
};
