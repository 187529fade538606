// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials

/// What is kept of a password: scrypt (RFC 7914) over it and a random salt.
struct PasswordHash: Codable, Hashable, Sendable {
    /// How long a password may be, in characters.
    static let lengths = 10...200
    /// About 16 MiB and, on a slow board, a second for each try.
    private static let standard = (rounds: 1 << 14, blockSize: 8, parallelism: 5)

    private var rounds: Int
    private var blockSize: Int
    private var parallelism: Int
    private var salt: Data
    private var hash: Data

    /// Takes a moment of a processor: not for an event loop.
    ///
    /// - Throws: a `CryptoKitError` where there is too little memory.
    init(_ password: String) throws {
        var generator = SystemRandomNumberGenerator()
        (rounds, blockSize, parallelism) = Self.standard
        salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        hash = Data()
        hash = try derive(password)
    }

    /// Whether it is this password. Takes a moment of a processor: not for an event loop.
    func matches(_ password: String) -> Bool {
        guard let derived = try? derive(password) else { return false }
        return ConstantTime.isEqual(derived, hash)
    }

    private func derive(_ password: String) throws -> Data {
        let key = try KDF.Scrypt.deriveKey(
            from: Data(password.utf8), salt: salt, outputByteCount: 32, rounds: rounds, blockSize: blockSize,
            parallelism: parallelism, maxMemory: 64 << 20)
        return key.withUnsafeBytes { Data($0) }
    }
}
