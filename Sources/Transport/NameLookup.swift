// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemSupport

/// Resolves a name within a deadline, although the system's own lookup cannot be cancelled.
enum NameLookup {
    /// Returns at most eight addresses in the kernel's format.
    ///
    /// - Throws: `SerialPortError` if the lookup fails, times out or is stopped.
    static func endpoints(
        of address: NetworkAddress, deadline: Int64, stop: Int32
    ) throws(SerialPortError) -> [[UInt8]] {
        guard let work = try? Work(address), WorkerThread.detach({ work.run() }) == nil else {
            throw .unreachable(path: address.description, reason: "cannot start a thread to resolve the name")
        }
        while true {
            let wait = min(max(deadline &- MonotonicClock.now, 0), 1_000_000_000)
            switch DescriptorWait.until(Int16(POLLIN), work.end.reading, nanoseconds: wait, stop: stop) {
            case .ready:
                guard let endpoints = work.outcome.withLock({ $0 }), !endpoints.isEmpty else {
                    throw .unreachable(path: address.description, reason: "the name \(address.host) cannot be resolved")
                }
                return endpoints
            case .stopped: throw .interrupted(path: address.description)
            case .failed(let reason): throw .unreachable(path: address.description, reason: reason)
            case .timedOut, .woken:
                guard MonotonicClock.now < deadline else {
                    throw .unreachable(
                        path: address.description, reason: "the name \(address.host) was not resolved in time")
                }
            }
        }
    }

    /// One lookup on its own thread, which may outlive the request. Owns a pipe.
    private final class Work: Sendable {
        /// Guards the addresses, which are nil until the lookup ends.
        let outcome = Mutex<[[UInt8]]?>(nil)
        /// Marked when the result is known.
        let end: SystemPipe
        private let address: NetworkAddress

        init(_ address: NetworkAddress) throws(SystemError) {
            self.address = address
            end = try SystemPipe()
        }

        func run() {
            var hints = addrinfo()
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV
            // The system allocates the list; each address is copied before `freeaddrinfo` frees it.
            var list: UnsafeMutablePointer<addrinfo>?
            var endpoints: [[UInt8]] = []
            if getaddrinfo(address.host, "\(address.port)", &hints, &list) == 0 {
                var next = list
                while let entry = next?.pointee, endpoints.count < 8 {
                    if let bytes = entry.ai_addr {
                        endpoints.append(Array(UnsafeRawBufferPointer(start: bytes, count: Int(entry.ai_addrlen))))
                    }
                    next = entry.ai_next
                }
                freeaddrinfo(list)
            }
            outcome.withLock { $0 = endpoints }
            end.mark()
        }
    }
}
