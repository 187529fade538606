// SPDX-License-Identifier: Apache-2.0

public import Agrirouter

/// How a link goes to agrirouter.
public struct CurlLinkSettings: Hashable, Sendable {
    /// Authorities that are trusted besides those of the system.
    public enum Authorities: Hashable, Sendable {
        /// A file of certificates in PEM.
        case file(String)
        /// Certificates in PEM.
        case pem(String)
    }

    /// The address of a proxy, `http://user:password@host:port` for one; nil: what the environment names
    /// (`https_proxy`), and empty: none.
    public var proxy: Confidential?
    /// So long it may take until there is an encrypted connection.
    public var connectLimit: Duration
    /// So long a whole request may take.
    public var limit: Duration
    /// So long hardly anything may come or go.
    public var stallLimit: Duration
    /// Authorities for servers besides the system's: a simulator's. Where libcurl was not built with a folder of the
    /// system's authorities they take their place.
    public var authorities: Authorities?
    /// How the program calls itself.
    public var agent: String

    /// Settings, of which any may be left as it is.
    public init(
        proxy: Confidential? = nil, connectLimit: Duration = .seconds(20), limit: Duration = .seconds(120),
        stallLimit: Duration = .seconds(30), authorities: Authorities? = nil, agent: String = "gnss-gateway"
    ) {
        (self.proxy, self.connectLimit, self.limit) = (proxy, connectLimit, limit)
        (self.stallLimit, self.authorities, self.agent) = (stallLimit, authorities, agent)
    }
}
