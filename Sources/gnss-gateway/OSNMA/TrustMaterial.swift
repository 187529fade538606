// SPDX-License-Identifier: Apache-2.0

internal import Gateway
internal import OSNMA
internal import OSNMAFiles
internal import ObservationBus
internal import Wire

/// A file of trust material.
enum TrustMaterial {
    private static let limit = 1 << 20

    /// Reads a file of the service centre, or a public key in PEM.
    ///
    /// - Parameters:
    ///   - path: the file; `-` is standard input.
    ///   - pkid: the number of a key in PEM; nil: that in the file's name, `…PKID_2.pem`.
    /// - Throws: `GatewayFailure` where it cannot be read, or is larger than a mebibyte.
    static func read(_ path: String, pkid: UInt8?) throws(GatewayFailure) -> TrustFile {
        let input = try InputFile(path)
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let next = try input.read()
            guard !next.isEmpty else { break }
            bytes += next
        }
        guard bytes.count <= limit else {
            throw GatewayFailure(
                .badData, "\(input.name): is larger than a mebibyte, so it is no file of keys or Merkle trees")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return TrustFile.isPEM(text) ? TrustFile(pem: text, id: pkid ?? number(in: path)) : TrustFile(xml: text)
    }

    /// The number behind `PKID_` in a file's name.
    private static func number(in path: String) -> UInt8? {
        let name = path.split(separator: "/").last ?? ""
        let parts = name.split(whereSeparator: { $0 == "_" || $0 == "." })
        guard let index = parts.firstIndex(where: { $0.hasSuffix("PKID") }), index + 1 < parts.count else { return nil }
        return UInt8(parts[index + 1])
    }
}

extension TrustRequest {
    /// A root or a key of a file.
    init(_ entry: TrustFile.Entry, source: String) {
        let (id, bytes): (UInt8?, [UInt8]) =
            switch entry.anchor {
            case .root(let root): (nil, root.bytes)
            case .key(let key): (key.id, key.point)
            }
        let digits = bytes.flatMap { [Hexadecimal.digit($0 >> 4), Hexadecimal.digit($0)] }
        self.init(
            pkid: id, content: String(decoding: digits, as: UTF8.self).lowercased(),
            validFrom: entry.begin.map(Timestamp.init(milliseconds:)),
            validTo: entry.end.map(Timestamp.init(milliseconds:)), source: source)
    }
}
