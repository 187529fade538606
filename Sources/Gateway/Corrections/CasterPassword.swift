// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import Corrections
internal import Glibc
internal import Storage
internal import SystemSupport

/// Reads user and password for a caster each time that it is asked, so that a new password holds at once.
struct CasterPassword: Sendable {
    /// The name of the password in the state folder.
    static let name = "ntrip.password"

    let settings: CorrectionsSettings
    let credentials: Credentials?

    /// - Throws: `CasterError` that names the file and what to do.
    func read() throws(CasterError) -> CasterLogin? {
        guard let user = settings.user else { return nil }
        guard let path = settings.passwordFile else { return CasterLogin(user: user, password: try stored()) }
        return CasterLogin(user: user, password: try Self.firstLine(of: path))
    }

    /// Whether others of this machine may read the file.
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
