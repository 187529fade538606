// SPDX-License-Identifier: Apache-2.0

internal import CaptureFormat
internal import CommandSupport
internal import ControlModel
internal import DaemonRuntime
internal import GNSSTypes
internal import Gateway
internal import Glibc
internal import OSNMA
internal import OSNMAFiles
internal import OSNMAValidation
internal import SystemSupport
internal import Wire

/// Reads trust material from the operator's files.
enum TrustMaterial {
    /// The folder of the first recording, if it contains trust files, which are not trusted by themselves; nil otherwise. The
    /// key of an exported photo's gateway is not one of them.
    static func unusedFolder(of files: [String]) -> String? {
        guard let file = files.first, file != "-" else { return nil }
        let folder = folder(of: file)
        let names = (try? TrustFolder.names(folder)) ?? []
        return names.allSatisfy { $0 == CaptureFileName.key } ? nil : folder
    }

    private static func folder(of file: String) -> String {
        guard let slash = file.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "/" : String(file[..<slash])
    }

    /// Reads the roots and public keys of all files in a folder, and which of them are a simulation's.
    ///
    /// - Throws: `GatewayError` 66 if the folder cannot be read; 65 if a file is refused, or the folder contains
    ///   neither a root nor a key.
    static func start(in folder: String) throws(GatewayError) -> TrustStart {
        let content: TrustFolder
        do throws(TrustFolder.FolderError) { content = try TrustFolder(folder) } catch { throw failure(error) }
        guard content.errors.isEmpty else {
            throw GatewayError(
                .badData,
                content.errors.map(\.description).joined(separator: "\n") + "\nno file in \(folder) is trusted")
        }
        guard !content.entries.isEmpty else {
            throw GatewayError(
                .badData,
                """
                \(folder): contains no Merkle tree and no public key; put the European GNSS Service Centre's XML files \
                there, or give their directory with --trust
                """)
        }
        return TrustStart(anchors: content.anchors, simulation: content.simulation)
    }

    private static func failure(_ error: TrustFolder.FolderError) -> GatewayError {
        let status: ExitStatus =
            switch error.code {
            case EACCES, EPERM: .noPermission
            case nil: .badData
            default: .noInput
            }
        return GatewayError(status, error.description)
    }

    /// Reads a trust file.
    ///
    /// - Parameters:
    ///   - path: The file; `-` for standard input.
    ///   - pkid: The number of a PEM key; nil to take it from the file's name, such as `…PKID_2.pem`.
    /// - Throws: `GatewayError` if the file cannot be read.
    static func read(_ path: String, pkid: UInt8?) throws(GatewayError) -> TrustFile {
        let input = try InputFile(path)
        var bytes: [UInt8] = []
        while bytes.count <= TrustFile.longest {
            let next = try input.read()
            guard !next.isEmpty else { break }
            bytes += next
        }
        return TrustFile(bytes, name: path, pkid: pkid)
    }
}

extension TrustRequest {
    /// Creates a request for a root or key of a file.
    init(_ entry: TrustFile.Entry, source: String) {
        let (id, bytes): (UInt8?, [UInt8]) =
            switch entry.anchor {
            case .root(let root): (nil, root.bytes)
            case .key(let key): (key.id, key.point)
            }
        self.init(
            pkid: id, content: Hexadecimal.text(bytes), tree: entry.tree.map { Hexadecimal.text($0.bytes) },
            validFrom: entry.begin.map(Timestamp.init(milliseconds:)),
            validTo: entry.end.map(Timestamp.init(milliseconds:)), source: source)
    }
}
