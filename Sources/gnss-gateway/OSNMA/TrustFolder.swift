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

    /// Roots and public keys of all XML and PEM files in it. What is wrong with one is said, and the rest is taken.
    ///
    /// - Throws: `GatewayFailure` 66 where the folder cannot be read, 65 where it holds neither root nor key.
    static func read(_ folder: String) throws(GatewayFailure) -> TrustAnchors {
        var entries: [TrustFile.Entry] = []
        for name in try material(folder) {
            let file = try TrustMaterial.read("\(folder)/\(name)", pkid: nil)
            for problem in file.problems { Terminal.say("\(folder)/\(name): \(problem)") }
            entries += file.entries
        }
        let anchors = TrustAnchors(entries)
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

    /// Whether there are files of that kind in a folder.
    ///
    /// - Throws: `GatewayFailure` where the folder cannot be read.
    static func holdsMaterial(_ folder: String) throws(GatewayFailure) -> Bool { try !material(folder).isEmpty }

    private static func material(_ folder: String) throws(GatewayFailure) -> [String] {
        try names(folder).sorted().filter { name in
            [".xml", ".pem"].contains { name.lowercased().hasSuffix($0) }
        }
    }

    private static func names(_ folder: String) throws(GatewayFailure) -> [String] {
        guard let directory = opendir(folder) else {
            let status: ExitStatus = errno == EACCES || errno == EPERM ? .noPermission : .noInput
            throw GatewayFailure(status, "\(folder): \(String(cString: strerror(errno)))")
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
}
