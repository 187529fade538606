// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import Synchronization
internal import SystemSupport

/// Sockets that are bound but never listen, one for each port. While a listener is closed, they keep other programs
/// from taking its port, and clients are refused.
final class PortHolds: Sendable {
    /// Protects the list of sockets, which `release` closes.
    private let descriptors = Mutex<[Int32]>([])

    /// Reserves a port of 127.0.0.1.
    ///
    /// - Parameter port: The port, or 0 for any free port.
    /// - Returns: The reserved port.
    /// - Throws: `SimulatorError` if the port is in use.
    func take(_ port: Int) throws(SimulatorError) -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.fault(port) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // `address` is a local variable, which the kernel uses only during the two calls; `length` is its full size.
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 ? getsockname(descriptor, address, &length) : -1
            }
        }
        guard status == 0 else {
            let fault = Self.fault(port)
            Glibc.close(descriptor)
            throw fault
        }
        descriptors.withLock { $0.append(descriptor) }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Releases all ports.
    func release() {
        let all = descriptors.withLock { descriptors in
            defer { descriptors = [] }
            return descriptors
        }
        for descriptor in all { Glibc.close(descriptor) }
    }

    private static func fault(_ port: Int) -> SimulatorError {
        SimulatorError(
            description: "cannot use port \(port) of 127.0.0.1: \(SystemError.text(of: errno));"
                + " choose another, or 0 for any that is free")
    }
}
