// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// The reason why a file was not read.
public enum FileReadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system's error.
    case system(SystemError)
    /// The file is larger than this limit in bytes.
    case tooLarge(limit: Int)
    /// The path is a directory.
    case directory
    /// The path is a pipe, device or socket, but a regular file is required.
    case notRegular

    /// The reason, to follow the name of the file.
    public var description: String {
        switch self {
        case .system(let error): error.description
        case .tooLarge(let limit): "is larger than \(limit) bytes"
        case .directory: "is a directory, not a file"
        case .notRegular: "is not a regular file"
        }
    }
}

/// Reads whole files: either all of a file or an error, never a part.
public enum WholeFile {
    /// Reads a file. Never blocks: a pipe without a writer is empty, and a terminal does not become the process's
    /// controlling terminal.
    ///
    /// - Parameters:
    ///   - path: The path; links are followed.
    ///   - limit: The largest allowed size in bytes, 0 or more.
    ///   - regularOnly: True if anything but a regular file is an error. Files in `/proc` and `/sys` are regular.
    /// - Returns: The file's bytes. The size reported by the file system is ignored, because it is 0 for files in
    ///   `/proc`.
    /// - Throws: `FileReadError` if the file cannot be read or is too large.
    public static func read(
        _ path: String, atMost limit: Int, regularOnly: Bool = false
    ) throws(FileReadError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw .system(SystemError()) }
        defer { close(descriptor) }
        if regularOnly {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw .system(SystemError()) }
            switch status.st_mode & S_IFMT {
            case S_IFREG: break
            case S_IFDIR: throw .directory
            default: throw .notRegular
            }
        }
        return try read(descriptor, atMost: limit)
    }

    /// Reads the remaining bytes of an open descriptor.
    ///
    /// - Parameters:
    ///   - descriptor: Stays open.
    ///   - limit: The largest number of bytes, 0 or more.
    /// - Throws: `FileReadError` if reading fails or there are more bytes.
    public static func read(_ descriptor: Int32, atMost limit: Int) throws(FileReadError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            // Reading one byte more than allowed reveals whether there are more.
            let wanted = min(limit - bytes.count + 1, 1 << 16)
            do throws(SystemError) {
                guard try Descriptor.read(descriptor, atMost: wanted, onto: &bytes) > 0 else { return bytes }
            } catch {
                throw error.code == EISDIR ? .directory : .system(error)
            }
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        }
    }

    /// Checks whether a file can be read and looks like PEM: a certificate, a list of them, or a key.
    ///
    /// - Returns: The reason why the file cannot be used, with its path; nil if it can be.
    public static func pemProblem(_ path: String) -> String? {
        do throws(FileReadError) {
            let text = String(decoding: try read(path, atMost: 8 << 20, regularOnly: true), as: UTF8.self)
            return text.contains("-----BEGIN ") ? nil : "\(path) is not a PEM file"
        } catch {
            return "cannot read \(path): \(error)"
        }
    }

    /// Reads a file as text, replacing invalid UTF-8.
    ///
    /// - Parameter limit: The largest allowed size in bytes, 0 or more.
    /// - Returns: Nil if the file cannot be read or is larger.
    public static func text(_ path: String, atMost limit: Int) -> String? {
        (try? read(path, atMost: limit)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the name of a process for people. A process chooses its name, so characters that are not plain become
    /// spaces.
    ///
    /// - Parameter folder: The folder with the processes.
    /// - Returns: Nil if the process does not exist.
    public static func processName(_ process: Int, in folder: String = "/proc") -> String? {
        text("\(folder)/\(process)/comm", atMost: 4096).map { name in
            String(String.UnicodeScalarView(name.unicodeScalars.prefix { $0 != "\n" })).plainLine
        }
    }
}
