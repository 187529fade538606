// SPDX-License-Identifier: Apache-2.0

internal import ControlModel
internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import ServerTLS
internal import SystemSupport

/// Refuses requests whose `Host` is not one of the gateway's names. Otherwise a hostile site whose name is made to
/// point to this machine (DNS rebinding) could read the position through its visitor's browser.
struct HostGuard: RouterMiddleware {
    typealias Context = ControlContext

    /// The configured names in lower case, and `localhost`.
    private let names: Set<String>
    private let host: @Sendable () -> String

    /// Accepts the given names, the machine's own names and `localhost`.
    ///
    /// - Parameter host: The machine's host name, which may change at any time.
    init(_ names: some Sequence<String>, host: @escaping @Sendable () -> String = { MachineName.current }) {
        self.names = Set((names + ["localhost"]).map { $0.lowercased() }).subtracting([""])
        self.host = host
    }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority, allows(authority) else {
            throw Problem(
                .misdirectedRequest,
                "the host \"\((request.head.authority ?? "").prefix(200))\" is not a name of this gateway; use its IP "
                    + "address, or add the name to listen.names")
        }
        return try await next(request, context)
    }

    /// True if the request's `Host`, with or without a port, is one of the names or an IP address.
    func allows(_ authority: String) -> Bool {
        var host = authority.lowercased()
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]"), Self.isPort(host[host.index(after: end)...]) else { return false }
            return Self.isAddress(String(host[host.index(after: host.startIndex)..<end]), AF_INET6)
        }
        if let colon = host.lastIndex(of: ":") {
            guard Self.isPort(host[colon...]) else { return false }
            host = String(host[..<colon])
        }
        return Self.isAddress(host, AF_INET) || names.contains(host)
            || CertificateSubjects.names(ofHost: self.host()).contains(host)
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || (text.first == ":" && text.dropFirst().utf8.allSatisfy { (48...57).contains($0) })
    }

    private static func isAddress(_ text: String, _ family: Int32) -> Bool {
        // The 16 bytes of an IPv6 address, the longer of the two. It does not use `in6_addr`, because in a release
        // build the compiler attributes that type to NIO's C module.
        var address = [UInt8](repeating: 0, count: 16)
        return !text.utf8.contains(0) && inet_pton(family, text, &address) == 1
    }
}
