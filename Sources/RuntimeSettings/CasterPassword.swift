// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import ControlModel
package import Corrections
internal import Glibc
internal import Storage
internal import SystemSupport

/// Reads user and password for a caster before every login, so that a changed password takes effect at once.
package struct CasterPassword: Sendable {
    /// The name of the secret in the state folder that holds the password.
    static let name = "ntrip.password"

    /// The place where the password is stored.
    package enum Source: Hashable, Sendable {
        /// There is no password.
        case none
        /// The password is in the file that the configuration names, or in the state folder if it names none.
        case configured
        /// The password is in the secret with this name, because a person entered it.
        case person(String)
    }

    let settings: CorrectionsSettings
    let source: Source
    let credentials: Credentials?
    /// The passwords that people entered, if nothing is kept on disk, by name.
    var kept: [String: Secret] = [:]

    /// Reads the login.
    ///
    /// - Returns: User and password; nil if no user is configured.
    ///
    /// - Throws: `CasterError` that names the file and the remedy.
    package func read() throws(CasterError) -> CasterLogin? {
        guard let user = settings.user else { return nil }
        let password: String
        switch (source, settings.passwordFile) {
        case (.none, _): password = ""
        case (.configured, let path?): password = try Self.firstLine(of: path)
        case (.configured, nil): password = try stored(Self.name) ?? ""
        case (.person(let name), _):
            password = try entered(name)
        }
        return CasterLogin(user: user, password: password)
    }

    /// True if there is a password, readable or not.
    var isThere: Bool {
        guard settings.user != nil else { return false }
        return switch source {
        case .none: false
        case .configured: settings.passwordFile != nil || (try? credentials?.read(Self.name)) != nil
        case .person(let name): (try? entered(name)) != nil
        }
    }

    /// True if every user of this machine can read the password file.
    package var isOpenToOthers: Bool {
        var status = stat()
        guard source == .configured, let path = settings.passwordFile, stat(path, &status) == 0 else { return false }
        return status.st_mode & 0o004 != 0
    }

    private func entered(_ name: String) throws(CasterError) -> String {
        if let password = kept[name] { return password.exposed }
        if let password = try stored(name) { return password }
        throw CasterError(
            .login, "the password that was entered for this caster is not stored any more: enter it again")
    }

    private func stored(_ name: String) throws(CasterError) -> String? {
        do throws(StoreError) {
            return try credentials?.read(name)?.exposed
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
