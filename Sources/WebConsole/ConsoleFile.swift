// SPDX-License-Identifier: Apache-2.0

/// A file of the web console, ready to be served.
public struct ConsoleFile: Sendable {
    /// The path below the folder `Console`: `pages/map.js`.
    public let path: String
    /// The media type, for text with its character set.
    public let type: String
    /// The uncompressed file.
    public let bytes: [UInt8]
    /// The file compressed by gzip; nil if that is not smaller.
    public let compressed: [UInt8]?

    /// Creates a file and compresses it.
    init(_ path: String, _ bytes: [UInt8]) {
        (self.path, self.bytes) = (path, bytes)
        type = Self.type(of: path)
        let compressed = Gzip.compressed(bytes)
        self.compressed = compressed.count < bytes.count ? compressed : nil
    }

    private static func type(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "html": "text/html; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "webmanifest": "application/manifest+json"
        default: "text/plain; charset=utf-8"
        }
    }
}
