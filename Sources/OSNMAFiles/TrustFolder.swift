// SPDX-License-Identifier: Apache-2.0

internal import Glibc
public import OSNMA
internal import SystemSupport

/// The trust material of a folder: all files in it whose names end in `.xml` or `.pem`, in the order of their names.
///
/// A file with a problem is refused whole, and the other files count. The daemon logs each refused file as an error and
/// goes on with the others; the command line does nothing if one is refused.
public struct TrustFolder: Sendable {
    /// Why a file, or the folder, does not count.
    public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// The file or the folder.
        public let path: String
        /// What the system answered (`errno`), if it cannot be read.
        public let code: Int32?
        /// The path, the line if there is one, and what is wrong.
        public let description: String

        init(_ path: String, _ problem: TrustFile.Problem) {
            (self.path, code, description) = (path, nil, problem.description(in: path))
        }

        init(_ path: String, code: Int32) {
            (self.path, self.code, description) = (path, code, "\(path): \(SystemError.text(of: code))")
        }
    }

    /// So many files are looked for; a folder with more is refused.
    private static let most = 4096

    /// The files that count.
    public private(set) var files: [TrustFile] = []
    /// The files that do not.
    public private(set) var refusals: [Refusal] = []

    /// Reads a folder.
    ///
    /// - Throws: if the folder cannot be read.
    public init(_ folder: String) throws(Refusal) {
        for name in try Self.names(folder) {
            do throws(Refusal) {
                files.append(try Self.file("\(folder)/\(name)"))
            } catch { refusals.append(error) }
        }
    }

    /// Roots and keys, each once, with the trees of keys as far as the files prove them.
    public var entries: [TrustFile.Entry] { TrustFile.entries(of: files) }

    /// The anchors of all files, trusted because the operator says so.
    public var anchors: TrustAnchors { TrustAnchors(entries) }

    /// Whether some of it is of a simulation.
    public var isSimulation: Bool { files.contains(where: \.isSimulation) }

    /// The roots and keys of the files of a simulation.
    public var simulation: Set<TrustFingerprint> {
        Set(files.filter(\.isSimulation).flatMap(\.entries).map(\.fingerprint))
    }

    /// The names of the files of trust material in a folder, in order.
    ///
    /// - Throws: if the folder cannot be read.
    public static func names(_ folder: String) throws(Refusal) -> [String] {
        let all: [String]
        do throws(SystemError) { all = try Folder.names(in: folder) } catch { throw Refusal(folder, code: error.code) }
        let names = all.filter { $0.lowercased().hasSuffix(".xml") || $0.lowercased().hasSuffix(".pem") }
        guard names.count <= most else {
            throw Refusal(folder, TrustFile.Problem(line: nil, text: "holds more than \(most) files of trust material"))
        }
        return names.sorted()
    }

    private static func file(_ path: String) throws(Refusal) -> TrustFile {
        let file = TrustFile(try bytes(path), name: path)
        if let problem = file.problems.first { throw Refusal(path, problem) }
        return file
    }

    private static func bytes(_ path: String) throws(Refusal) -> [UInt8] {
        do throws(FileReadError) {
            // What is no file, such as a pipe or a terminal, must not stop the daemon.
            return try WholeFile.read(path, atMost: TrustFile.longest, regularOnly: true)
        } catch {
            switch error {
            case .system(let error): throw Refusal(path, code: error.code)
            case .tooLarge: throw Refusal(path, TrustFile.Problem(line: nil, text: TrustFile.tooLong))
            case .directory, .notRegular:
                throw Refusal(path, TrustFile.Problem(line: nil, text: "is not a regular file"))
            }
        }
    }
}
