// SPDX-License-Identifier: Apache-2.0

internal import Agrirouter
internal import AgrirouterUplink
internal import ConfigurationFile
internal import DaemonRuntime
internal import Synchronization

/// The way to agrirouter as it is configured at the moment.
final class AgrirouterLink: ServiceLink {
    /// Protects the link and the settings that it was made of. Requests are sent without it.
    private let state: Mutex<(settings: CurlLinkSettings, link: CurlLink)>

    init(_ settings: AgrirouterSettings) {
        let settings = CurlLinkSettings(settings)
        state = Mutex((settings, Self.link(settings)))
    }

    /// Goes that way from now on; what is under way goes on as it was.
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
