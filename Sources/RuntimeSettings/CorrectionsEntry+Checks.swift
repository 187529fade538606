// SPDX-License-Identifier: Apache-2.0

internal import ConfigurationFile
internal import ControlModel
internal import Settings

/// Checks of what people enter. No error quotes a password.
extension CorrectionsEntry {
    /// The longest password in characters.
    private static let passwordLimit = 200
    /// Keys of the configuration with which someone at the console could read files of this machine.
    static let paths = ["password_file", "ca_file"]

    /// Checks the entry by the configuration's rules.
    ///
    /// - Returns: The new password; empty for none, nil to keep the stored one.
    /// - Throws: `ControlError` with all values that are wrong.
    func checkedPassword() throws(ControlError) -> String? {
        var errors = Self.paths.filter { value[$0] != nil }.map { key in
            ValueError.other(key, "only the configuration file can name files of this machine")
        }
        // The rule's own words would repeat the address, and with it the password.
        if value["caster"]?.text?.contains("@") == true { errors.append(CasterQuery.addressError) }
        guard errors.isEmpty else { throw .badValues(errors) }
        do throws(ConfigurationErrors) {
            try ConfigurationDocument.checkCorrections(value)
        } catch {
            errors = error.errors.map(ValueError.init)
        }
        let (password, problems) = readPassword()
        errors += problems
        guard errors.isEmpty else { throw .badValues(errors) }
        return password
    }

    private func readPassword() -> (String?, [ValueError]) {
        guard let password, password != .null else { return (nil, []) }
        guard let text = password.text else { return (nil, [.other("password", "it has to be a text")]) }
        var errors: [ValueError] = []
        if !text.isEmpty, value["user"]?.text ?? "" == "" { errors.append(.other("user", "a password needs a user")) }
        let isSound = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        if !isSound || text.unicodeScalars.count > Self.passwordLimit {
            let problem = "at most \(Self.passwordLimit) characters without line breaks are allowed"
            errors.append(.other("password", problem))
        }
        return (text, errors)
    }
}

extension CasterQuery {
    static let addressError = ValueError.other(
        "caster", "the address contains a user or password: enter them separately")

    /// Checks the query.
    ///
    /// - Throws: `ControlError` with the value that is wrong.
    func checkedCaster() throws(ControlError) -> CasterURL {
        guard !caster.contains("@") else { throw .badValues([Self.addressError]) }
        guard let url = CasterURL(caster) else {
            throw .badValues([.other("caster", "it must be \(CasterURL.formText)")])
        }
        guard version.map({ (1...2).contains($0) }) ?? true else {
            throw .badValues([.other("version", "it must be 1 or 2")])
        }
        if let problem = user.flatMap(controlCharacterProblem) { throw .badValues([.other("user", "it \(problem)")]) }
        return url
    }
}
