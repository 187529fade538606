// SPDX-License-Identifier: Apache-2.0

public import SystemSupport

/// One error in a configuration: its place, the problem and the permitted values.
public struct ConfigurationError: ProgramError, Hashable, Sendable {
    /// The kind of error.
    public enum Cause: Sendable, CaseIterable {
        /// The file does not exist.
        case missingFile
        /// This user may not read the file.
        case notPermitted
        /// The path is a directory or another object that is not a file.
        case notAFile
        /// The file could not be read for another reason.
        case unreadable
        /// The file is larger than ``ConfigurationDocument/maximumSize``.
        case tooLarge
        /// The bytes are not UTF-8.
        case notUTF8
        /// The text is not valid YAML.
        case syntax
        /// The file contains a second document.
        case multipleDocuments
        /// The text uses YAML anchors, aliases or tags, which the configuration does not support.
        case notSupported
        /// Lists and sections are nested too deeply.
        case tooDeep
        /// A key appears twice in one section.
        case duplicateKey
        /// The key is unknown.
        case unknownKey
        /// A required key is missing.
        case missingKey
        /// The value has the wrong type.
        case wrongType
        /// The number is below the minimum or above the maximum.
        case outOfRange
        /// The text or list is too short or too long.
        case badLength
        /// The value is not one of those listed.
        case notListed
        /// The value has the right type but not the right form.
        case badForm
        /// A value that must be unique in the file appears twice.
        case notUnique
        /// The value conflicts with another one.
        case conflict
        /// The driver is unknown.
        case unknownDriver
    }

    /// The kind of error.
    public var cause: Cause
    /// The file as named by the caller.
    public var file: String
    /// The place in the file; nil if the error concerns the whole file.
    public var position: TextPosition?
    /// The key path such as `receivers[0].config.speed`; nil if no key is concerned.
    public var key: String?
    /// The problem in words.
    public var problem: String
    /// The permitted values; nil if `problem` is sufficient.
    public var allowed: String?

    /// The program's exit code for this error: no input, a missing permission, or a wrong configuration.
    public var exitStatus: ExitStatus {
        switch cause {
        case .missingFile, .notAFile, .unreadable: .noInput
        case .notPermitted: .noPermission
        default: .configuration
        }
    }

    /// The error on one line: `gateway.yaml:7:12: receivers[0].config.speed: 0 is below the minimum 0.1 (allowed:
    /// 0.1...1000)`.
    public var description: String {
        var parts = [position.map { "\(file):\($0)" } ?? file]
        if let key, !key.isEmpty { parts.append(key) }
        parts.append(problem + (allowed.map { " (allowed: \($0))" } ?? ""))
        return parts.joined(separator: ": ")
    }
}

/// All errors in a configuration, in the order of the file.
public struct ConfigurationErrors: ProgramError, Hashable, Sendable {
    /// The largest number of errors collected from one file.
    public static let maximumCount = 100

    /// The errors, at least one, in the order of the file.
    public let errors: [ConfigurationError]

    /// Sorts the errors in the order of the file.
    package init(_ errors: [ConfigurationError]) {
        self.errors = errors.sorted { a, b in
            (a.position ?? .start) < (b.position ?? .start)
        }
    }

    /// The exit code for the first error.
    public var exitStatus: ExitStatus { errors.first?.exitStatus ?? .configuration }

    /// The errors, one per line.
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

    /// The place as `line:column`, as compilers print it.
    public var description: String { "\(line):\(column)" }

    /// Orders places by their position in the text.
    public static func < (a: TextPosition, b: TextPosition) -> Bool { (a.line, a.column) < (b.line, b.column) }
}
