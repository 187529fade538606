// SPDX-License-Identifier: Apache-2.0

internal import CQRCode
internal import ControlModel

extension QRCodeReport {
    /// Makes the QR code of a URL; nil if libqrencode is not installed, or the URL is longer than 2,000 bytes.
    init?(url: String) {
        let bytes = Array(url.utf8)
        guard (1...2000).contains(bytes.count),
            // The smallest size that holds the text, with 15 % of redundancy for dirt and reflections on a display.
            let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
        else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        // The library owns the modules until `QRcode_free`: width² bytes, of which bit 0 is 1 for a dark one (qrencode.h).
        guard (21...177).contains(width), let modules = code.pointee.data else { return nil }
        self.init(
            url: url,
            rows: (0..<width).map { row in
                String((0..<width).map { modules[row * width + $0] & 1 == 1 ? "1" : "0" })
            })
    }
}
