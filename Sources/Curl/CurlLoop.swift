// SPDX-License-Identifier: Apache-2.0

public import CCurl
internal import Glibc
internal import Synchronization

/// libcurl's active transfers and the connections that they leave open. `wake` can be called from any thread, the other
/// methods from one thread at a time.
public final class CurlLoop: Sendable {
    /// libcurl is loaded at the first use: the libraries that it needs would take 2 MB of a daemon without uplinks.
    ///
    /// It can cross threads: a created pointer never changes until `deinit`, and other threads only call
    /// `curl_multi_wakeup`, which libcurl permits from any thread.
    private enum Handle: @unchecked Sendable {  // The pointer never changes, and libcurl permits the calls.
        /// Not used yet; `isWoken` is true if the next wait must end at once.
        case unused(isWoken: Bool)
        /// The multi handle; nil if libcurl could not be initialised.
        case created(UnsafeMutableRawPointer?)
    }

    /// The error text if `works` is false, or if no handle can be created.
    public static let brokenText = "libcurl does not work: libcurl.so.4 is missing, or memory ran out"

    private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let handle = Mutex(Handle.unused(isWoken: false))

    /// Creates a loop without transfers.
    public init() {}

    deinit {
        if case .created(let multi?) = handle.withLock({ $0 }) { curl_multi_cleanup(multi) }
    }

    /// The multi handle, created at the first use; nil if libcurl could not be initialised.
    private var multi: UnsafeMutableRawPointer? {
        let handle = handle.withLock { handle in
            if case .unused(let isWoken) = handle {
                let multi = Self.isReady ? curl_multi_init() : nil
                if isWoken, let multi { curl_multi_wakeup(multi) }
                handle = .created(multi)
            }
            return handle
        }
        guard case .created(let multi) = handle else { return nil }
        return multi
    }

    /// False if libcurl had no memory; transfers then never end.
    public var works: Bool { multi != nil }

    /// Ends the current wait. Can be called from any thread.
    public func wake() {
        let handle = handle.withLock { handle in
            if case .unused = handle { handle = .unused(isWoken: true) }
            return handle
        }
        if case .created(let multi?) = handle { curl_multi_wakeup(multi) }
    }

    /// Waits for data, a call of `wake` or the timeout, then processes the data.
    public func wait(milliseconds: Int32) {
        guard let multi else {
            // Sleep, because polling without libcurl would use a whole processor core.
            usleep(UInt32(max(1, milliseconds)) * 1000)
            return
        }
        var count: Int32 = 0
        curl_multi_poll(multi, nil, 0, milliseconds, &count)
        curl_multi_perform(multi, &count)
    }

    /// Starts a transfer. It must be removed before its handle is freed.
    public func add(_ handle: CurlHandle) { if let multi { curl_multi_add_handle(multi, handle.pointer) } }

    /// Removes a transfer, whether or not it has ended.
    public func remove(_ handle: CurlHandle) { if let multi { curl_multi_remove_handle(multi, handle.pointer) } }

    /// Returns the next transfer that has ended, with its result; nil if none exists.
    public func nextEnd() -> (handle: UnsafeMutableRawPointer, code: CURLcode)? {
        var code = CURLE_OK
        guard let multi, let handle = gnss_curl_next_end(multi, &code) else { return nil }
        return (handle, code)
    }
}
