// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras
internal import Foundation

/// The stored form of a password: scrypt (RFC 7914) with a random salt.
struct PasswordHash: Codable, Hashable, Sendable {
    /// The allowed length of a password, in characters.
    static let lengths = 10...200
    /// The parameters, which cost about 16 MiB of memory, and up to a second on a slow board.
    private static let standard = (rounds: 1 << 14, blockSize: 8, parallelism: 5)

    private var rounds: Int
    private var blockSize: Int
    private var parallelism: Int
    private var salt: Data
    private var hash: Data

    /// Hashes a password. Too slow for an event loop.
    ///
    /// - Throws: A `CryptoKitError` if there is not enough memory.
    init(_ password: String) throws {
        var generator = SystemRandomNumberGenerator()
        (rounds, blockSize, parallelism) = Self.standard
        salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        hash = Data()
        hash = try derive(password.precomposedStringWithCanonicalMapping)
    }

    /// True if the password is the hashed one. Too slow for an event loop.
    func matches(_ password: String) -> Bool {
        Self.forms(of: password).contains { form in
            guard let derived = try? derive(form) else { return false }
            return ConstantTime.isEqual(derived, hash)
        }
    }

    /// Takes as long as ``matches(_:)`` for a password that is wrong.
    static func spendTime(on password: String) {
        for form in forms(of: password) { _ = try? PasswordHash(form) }
    }

    /// The forms of a password that may have been hashed: with composed letters (NFC), and those that earlier versions
    /// hashed, as it is given and with separate accents (NFD). Some systems send `é` as one code point, and others as a
    /// letter and an accent.
    private static func forms(of password: String) -> [String] {
        var forms = [password]
        for form in [password.precomposedStringWithCanonicalMapping, password.decomposedStringWithCanonicalMapping] {
            // As texts, all forms are equal.
            if !forms.contains(where: { $0.utf8.elementsEqual(form.utf8) }) { forms.append(form) }
        }
        return forms
    }

    private func derive(_ password: String) throws -> Data {
        let key = try KDF.Scrypt.deriveKey(
            from: Data(password.utf8), salt: salt, outputByteCount: 32, rounds: rounds, blockSize: blockSize,
            parallelism: parallelism, maxMemory: 64 << 20)
        return key.withUnsafeBytes { Data($0) }
    }
}
