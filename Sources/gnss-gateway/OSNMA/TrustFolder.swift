// SPDX-License-Identifier: Apache-2.0

internal import Gateway
internal import Glibc
internal import OSNMA
internal import OSNMAFiles

/// A folder of trust material, given by the operator.
enum TrustFolder {
    /// The folder that the first file is in.
    static func beside(_ files: [String]) -> String {
        guard let file = files.first, let slash = file.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "/" : String(file[..<slash])
    }

    /// Roots and public keys of all XML files in it.
    ///
    /// - Throws: `GatewayFailure` 66 where the folder cannot be read, 65 where it holds neither root nor key.
    static func read(_ folder: String) throws(GatewayFailure) -> TrustAnchors {
        var anchors = TrustAnchors()
        for name in try names(folder).sorted() where name.lowercased().hasSuffix(".xml") {
            let file = TrustFile(xml: try text("\(folder)/\(name)"))
            for root in file.roots where !anchors.roots.contains(root) { anchors.roots.append(root) }
            for key in file.keys.compactMap({ $0.provisioned() }) where !anchors.publicKeys.contains(key) {
                anchors.publicKeys.append(key)
            }
        }
        guard !anchors.roots.isEmpty || !anchors.publicKeys.isEmpty else {
            throw GatewayFailure(
                .badData,
                """
                \(folder): no Merkle tree and no public key in it; put the XML files of the European GNSS Service Centre \
                there, or name their folder with --trust
                """)
        }
        return anchors
    }

    private static func names(_ folder: String) throws(GatewayFailure) -> [String] {
        guard let directory = opendir(folder) else {
            throw GatewayFailure(.noInput, "\(folder): \(String(cString: strerror(errno)))")
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory), names.count < 4096 {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            names.append(name)
        }
        return names
    }

    private static func text(_ path: String) throws(GatewayFailure) -> String {
        let input = try InputFile(path)
        var bytes: [UInt8] = []
        while bytes.count < 1 << 20 {
            let next = try input.read()
            guard !next.isEmpty else { break }
            bytes += next
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
