// SPDX-License-Identifier: Apache-2.0

/** The English texts of the page with raw data. */
export default {
  'raw.about': 'The frames that the receiver sends, as they arrive. The gateway keeps them for a minute while this page is open.',
  'raw.receiver': 'Receiver',
  'raw.only': 'Only messages with',
  'raw.pause': 'Pause',
  'raw.go-on': 'Continue',
  'raw.file': 'Save the last minute',
  'raw.frames': 'Frames',
  'raw.messages': 'Messages',
  'raw.message': 'Message',
  'raw.count': 'Count',
  'raw.rate': 'Per second',
  'raw.bytes': 'Size',
  'raw.total': '{frames} frames and {bytes} per second.',
  'raw.skipped': 'This is a sample: {count} frames were not shown. The counters and the file include them.',
  'raw.waiting': 'No frame has arrived yet.',
  'raw.nothing': 'No message has arrived yet.',
  'raw.fields': 'Fields',
  'raw.content': 'Content',
  'raw.more': '{count} more fields are not shown.',
  'raw.add': 'Add a receiver',
};
