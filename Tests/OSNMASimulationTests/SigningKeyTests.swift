// SPDX-License-Identifier: Apache-2.0

import Crypto
import Testing

@testable import OSNMASimulation

/// Signatures that follow from key and message alone.
@Suite struct SigningKeyTests {
    private func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    @Test func `P-256 signs as RFC 6979, appendix A.2.5, has it`() throws {
        let scalar = bytes("C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721")
        let key = try #require(SigningKey(.p256, scalar: scalar))
        #expect(
            key.sign(Array("sample".utf8))
                == bytes(
                    "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716"
                        + "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"))
        #expect(
            key.sign(Array("test".utf8))
                == bytes(
                    "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367"
                        + "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"))
    }

    @Test func `P-521 signs as RFC 6979, appendix A.2.7, has it`() throws {
        let scalar = bytes(
            "00FAD06DAA62BA3B25D2FB40133DA757205DE67F5BB0018FEE8C86E1B68C7E75CAA896EB32F1F47C70855836A6D16FCC1466"
                + "F6D8FBEC67DB89EC0C08B0E996B83538")
        let key = try #require(SigningKey(.p521, scalar: scalar))
        #expect(
            key.sign(Array("sample".utf8))
                == bytes(
                    "00C328FAFCBD79DD77850370C46325D987CB525569FB63C5D3BC53950E6D4C5F174E25A1EE9017B5D450606ADD152B534931"
                        + "D7D4E8455CC91F9B15BF05EC36E377FA"
                        + "00617CCE7CF5064806C467F678D3B4080D6F1CC50AF26CA209417308281B68AF282623EAA63E5B5C0723D8B8C37FF0777B1A"
                        + "20F8CCB1DCCC43997F1EE0E44DA4A67A"))
    }

    @Test(
        "any key signs any message so that others find it right, and always alike", arguments: SigningCurve.allCases)
    func others(_ curve: SigningCurve) throws {
        for number in UInt64(0)..<6 {
            let key = SigningKey(curve, seed: Seed(number))
            let message = Array("message \(number)".utf8)
            let signature = key.sign(message)
            #expect(signature == SigningKey(curve, seed: Seed(number)).sign(message))
            #expect(try isRight(signature, key, message))
            #expect(try !isRight(signature, key, message + [0]))
        }
    }

    private func isRight(_ signature: [UInt8], _ key: SigningKey, _ message: [UInt8]) throws -> Bool {
        switch key.curve {
        case .p256:
            try P256.Signing.PublicKey(compressedRepresentation: key.point)
                .isValidSignature(P256.Signing.ECDSASignature(rawRepresentation: signature), for: message)
        case .p521:
            try P521.Signing.PublicKey(compressedRepresentation: key.point)
                .isValidSignature(P521.Signing.ECDSASignature(rawRepresentation: signature), for: message)
        }
    }
}
