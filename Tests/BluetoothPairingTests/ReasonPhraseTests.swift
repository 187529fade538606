// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import Testing
import Transport

/// The words that the gateway goes by are those that lines to receivers give as the reason.
@Suite struct ReasonPhraseTests {
    @Test func `a lack of permission and silence are said in the words that are looked for`() {
        let denied = SerialPortError.denied(path: "/dev/ttyUSB0", remedy: "add the user to dialout")
        #expect(ReasonPhrase.permissionDenied.isIn("\(denied)"))
        #expect(ReasonPhrase.permissionDenied.isIn("\(BluetoothError.denied)"))
        #expect(ReasonPhrase.permissionDenied.isIn("open /dev/ttyS0: Permission denied"))
        #expect(ReasonPhrase.noByte.isIn("\(BluetoothError.silent(seconds: 30))"))
        #expect(!ReasonPhrase.bytesArrive.isIn("900 bytes arrived in 5 s"))
    }
}
