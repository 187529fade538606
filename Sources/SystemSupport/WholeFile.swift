// SPDX-License-Identifier: Apache-2.0

internal import Glibc

/// Why a file was not read.
public enum FileReadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The system refused it.
    case system(SystemError)
    /// It holds more bytes than this limit.
    case tooLarge(limit: Int)
    /// It is a directory.
    case directory
    /// It is a pipe, a device or a socket where a regular file is wanted.
    case notRegular

    /// The reason, to stand behind the name of the file.
    public var description: String {
        switch self {
        case .system(let error): error.description
        case .tooLarge(let limit): "is larger than \(limit) bytes"
        case .directory: "is a directory, not a file"
        case .notRegular: "is not a regular file"
        }
    }
}

/// Reads files from their beginning to their end: all of a file or an error, never a part of it.
public enum WholeFile {
    /// Reads a file. Does not wait: a pipe without a writer is empty, a terminal does not become the process's own.
    ///
    /// - Parameters:
    ///   - path: links are followed.
    ///   - limit: how many bytes it may hold, 0 or more.
    ///   - regularOnly: whether everything but a regular file is an error. Files of `/proc` and `/sys` are regular ones.
    /// - Returns: its bytes. What the file says of its size does not count: files of `/proc` say 0.
    /// - Throws: `FileReadError`.
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

    /// Reads what an open descriptor still has.
    ///
    /// - Parameters:
    ///   - descriptor: stays open.
    ///   - limit: how many bytes there may be, 0 or more.
    /// - Throws: `FileReadError`.
    public static func read(_ descriptor: Int32, atMost limit: Int) throws(FileReadError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            // One byte more than may be there shows that there is more.
            let wanted = min(limit - bytes.count + 1, 1 << 16)
            do throws(SystemError) {
                guard try Descriptor.read(descriptor, atMost: wanted, onto: &bytes) > 0 else { return bytes }
            } catch {
                throw error.code == EISDIR ? .directory : .system(error)
            }
            guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        }
    }

    /// Reads a file as text, in which bytes that are not UTF-8 are replaced.
    ///
    /// - Parameter limit: how many bytes it may hold, 0 or more.
    /// - Returns: nil where it cannot be read, or is larger.
    public static func text(_ path: String, atMost limit: Int) -> String? {
        (try? read(path, atMost: limit)).map { String(decoding: $0, as: UTF8.self) }
    }
}
