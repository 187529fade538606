// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemSupport

extension ConfigurationDocument {
    /// Reads a file.
    ///
    /// - Parameter path: The path of the file; errors contain it in this form.
    /// - Throws: `ConfigurationErrors` if the file is missing, not a file, not permitted, unreadable, too large or not
    ///   UTF-8; otherwise with all errors in its YAML.
    public static func read(path: String) throws(ConfigurationErrors) -> ConfigurationDocument {
        try ConfigurationDocument(bytes: try contents(path), name: path)
    }

    /// Reads a file that another program may be writing at this moment, once it stays unchanged.
    ///
    /// - Parameters:
    ///   - path: The path of the file; errors contain it in this form.
    ///   - pause: Waits between reading the file and checking that it is still the same. By default 50 ms: a program that
    ///     rewrites a file in several steps takes less between them, and a person does not notice the delay.
    /// - Throws: As ``read(path:)``, and if the file changes again and again.
    package static func readSettled(
        path: String, pause: () -> Void = { _ = usleep(50_000) }
    ) throws(ConfigurationErrors) -> ConfigurationDocument {
        for _ in 0..<20 {
            let before = FileVersion(path)
            let bytes = Result { () throws(ConfigurationErrors) in try contents(path) }
            pause()
            guard FileVersion(path) == before else { continue }
            return try ConfigurationDocument(bytes: try bytes.get(), name: path)
        }
        let problem = "changes while it is read: wait until it is written"
        throw ConfigurationErrors([ConfigurationError(cause: .unreadable, file: path, problem: problem)])
    }

    /// The values of a file that change when it is written or replaced; all 0 if it cannot be found.
    private struct FileVersion: Equatable {
        private var values: [Int]

        init(_ path: String) {
            var status = stat()
            _ = stat(path, &status)
            let time = status.st_mtim
            values = [Int(truncatingIfNeeded: status.st_ino), Int(status.st_size), time.tv_sec, time.tv_nsec]
        }
    }

    /// Creates a document from the bytes of a file.
    ///
    /// - Throws: `ConfigurationErrors` with the place of the first byte that is not UTF-8, or with all errors in the
    ///   YAML.
    package init(bytes: [UInt8], name: String) throws(ConfigurationErrors) {
        try self.init(yaml: try Self.text(bytes, name: name), name: name)
    }

    /// Returns the bytes of a file as text.
    ///
    /// - Throws: `ConfigurationErrors` with the place of the first byte that is not UTF-8.
    static func text(_ bytes: [UInt8], name: String) throws(ConfigurationErrors) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let position = Self.firstInvalid(bytes)
            let error = ConfigurationError(cause: .notUTF8, file: name, position: position, problem: "is not UTF-8")
            throw ConfigurationErrors([error])
        }
        return text
    }

    /// The place of the first byte that is not UTF-8.
    private static func firstInvalid(_ bytes: [UInt8]) -> TextPosition {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var (line, column) = (1, 1)
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
        return TextPosition(line: line, column: column)
    }

    private struct FileError: Error {
        var cause: ConfigurationError.Cause
        var problem: String
    }

    private static func contents(_ path: String) throws(ConfigurationErrors) -> [UInt8] {
        do throws(FileError) {
            return try bytes(path: path)
        } catch {
            throw ConfigurationErrors([ConfigurationError(cause: error.cause, file: path, problem: error.problem)])
        }
    }

    private static func bytes(path: String) throws(FileError) -> [UInt8] {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw FileError(cause: .missingFile, problem: "no such file")
        }
        do throws(FileReadError) {
            // A FIFO without a writer must not block the start.
            return try WholeFile.read(path, atMost: maximumSize, regularOnly: true)
        } catch {
            throw fault(error)
        }
    }

    private static func fault(_ error: FileReadError) -> FileError {
        switch error {
        case .directory, .notRegular: FileError(cause: .notAFile, problem: error.description)
        case .tooLarge: FileError(cause: .tooLarge, problem: error.description)
        case .system(SystemError(ENOENT)): FileError(cause: .missingFile, problem: "no such file")
        case .system(SystemError(EACCES)), .system(SystemError(EPERM)):
            FileError(cause: .notPermitted, problem: "no permission to read it")
        case .system: FileError(cause: .unreadable, problem: "cannot be read: \(error)")
        }
    }
}
