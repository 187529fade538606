// SPDX-License-Identifier: Apache-2.0

internal import GPSDServer
internal import NMEAServer
internal import WebAPI

/// The maximum number of clients of each server, so that enough descriptors remain for receivers, the store and the
/// control socket. Each server has its own share: many clients at one server do not shut out clients of another.
struct ClientShares: Hashable, Sendable {
    var gpsd = GPSDConfiguration().maximumClients
    var nmea = NMEAConfiguration().maximumClients
    var http = HTTPClientLimits.networkDefault

    /// Descriptors reserved from network clients: 64 for the program itself, 128 for receivers and driver processes, 64
    /// for clients of the control socket, and 96 for refused clients that still have to read the reason.
    static let reserve = 352

    /// Divides the descriptors among the servers.
    ///
    /// - Parameter descriptors: The process's limit on open descriptors. If they do not suffice for all clients,
    /// every server's share is reduced in the same proportion. At most half of the descriptors are reserved.
    init(descriptors: Int) {
        let wanted = gpsd + nmea + http
        let available = descriptors - min(Self.reserve, descriptors / 2)
        guard available < wanted else { return }
        func share(_ number: Int) -> Int { max(1, number * available / wanted) }
        (gpsd, nmea, http) = (share(gpsd), share(nmea), share(http))
    }
}
