// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import OSNMA
internal import OSNMAFiles

/// The folder of trust material that the configuration names.
enum TrustDirectory {
    /// The greatest file that is read, in bytes.
    private static let limit = 1 << 20

    /// Roots and public keys of all XML files in it.
    ///
    /// - Parameter tell: told what cannot be read.
    /// - Returns: what is to be trusted, and what of it is of a simulation.
    static func read(
        _ folder: String, tell: (String) -> Void
    ) -> (anchors: TrustAnchors, simulation: Set<TrustFingerprint>) {
        var anchors = TrustAnchors()
        var simulation: Set<TrustFingerprint> = []
        for name in names(folder, tell).sorted() where name.lowercased().hasSuffix(".xml") {
            guard let text = text("\(folder)/\(name)", tell) else { continue }
            let file = TrustFile(xml: text)
            if file.isSimulation { simulation.formUnion(file.entries.map(\.fingerprint)) }
            for root in file.roots where !anchors.roots.contains(root) { anchors.roots.append(root) }
            for key in file.keys.compactMap({ $0.provisioned() }) where !anchors.publicKeys.contains(key) {
                anchors.keys.append(ProvisionedKey(key))
            }
        }
        if anchors.roots.isEmpty, anchors.publicKeys.isEmpty {
            tell("\(folder) ('osnma.trust_directory') holds no Merkle tree and no public key")
        }
        return (anchors, simulation)
    }

    private static func names(_ folder: String, _ tell: (String) -> Void) -> [String] {
        guard let directory = opendir(folder) else {
            tell("\(folder) ('osnma.trust_directory'): \(String(cString: strerror(errno)))")
            return []
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

    private static func text(_ path: String, _ tell: (String) -> Void) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            tell("\(path): \(String(cString: strerror(errno)))")
            return nil
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < limit {
            let count = Glibc.read(descriptor, &piece, piece.count)
            guard count > 0 else { break }
            bytes += piece.prefix(count)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
