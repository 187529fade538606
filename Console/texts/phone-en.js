// SPDX-License-Identifier: Apache-2.0

/** The English texts of the page Phone. */
export default {
  'phone.intro': 'Three steps bring this console to a phone or tablet in the same network.',
  'phone.open': 'Open the console on the phone',
  'phone.trust': 'Let the phone trust this gateway',
  'phone.install': 'Add it to the home screen',
  'phone.scan': 'Create a code and scan it with the phone’s camera. The code signs in one browser.',
  'phone.only-here': 'This gateway serves only its own computer. Set “listen.https” in the configuration file to an address that phones reach, for example ["0.0.0.0:2443"].',
  'phone.may': 'The phone may',
  'phone.given': 'This gateway’s certificate comes from its owner’s files: a phone trusts it if it trusts the authority that issued it.',
  'phone.no-https': 'This gateway does not serve https, so phones can show the console but cannot install it. Set “listen.https” in the configuration file, for example to ["0.0.0.0:2443"].',
  'phone.names': 'Over https the gateway has these names and addresses:',
  'phone.why': 'As an application, the console opens from the home screen, without the browser’s bars. It also opens while the gateway cannot be reached, and then shows the last known position.',
  'phone.add': 'Install',
  'phone.installed': 'The console is installed on this device.',
  'phone.insecure': 'Browsers install only what they loaded over https with a certificate that they trust. Open the console over https first.',
  'phone.android': 'Android: open the browser’s menu and choose “Add to Home screen”.',
  'phone.ios': 'iPhone, iPad: tap Share and choose “Add to Home Screen”.',
  'trust.fingerprint': 'SHA-256 fingerprint', 'trust.get': 'Download the authority’s certificate',
  'trust.why': 'To open this page over https without a warning, install the gateway’s certificate authority once on each phone or computer.',
  'trust.compare': 'Compare the fingerprint that the device shows with the one that “gnss-gateway console certificate” prints on the gateway.',
  'trust.android': 'Android: Settings, Security, More security settings, Install from storage, CA certificate.',
  'trust.ios': 'iPhone, iPad: Settings, Profile downloaded, Install; then General, About, Certificate Trust Settings.',
};
