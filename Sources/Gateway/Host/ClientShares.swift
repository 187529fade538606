// SPDX-License-Identifier: Apache-2.0

internal import GPSDServer
internal import NMEAServer
internal import WebAPI

/// How many clients each server takes, so that all of them together leave descriptors for receivers, the store and the
/// control socket. Each server has a share of its own: the crowd at one shuts out no client of another.
struct ClientShares: Hashable, Sendable {
    var gpsd = GPSDConfiguration().maximumClients
    var nmea = NMEAConfiguration().maximumClients
    var http = HTTPClientLimits.networkDefault

    /// Descriptors that clients over the network never get: 64 for the program itself, 128 for receivers and the processes
    /// of drivers, 64 for clients of the control socket, and 96 for clients that are refused and still read why.
    static let reserve = 352

    /// - Parameter descriptors: how many the process may have open. Where they are too few for all clients, each server gets
    ///   less in the same proportion; half of the descriptors are kept in reserve at most.
    init(descriptors: Int) {
        let wanted = gpsd + nmea + http
        let available = descriptors - min(Self.reserve, descriptors / 2)
        guard available < wanted else { return }
        func share(_ number: Int) -> Int { max(1, number * available / wanted) }
        (gpsd, nmea, http) = (share(gpsd), share(nmea), share(http))
    }
}
