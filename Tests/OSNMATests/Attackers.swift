// SPDX-License-Identifier: Apache-2.0

@testable import OSNMA

extension Sky.Page {
    /// The page with another byte of HKROOT, its CRC set right again.
    func sending(hkroot byte: UInt8) -> Sky.Page {
        var bits = SkyBits(bits).bits
        for bit in 0..<8 { bits[138 + bit] = byte >> UInt8(7 - bit) & 1 }
        var whole = SkyBits()
        whole.bits = bits
        return Sky.Page(satellite: satellite, start: start, bits: SkyBits.repaired(whole.bytes))
    }
}

extension [Sky.Page] {
    /// The pages with other HKROOT messages from some satellites.
    ///
    /// - Parameter message: of a satellite in a subframe the 15 bytes of HKROOT, or nil for its own.
    func sending(_ message: (_ satellite: Int, _ subframe: Int) -> [UInt8]?) -> [Sky.Page] {
        map { page in
            guard let bytes = message(page.satellite, page.subframe) else { return page }
            return page.sending(hkroot: bytes[page.index])
        }
    }
}

/// One HKROOT message: header, number of the DSM, number of the block, its 13 bytes.
func hkroot(_ header: UInt8, dsm: UInt8, block: Int, _ bytes: some Sequence<UInt8>) -> [UInt8] {
    [header, dsm << 4 | UInt8(block)] + Array(bytes)
}

/// The trusted time of who receives a page as soon as it is sent, right to a second.
func punctual(_ page: Sky.Page) -> TrustedTime? {
    TrustedTime(milliseconds: Int64(page.start + 2) * 1000, uncertainty: 1000)
}
