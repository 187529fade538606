// SPDX-License-Identifier: Apache-2.0

public import SystemSupport

/// One thing that is wrong with a configuration: where, what, and what would be right.
public struct ConfigurationError: ProgramError, Hashable, Sendable {
    /// What kind of mistake it is.
    public enum Cause: Sendable, CaseIterable {
        /// The file does not exist.
        case missingFile
        /// The file may not be read by this user.
        case notPermitted
        /// The path names a directory or something else that is not a file.
        case notAFile
        /// The file could not be read for another reason.
        case unreadable
        /// The file is larger than ``ConfigurationDocument/maximumSize``.
        case tooLarge
        /// The bytes are not UTF-8.
        case notUTF8
        /// The text is not YAML.
        case syntax
        /// The file holds a second document.
        case multipleDocuments
        /// Anchors, aliases and tags of YAML are not part of the configuration's language.
        case notSupported
        /// Lists and sections are nested too deeply.
        case tooDeep
        /// A key is given twice in one section.
        case duplicateKey
        /// There is no such key.
        case unknownKey
        /// A required key is absent.
        case missingKey
        /// The value is of another type.
        case wrongType
        /// The number is below the minimum or above the maximum.
        case outOfRange
        /// The text is too short or too long, or the list is.
        case badLength
        /// The value is none of those listed.
        case notListed
        /// The value has the right type but not the right form.
        case badForm
        /// What must be unique in the file is given twice.
        case notUnique
        /// The value does not go together with another.
        case conflict
        /// No driver of that name is known.
        case unknownDriver
    }

    /// What kind of mistake it is.
    public var cause: Cause
    /// The file, as it was named by the caller.
    public var file: String
    /// Where in the file, nil where the whole file is meant.
    public var position: TextPosition?
    /// The key's path, `receivers[0].config.speed`; nil where no key is meant.
    public var key: String?
    /// What is wrong, in words.
    public var problem: String
    /// What is allowed, nil where `problem` says it all.
    public var allowed: String?

    /// With what the program ends: no input, a missing permission, or a wrong configuration.
    public var exitStatus: ExitStatus {
        switch cause {
        case .missingFile, .notAFile, .unreadable: .noInput
        case .notPermitted: .noPermission
        default: .configuration
        }
    }

    /// One line: `gateway.yaml:7:12: receivers[0].config.speed: 0 is below the minimum 0.1 (allowed: 0.1...1000)`.
    public var description: String {
        var parts = [position.map { "\(file):\($0)" } ?? file]
        if let key, !key.isEmpty { parts.append(key) }
        parts.append(problem + (allowed.map { " (allowed: \($0))" } ?? ""))
        return parts.joined(separator: ": ")
    }
}

/// All that is wrong with a configuration, in the order of the file.
public struct ConfigurationErrors: ProgramError, Hashable, Sendable {
    /// At most so many are gathered from one file.
    public static let maximumCount = 100

    /// The errors, at least one, in the order of the file.
    public let errors: [ConfigurationError]

    /// Errors, put in the order of the file.
    package init(_ errors: [ConfigurationError]) {
        self.errors = errors.sorted { a, b in
            (a.position ?? .start) < (b.position ?? .start)
        }
    }

    /// That of the first error.
    public var exitStatus: ExitStatus { errors.first?.exitStatus ?? .configuration }

    /// A line for each.
    public var description: String { errors.map(\.description).joined(separator: "\n") }
}

/// A place in a text.
public struct TextPosition: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int

    /// The first character of a file, line 1 and column 1.
    package static let start = TextPosition(line: 1, column: 1)

    /// `line:column`, as compilers print it.
    public var description: String { "\(line):\(column)" }

    /// Orders as the text does.
    public static func < (a: TextPosition, b: TextPosition) -> Bool { (a.line, a.column) < (b.line, b.column) }
}
