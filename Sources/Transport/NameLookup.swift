// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization

/// Looks a name up without keeping the caller longer than he wants: the system's own look-up cannot be stopped.
enum NameLookup {
    /// Addresses as the kernel takes them, at most eight.
    static func endpoints(
        of address: NetworkAddress, deadline: Int64, stop: Int32
    ) throws(SerialPortError) -> [[UInt8]] {
        let work = Work(address)
        guard work.start() else { throw .unreachable(path: address.description, reason: "no thread to look it up") }
        while true {
            let wait = min(max(deadline &- MonotonicClock.now, 0), 1_000_000_000)
            switch DescriptorWait.until(Int16(POLLIN), work.readEnd, nanoseconds: wait, stop: stop) {
            case .ready:
                guard let endpoints = work.outcome.withLock({ $0 }), !endpoints.isEmpty else {
                    throw .unreachable(path: address.description, reason: "the name \(address.host) is not known")
                }
                return endpoints
            case .stopped: throw .interrupted(path: address.description)
            case .failed(let reason): throw .unreachable(path: address.description, reason: reason)
            case .timedOut, .woken:
                guard MonotonicClock.now < deadline else {
                    throw .unreachable(
                        path: address.description, reason: "the name \(address.host) was not found in time")
                }
            }
        }
    }

    /// One look-up on a thread of its own, which may outlive the question. Owns a pipe.
    private final class Work: Sendable {
        let outcome = Mutex<[[UInt8]]?>(nil)
        let readEnd: Int32
        private let writeEnd: Int32
        private let address: NetworkAddress

        init(_ address: NetworkAddress) {
            self.address = address
            var ends: [Int32] = [-1, -1]
            _ = pipe(&ends)
            for end in ends where end >= 0 {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            (readEnd, writeEnd) = (ends[0], ends[1])
        }

        deinit {
            if readEnd >= 0 { close(readEnd) }
            if writeEnd >= 0 { close(writeEnd) }
        }

        func start() -> Bool {
            guard readEnd >= 0 else { return false }
            var thread = pthread_t()
            let held = Unmanaged.passRetained(self)
            let code = pthread_create(
                &thread, nil,
                { argument in
                    if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
                    return nil
                }, held.toOpaque())
            if code == 0 { pthread_detach(thread) } else { held.release() }
            return code == 0
        }

        private func run() {
            var hints = addrinfo()
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            hints.ai_flags = AI_ADDRCONFIG | AI_NUMERICSERV
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
            var byte: UInt8 = 1
            _ = Glibc.write(writeEnd, &byte, 1)
        }
    }
}
