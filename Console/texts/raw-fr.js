// SPDX-License-Identifier: Apache-2.0

/** The French texts of the page with raw data. */
export default {
  'raw.about': 'Les trames que le récepteur envoie, telles qu’elles arrivent. La passerelle les conserve une minute tant que cette page est ouverte.',
  'raw.receiver': 'Récepteur',
  'raw.only': 'Seulement les messages avec',
  'raw.pause': 'Suspendre',
  'raw.go-on': 'Continuer',
  'raw.file': 'Enregistrer la dernière minute',
  'raw.frames': 'Trames',
  'raw.messages': 'Messages',
  'raw.message': 'Message',
  'raw.count': 'Nombre',
  'raw.rate': 'Par seconde',
  'raw.bytes': 'Taille',
  'raw.total': '{frames} trames et {bytes} par seconde.',
  'raw.skipped': 'Ceci est un échantillon : {count} trames n’ont pas été montrées. Les compteurs et le fichier les contiennent.',
  'raw.waiting': 'Aucune trame n’est encore arrivée.',
  'raw.nothing': 'Aucun message n’est encore arrivé.',
  'raw.fields': 'Champs',
  'raw.content': 'Contenu',
  'raw.more': '{count} autres champs ne sont pas montrés.',
  'raw.add': 'Ajouter un récepteur',
};
