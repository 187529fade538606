// SPDX-License-Identifier: Apache-2.0

import Crypto
import Wire

/// The processor times of single operations on this machine, in seconds.
struct Prices {
    /// SHA-256 of a block of 64 bytes, in a long message.
    let block: Double
    /// The CRC of one page.
    let check: Double
    /// The verification of a signature on P-256.
    let p256: Double
    let p521: Double

    init() {
        let long = [UInt8](repeating: 0x5A, count: 1 << 16)
        var sum: UInt64 = 0
        func least(_ count: Int, _ body: () -> Void) -> Double {
            (0..<5).map { _ in threadSeconds { for _ in 0..<count { body() } } / Double(count) }.min() ?? 0
        }
        block = least(50) { sum &+= UInt64(Array(SHA256.hash(data: long))[0]) } / 1024
        let page = [UInt8](repeating: 0xA5, count: 25)
        check = least(10_000) { sum &+= UInt64(CRC24Q.of(page.span, in: 0..<25)) }
        let message = [UInt8](repeating: 1, count: 33)
        let short = P256.Signing.PrivateKey()
        let tall = P521.Signing.PrivateKey()
        guard let one = try? short.signature(for: message), let other = try? tall.signature(for: message) else {
            (p256, p521) = (0, 0)
            return
        }
        p256 = least(20) { sum &+= short.publicKey.isValidSignature(one, for: message) ? 1 : 0 }
        p521 = least(20) { sum &+= tall.publicKey.isValidSignature(other, for: message) ? 1 : 0 }
        if sum == 0 { print("") }
    }

    var text: String {
        func micro(_ seconds: Double) -> String { String(Double(Int(seconds * 1e8)) / 100) }
        return """
            SHA-256 \(micro(block)) µs a block, CRC \(micro(check)) µs a page, P-256 \(micro(p256)) µs, P-521 \
            \(micro(p521)) µs a signature
            """
    }
}
