// SPDX-License-Identifier: Apache-2.0

internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials

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
        hash = try derive(password)
    }

    /// True if the password is the hashed one. Too slow for an event loop.
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
