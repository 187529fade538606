// SPDX-License-Identifier: Apache-2.0

internal import CProcess
internal import CUdev
internal import Dispatch
internal import Glibc
internal import Synchronization

/// Watches the node of an unusable device for changes that may make it usable: another program closes it, its
/// permissions change, it appears or disappears.
///
/// Uses inotify on the node and on the folders of the node and of the link to it. Needs no thread.
final class NodeWatch {
    private let source: any DispatchSourceRead

    /// Records whether the caller was called or no longer needs to be.
    private final class End: Sendable {
        let isHere = Atomic(false)
        /// True if the call is scheduled.
        let isPlanned = Atomic(false)
    }

    private let end = End()

    /// A delay in seconds that is longer than the actions of a program between two uses of a port, such as closing two
    /// descriptors.
    private static let calm = 0.15
    /// Starts watching.
    ///
    /// - Parameters:
    ///   - path: The device, or a link to it.
    ///   - pause: The minimum time before a change is reported; otherwise a program that opens the port repeatedly
    ///     would cause as many attempts.
    ///   - onChange: Called once, not before `pause` has passed, on a dispatch queue.
    /// - Returns: Nil if no descriptor is left, or neither the node nor its folder exists.
    init?(_ path: String, notBefore pause: Duration, onChange: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let paths = Set([path, Self.resolved(path)])
        let ofNode = UInt32(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE | IN_ATTRIB)
        let ofFolder = UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO)
        let nodes = paths.map { inotify_add_watch(descriptor, $0, ofNode) }
        let folders = Set(paths.map(Self.folder)).map { inotify_add_watch(descriptor, $0, ofFolder) }
        guard (nodes + folders).contains(where: { $0 >= 0 }) else {
            close(descriptor)
            return nil
        }
        let names = Set(paths.map(Self.name))
        let begin = DispatchTime.now()
        let queue = DispatchQueue(label: "gnss-gateway.node-watch")
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [end] in
            guard Self.hasNews(descriptor, names), !end.isPlanned.exchange(true, ordering: .acquiringAndReleasing)
            else { return }
            queue.asyncAfter(deadline: max(.now() + Self.calm, begin + pause / .seconds(1))) {
                if !end.isHere.exchange(true, ordering: .acquiringAndReleasing) { onChange() }
            }
        }
        source.setCancelHandler { close(descriptor) }
        self.source = source
        source.activate()
    }

    deinit {
        end.isHere.store(true, ordering: .releasing)
        source.cancel()
    }

    /// Reads all pending events.
    ///
    /// - Returns: True if any of them concerns the node: the events of a folder name one of its entries.
    private static func hasNews(_ descriptor: Int32, _ names: Set<String>) -> Bool {
        var isNews = false
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return isNews }
            buffer.withUnsafeBytes {
                isNews = isNews || hasNews(UnsafeRawBufferPointer(rebasing: $0.prefix(count)), names)
            }
        }
    }

    private static func hasNews(_ bytes: UnsafeRawBufferPointer, _ names: Set<String>) -> Bool {
        let head = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + head <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let end = min(offset + head + Int(event.len), bytes.count)
            let name = String(decoding: bytes[(offset + head)..<end].prefix { $0 != 0 }, as: UTF8.self)
            // An event without a name concerns the node itself.
            if event.mask & UInt32(IN_IGNORED) == 0, event.len == 0 || names.contains(name) { return true }
            offset = end
        }
        return false
    }

    /// The path without links; the given one if the node does not exist.
    ///
    /// Asks the kernel through a descriptor, which does not open the device itself. umockdev, in whose devices the tests
    /// run the daemon, has a `realpath` that writes beyond its memory if a link leads out of its folder.
    private static func resolved(_ path: String) -> String {
        let descriptor = gnss_open_path(path)
        guard descriptor >= 0 else { return path }
        defer { close(descriptor) }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
        guard count > 0 else { return path }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func folder(_ path: String) -> String {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
}
