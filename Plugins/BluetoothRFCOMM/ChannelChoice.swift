// SPDX-License-Identifier: Apache-2.0

internal import Transport

/// Decides which channel of a receiver to try, and when to ask the receiver for its channels. Channels are never
/// guessed, except for receivers that do not list their services: most of them have their serial port on channel 1.
struct ChannelChoice {
    /// The next action.
    enum Action: Hashable {
        case ask(ServiceKind)
        case connect(Int)
        case giveUp(BluetoothError)
    }

    private let configured: Int?
    /// The channel used last time, unless it was refused.
    private var remembered: Int?
    /// The listed channels, the most likely first; nil if the receiver was not asked.
    private var listed: [SerialService]?
    private var asked = ServiceKind.serialPort
    private var refused: Set<Int> = []

    /// - Parameters:
    ///   - configured: The configured channel; nil for any.
    ///   - remembered: The channel used last time; nil if unknown.
    init(configured: Int?, remembered: Int?) { (self.configured, self.remembered) = (configured, remembered) }

    /// The name of a channel's service; empty if unknown.
    func name(of channel: Int) -> String { listed?.first { $0.channel == channel }?.name ?? "" }

    /// Returns true if the receiver lists a channel.
    func isListed(_ channel: Int) -> Bool { listed?.contains { $0.channel == channel } ?? false }

    /// The first action.
    func begin() -> Action { (configured ?? remembered).map { .connect($0) } ?? .ask(.serialPort) }

    /// Processes the receiver's list of services.
    mutating func take(_ services: [SerialService]) -> Action {
        let ports = Self.ports(services, strictly: asked != .serialPort)
        if ports.isEmpty, let next = asked.next {
            asked = next
            return .ask(next)
        }
        listed = ports
        return next()
    }

    /// Processes a failed query.
    func fail(asking failure: BluetoothError) -> Action {
        switch failure {
        // The receiver is present but does not list its services.
        case .nonsense, .refused, .brokenOff: refused.contains(1) ? .giveUp(failure) : .connect(1)
        default: .giveUp(failure)
        }
    }

    /// Processes a failed connection to a channel.
    mutating func fail(connectingTo channel: Int, _ failure: BluetoothError) -> Action {
        guard case .refused = failure, configured == nil else { return .giveUp(failure) }
        refused.insert(channel)
        if listed != nil { return next() }
        // The remembered channel may belong to another service now.
        guard remembered != nil else { return .giveUp(failure) }
        remembered = nil
        return .ask(.serialPort)
    }

    private func next() -> Action {
        guard let listed, !listed.isEmpty else { return .giveUp(.noSerialPort) }
        let next = listed.prefix(3).first { !refused.contains($0.channel) }
        return next.map { .connect($0.channel) } ?? .giveUp(.refused(isListed: true))
    }

    /// The services that may be a receiver's serial port, the most likely first.
    ///
    /// - Parameter strictly: True if the name must suggest a receiver, because the services were not listed as serial
    ///   ports.
    private static func ports(_ services: [SerialService], strictly: Bool) -> [SerialService] {
        let ports = services.filter { !$0.isApple }
        let ranked = ports.enumerated().map { (rank: rank($0.element.name), place: $0.offset, service: $0.element) }
        let kept = ranked.filter { !strictly || $0.rank < 2 || (ports.count == 1 && $0.rank == 2) }
        return kept.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.service)
    }

    /// The likelihood of a service; lower is more likely.
    private static func rank(_ name: String) -> Int {
        let name = name.lowercased()
        func says(_ words: [String]) -> Bool { words.contains { name.contains($0) } }
        if says(["config", "control", "debug", "rtcm", "headset", "handsfree", "hands-free", "audio", "obex", "dial"]) {
            return 3
        }
        return says(["gps", "gnss", "nmea"]) ? 0 : says(["spp", "serial", "com port"]) ? 1 : 2
    }
}

extension ServiceKind {
    /// The query to try after this one found nothing.
    fileprivate var next: ServiceKind? {
        switch self {
        case .serialPort: .anyRFCOMM
        case .anyRFCOMM: .browsable
        case .browsable: nil
        }
    }
}
