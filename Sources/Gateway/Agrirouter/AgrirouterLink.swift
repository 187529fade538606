// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import AgrirouterUplink
internal import ConfigurationFile
internal import DaemonRuntime
internal import Synchronization

/// The HTTP link to agrirouter with the current configuration.
final class AgrirouterLink: ServiceLink {
    /// Protects the link and the settings that it was made from. Not held while requests are sent.
    private let state: Mutex<(settings: CurlLinkSettings, link: CurlLink)>

    init(_ settings: AgrirouterSettings) {
        let settings = CurlLinkSettings(settings)
        state = Mutex((settings, Self.link(settings)))
    }

    /// Uses these settings for new requests; requests in progress keep the old ones.
    func apply(_ settings: AgrirouterSettings) {
        let settings = CurlLinkSettings(settings)
        state.withLock { state in
            guard state.settings != settings else { return }
            state = (settings, Self.link(settings))
        }
    }

    func send(_ request: ServiceRequest) async -> ServiceReply {
        let link = state.withLock(\.link)
        return await link.send(request)
    }

    private static func link(_ settings: CurlLinkSettings) -> CurlLink {
        CurlLink(settings)
    }
}

extension CurlLinkSettings {
    fileprivate init(_ settings: AgrirouterSettings) {
        self.init(
            proxy: settings.proxy.map { Confidential($0) }, connectLimit: settings.connectLimit,
            limit: settings.limit, authorities: settings.authorities.map { .file($0) },
            agent: "gnss-gateway/\(GatewayVersion.current)")
    }
}
