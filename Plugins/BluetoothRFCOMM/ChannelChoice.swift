// SPDX-License-Identifier: Apache-2.0

internal import Transport

/// Decides which channel of a receiver is tried, and when it is asked for its channels. A channel is never guessed, but for
/// receivers that do not say what they offer: most of them have their serial port on 1.
struct ChannelChoice {
    /// What is to be done next.
    enum Action: Hashable {
        case ask(ServiceKind)
        case connect(Int)
        case giveUp(BluetoothError)
    }

    private let configured: Int?
    /// The channel of the last time, as long as nothing speaks against it.
    private var remembered: Int?
    /// Those that the receiver lists, the likeliest first; nil: it was not asked.
    private var listed: [SerialService]?
    private var asked = ServiceKind.serialPort
    private var refused: Set<Int> = []

    /// - Parameters:
    ///   - configured: nil: any.
    ///   - remembered: nil: none.
    init(configured: Int?, remembered: Int?) { (self.configured, self.remembered) = (configured, remembered) }

    /// The name of a channel's service; empty where it is not known.
    func name(of channel: Int) -> String { listed?.first { $0.channel == channel }?.name ?? "" }

    /// Whether a channel stands in what the receiver lists.
    func isListed(_ channel: Int) -> Bool { listed?.contains { $0.channel == channel } ?? false }

    /// The first thing to do.
    func begin() -> Action { (configured ?? remembered).map { .connect($0) } ?? .ask(.serialPort) }

    /// The receiver has answered.
    mutating func take(_ services: [SerialService]) -> Action {
        let ports = Self.ports(services, strictly: asked != .serialPort)
        if ports.isEmpty, let next = asked.next {
            asked = next
            return .ask(next)
        }
        listed = ports
        return next()
    }

    /// It was asked, and there is no answer.
    func fail(asking failure: BluetoothError) -> Action {
        switch failure {
        // It is there and does not tell.
        case .nonsense, .refused, .brokenOff: refused.contains(1) ? .giveUp(failure) : .connect(1)
        default: .giveUp(failure)
        }
    }

    /// No connection to a channel came about.
    mutating func fail(connectingTo channel: Int, _ failure: BluetoothError) -> Action {
        guard case .refused = failure, configured == nil else { return .giveUp(failure) }
        refused.insert(channel)
        if listed != nil { return next() }
        // The channel of the last time may be another service's now.
        guard remembered != nil else { return .giveUp(failure) }
        remembered = nil
        return .ask(.serialPort)
    }

    private func next() -> Action {
        guard let listed, !listed.isEmpty else { return .giveUp(.noSerialPort) }
        let next = listed.prefix(3).first { !refused.contains($0.channel) }
        return next.map { .connect($0.channel) } ?? .giveUp(.refused(isListed: true))
    }

    /// The services that may be a receiver's, the likeliest first.
    ///
    /// - Parameter strictly: whether only those count that say so: they were not listed as serial ports.
    private static func ports(_ services: [SerialService], strictly: Bool) -> [SerialService] {
        let ports = services.filter { !$0.isApple }
        let ranked = ports.enumerated().map { (rank: rank($0.element.name), place: $0.offset, service: $0.element) }
        let kept = ranked.filter { !strictly || $0.rank < 2 || (ports.count == 1 && $0.rank == 2) }
        return kept.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.service)
    }

    /// The less, the likelier.
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
    /// What is asked for where this brought nothing.
    fileprivate var next: ServiceKind? {
        switch self {
        case .serialPort: .anyRFCOMM
        case .anyRFCOMM: .browsable
        case .browsable: nil
        }
    }
}
