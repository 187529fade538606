// SPDX-License-Identifier: Apache-2.0

public import Agrirouter
public import GNSSTypes

/// Settings of the connection to agrirouter.
public struct CurlLinkSettings: Hashable, Sendable {
    /// Certificate authorities that are trusted in addition to the system's.
    public enum Authorities: Hashable, Sendable {
        /// The path of a file with certificates in PEM.
        case file(String)
        /// Certificates in PEM.
        case pem(String)
    }

    /// The proxy, such as `http://user:password@host:port`; nil uses the environment (`https_proxy`), and an empty text
    /// uses no proxy.
    public var proxy: Confidential?
    /// The time limit for an encrypted connection.
    public var connectLimit: Duration
    /// The time limit for a whole request.
    public var limit: Duration
    /// The time after which a request with almost no traffic (less than 16 bytes/s) is ended.
    public var stallLimit: Duration
    /// Certificate authorities in addition to the system's, for example a simulator's. If libcurl was built without a
    /// directory of system authorities, they replace the system's.
    public var authorities: Authorities?
    /// The user agent.
    public var agent: String

    public init(
        proxy: Confidential? = nil, connectLimit: Duration = SettingDefaults.Agrirouter.connectLimit,
        limit: Duration = SettingDefaults.Agrirouter.requestLimit,
        stallLimit: Duration = .seconds(30), authorities: Authorities? = nil, agent: String = "gnss-gateway"
    ) {
        (self.proxy, self.connectLimit, self.limit) = (proxy, connectLimit, limit)
        (self.stallLimit, self.authorities, self.agent) = (stallLimit, authorities, agent)
    }
}
