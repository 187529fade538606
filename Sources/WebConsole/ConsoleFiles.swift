// SPDX-License-Identifier: Apache-2.0

internal import CConsoleAssets
internal import Crypto
internal import FoundationEssentials
internal import Synchronization

/// The files of the web console: either built into the program, or read from a folder during work on the console.
/// Scripts and style sheets that are built in are served without their comments and with few blanks, the modules of a page in
/// one file, and texts as lines, with their keys only in English.
///
/// A fingerprint of all files is part of their URLs. A new program therefore has new URLs, so no browser runs an old
/// script against it, and browsers may keep a file without limit.
public final class ConsoleFiles: Sendable {
    /// The environment variable that names a folder to serve instead of the built-in files.
    public static let variable = "GNSS_GATEWAY_CONSOLE"
    /// The path of the page.
    private static let pagePath = "index.html"
    /// The path of the service worker, which keeps the other files in browsers.
    private static let workerPath = "service-worker.js"
    /// The placeholder for the fingerprint in the page.
    private static let placeholder = "/console/HASH/"
    /// The placeholder for the list of files in the service worker.
    private static let listPlaceholder = "'FILES'"
    /// The largest file that is served from a folder, in bytes.
    static let sizeLimit = 4 << 20

    private struct Content {
        let fingerprint: String
        let files: [String: ConsoleFile]
    }

    private let folder: String?
    private let builtIn = Mutex<Content?>(nil)

    /// Creates the set of files.
    ///
    /// - Parameter folder: The folder from which files are read at each request; nil for the built-in files, which are
    ///   prepared at the first request.
    public init(folder: String? = nil) { self.folder = folder }

    /// The fingerprint of all files: 16 hexadecimal digits.
    public var fingerprint: String { content.fingerprint }

    /// Returns a file by its path below the folder; nil if it does not exist. The page and the service worker contain
    /// placeholders; use `page` and `serviceWorker` for them.
    public func file(_ path: String) -> ConsoleFile? { content.files[path] }

    /// The page, with the URLs of its files; nil only if a folder contains no page.
    public var page: ConsoleFile? { Self.completed(Self.pagePath, content) }

    /// The service worker, with the URLs of all other files; nil only if a folder does not contain it.
    public var serviceWorker: ConsoleFile? { Self.completed(Self.workerPath, content) }

    /// Returns a file with the fingerprint and the list of files in place of the placeholders.
    private static func completed(_ path: String, _ content: Content) -> ConsoleFile? {
        guard let file = content.files[path] else { return nil }
        let others = content.files.keys.filter { $0 != pagePath && $0 != workerPath && !$0.contains("'") }.sorted()
        let text = String(decoding: file.bytes, as: UTF8.self)
            .replacing(placeholder, with: "/console/\(content.fingerprint)/")
            .replacing(listPlaceholder, with: others.map { "'\($0)'" }.joined(separator: ", "))
        return ConsoleFile(path, Array(text.utf8))
    }

    /// The paths of all files.
    public var paths: [String] { content.files.keys.sorted() }

    private var content: Content {
        if let folder { return Self.content(Self.read(folder)) }
        return builtIn.withLock { content in
            if let content { return content }
            let made = Self.content(Self.embedded())
            content = made
            return made
        }
    }

    private static func content(_ files: [String: [UInt8]]) -> Content {
        var hash = SHA256()
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
            hash.update(data: Array("\(path) \(bytes.count)\n".utf8))
            hash.update(data: bytes)
        }
        let fingerprint = hash.finalize().prefix(8).map { byte in
            let text = String(byte, radix: 16)
            return text.count < 2 ? "0" + text : text
        }
        return Content(
            fingerprint: fingerprint.joined(),
            files: files.reduce(into: [:]) { $0[$1.key] = ConsoleFile($1.key, $1.value) })
    }

    private static func embedded() -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        // The table is constant and valid as long as the program runs; an entry without a path ends it.
        guard var entry = console_assets_first() else { return files }
        while let path = entry.pointee.path {
            let bytes = UnsafeBufferPointer(start: entry.pointee.bytes, count: entry.pointee.size)
            files[String(cString: path)] = Array(bytes)
            entry += 1
        }
        return lightened(files)
    }

    /// The files without what a browser does not need.
    private static func lightened(_ files: [String: [UInt8]]) -> [String: [UInt8]] {
        var files = ScriptJoiner.joined(files)
        for (name, bytes) in files where !name.hasPrefix("vendor/") {
            guard name.hasSuffix(".css") || name.hasSuffix(".js") else { continue }
            let stripped = CommentStripper.stripped(bytes)
            let isCode = name.hasSuffix(".js") && !name.hasPrefix("texts/")
            files[name] = isCode ? BlankStripper.stripped(stripped) : stripped
        }
        return TextCatalogue.shortened(files)
    }

    /// The files of a folder that can be served; unreadable files are left out.
    private static func read(_ folder: String) -> [String: [UInt8]] {
        let known: Set<Substring> = ["css", "html", "js", "svg", "txt", "webmanifest"]
        var files: [String: [UInt8]] = [:]
        for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [] {
            let isKnown = path.split(separator: ".").last.map(known.contains) ?? false
            guard isKnown || path.hasSuffix("/LICENSE") else { continue }
            guard let data = FileManager.default.contents(atPath: folder + "/" + path), data.count <= sizeLimit else {
                continue
            }
            files[path] = Array(data)
        }
        return files
    }
}
