// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import Corrections
internal import Glibc
internal import Storage
internal import SystemSupport

/// Reads user and password for a caster before every login, so that a changed password takes effect at once.
struct CasterPassword: Sendable {
    /// The name of the secret in the state folder that holds the password.
    static let name = "ntrip.password"

    let settings: CorrectionsSettings
    let credentials: Credentials?

    /// Reads the login.
    ///
    /// - Returns: User and password; nil if no user is configured.
    ///
    /// - Throws: `CasterError` that names the file and the remedy.
    func read() throws(CasterError) -> CasterLogin? {
        guard let user = settings.user else { return nil }
        guard let path = settings.passwordFile else { return CasterLogin(user: user, password: try stored()) }
        return CasterLogin(user: user, password: try Self.firstLine(of: path))
    }

    /// True if every user of this machine can read the password file.
    var isOpenToOthers: Bool {
        var status = stat()
        guard let path = settings.passwordFile, stat(path, &status) == 0 else { return false }
        return status.st_mode & 0o004 != 0
    }

    private func stored() throws(CasterError) -> String {
        do throws(StoreError) {
            return try credentials?.read(Self.name)?.exposed ?? ""
        } catch {
            throw CasterError(.login, "corrections: \(error)")
        }
    }

    private static func firstLine(of path: String) throws(CasterError) -> String {
        let bytes: [UInt8]
        do throws(FileReadError) {
            bytes = try WholeFile.read(path, atMost: Credentials.limit, regularOnly: true)
        } catch {
            switch error {
            case .directory, .notRegular: throw failure(path, "it is not a file")
            case .tooLarge: throw failure(path, "it \(error)")
            case .system: throw failure(path, error.description)
            }
        }
        let line = bytes.prefix { $0 != 10 && $0 != 13 && $0 != 0 }
        guard !line.isEmpty, let text = String(validating: line, as: UTF8.self) else {
            throw failure(path, "its first line is not a password")
        }
        return text
    }

    private static func failure(_ path: String, _ reason: String) -> CasterError {
        CasterError(.login, "cannot read the password in \(path) ('corrections.password_file'): \(reason)")
    }
}
