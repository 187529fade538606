// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Access

struct PasswordHashTests {
    /// A password with composed letters, as most keyboards send it.
    private let composed = "zw\u{F6}lf \u{C4}pfel im Korb"
    /// The same password with accents of their own, as some systems send it.
    private let decomposed = "zwo\u{308}lf A\u{308}pfel im Korb"

    @Test func `a password is the same with composed letters and with separate accents`() throws {
        #expect(!composed.utf8.elementsEqual(decomposed.utf8))
        // One real hash, because each derivation takes more than a second in a debug build.
        #expect(try PasswordHash(decomposed).matches(composed))
        // scrypt of the composed password with N 16, r 8, p 1 and the salt 0...15.
        let json = """
            {"rounds":16,"blockSize":8,"parallelism":1,"salt":"AAECAwQFBgcICQoLDA0ODw==",
            "hash":"qxgDEQaRpEMzew8FqzcsP2nFVu1Vgast7fA49ihIHHU="}
            """
        let hash = try JSONDecoder().decode(PasswordHash.self, from: Data(json.utf8))
        #expect(hash.matches(composed) && hash.matches(decomposed))
        #expect(!hash.matches("zwolf Apfel im Korb"))
    }

    @Test func `an earlier version's hash of separate accents is accepted in both forms`() throws {
        // scrypt of the decomposed password with N 16, r 8, p 1 and the salt 0...15.
        let json = """
            {"rounds":16,"blockSize":8,"parallelism":1,"salt":"AAECAwQFBgcICQoLDA0ODw==",
            "hash":"AC8riQxyOl21+WRWRUuLomGSvGUsIhgesfwlHxQqI7w="}
            """
        let hash = try JSONDecoder().decode(PasswordHash.self, from: Data(json.utf8))
        #expect(hash.matches(decomposed) && hash.matches(composed))
        #expect(!hash.matches("another password"))
    }
}
