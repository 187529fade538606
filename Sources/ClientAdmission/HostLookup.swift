// SPDX-License-Identifier: Apache-2.0

public import NIOCore
internal import NIOPosix

/// Finds the addresses of hosts. The system's resolver blocks its thread, for minutes if no name server answers, so it
/// runs on a thread on which no task depends.
public enum HostLookup {
    /// The longest time for which the start of a server waits for the address of a name.
    public static let startLimit = Duration.seconds(1)

    /// Threads that start with the first name. A silent name server must not delay other blocking work, such as handshakes
    /// of TLS, which runs on the threads that SwiftNIO shares.
    private static let threads: NIOThreadPool = {
        let threads = NIOThreadPool(numberOfThreads: 4)
        threads.start()
        return threads
    }()

    /// Returns the address of a host. The address of a numeric host is known at once.
    ///
    /// - Parameters:
    ///   - host: An IPv4 address, an IPv6 address without brackets, or a host name.
    ///   - port: The port of the address, 0...65535.
    ///   - limit: The longest time to wait for the address of a name; nil to wait until the system's resolver gives up.
    /// - Throws: `HostLookupError` if the name cannot be resolved in time, or `CancellationError` if the task is cancelled,
    ///   without waiting for the resolver.
    public static func address(
        of host: String, port: Int, within limit: Duration? = nil
    ) async throws -> SocketAddress {
        if let address = try? SocketAddress(ipAddress: host, port: port) { return address }
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        // Of several results, the promise keeps the first one.
        let promise = loop.makePromise(of: SocketAddress.self)
        threads.submit { _ in
            do {
                promise.succeed(try SocketAddress.makeAddressResolvingHost(host, port: port))
            } catch {
                let reason = (error as? SocketAddressError.UnknownHost)?.errorDescription ?? "\(error)"
                promise.fail(HostLookupError(host: host, reason: reason))
            }
        }
        let timer = limit.map { limit in
            loop.scheduleTask(in: TimeAmount(limit)) {
                promise.fail(HostLookupError(host: host, reason: "no answer in \(limit)"))
            }
        }
        defer { timer?.cancel() }
        return try await withTaskCancellationHandler {
            try await promise.futureResult.get()
        } onCancel: {
            promise.fail(CancellationError())
        }
    }
}

/// The reason why the address of a host name is not known.
public struct HostLookupError: Error, Hashable, CustomStringConvertible {
    /// The host name.
    public let host: String
    /// The reason in the words of the system's resolver.
    public let reason: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - host: The host name.
    ///   - reason: The reason in the words of the system's resolver.
    public init(host: String, reason: String) { (self.host, self.reason) = (host, reason) }

    /// The error for people.
    public var description: String { "cannot resolve the host name \(host): \(reason)" }
}
