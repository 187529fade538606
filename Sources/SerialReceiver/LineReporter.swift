// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Transport

/// Reports the state of a receiver that sends data, each text only once.
struct LineReporter {
    /// The receiver's identity; nil if unknown.
    var name: String?
    /// The protocols it speaks.
    var speech = ""
    /// The place of reception: `at 9600 baud`.
    var place = ""
    /// A problem of the line.
    var lineError: String?
    /// A problem of the receiver.
    var receiverError: String?

    private var told: (state: DriverState, text: String)?
    /// The parts of the last reported text.
    private var parts: [String?] = []

    /// The state to report; nil if it was reported last.
    var news: (DriverState, String)? {
        mutating get {
            // Checked after each burst, and nearly always unchanged.
            let isSame =
                parts.count == 5 && parts[0] == name && parts[1] == speech && parts[2] == place
                && parts[3] == lineError && parts[4] == receiverError
            if isSame { return nil }
            parts = [name, speech, place, lineError, receiverError]
            let error = lineError ?? receiverError
            let text = error ?? "\(name.map { "\($0): " } ?? "")\(speech) \(place)"
            let state: DriverState = error == nil ? .running : .degraded
            if let told, told.state == state, told.text == text { return nil }
            told = (state, text)
            return (state, text)
        }
    }

    /// Forgets the last report, because another state was reported in the meantime.
    mutating func forget() { (told, parts) = (nil, []) }
}

/// The monitors of a working line.
struct LineWatches {
    var health: LineHealth
    var silence: SilenceWatch
    var sense: SenseWatch?

    /// - Parameters:
    ///   - receiver: The receiver that uses the line.
    ///   - line: The line settings; nil if the line has no rate.
    ///   - kind: The kind of device behind the line.
    init(_ receiver: LineReceiver, _ line: LineSettings?, _ kind: LineKind) {
        health = LineHealth(line, window: receiver.healthWindow, receiver.profile)
        silence = SilenceWatch(pause: receiver.pause, line: line, kind)
    }
}

extension LineKind {
    /// The medium of the frames on a line without a rate, for messages.
    var words: String {
        switch self {
        case .uart: "over a serial line"
        case .usb: "over USB"
        case .bluetooth: "over Bluetooth"
        case .pseudoTerminal: "over a pseudo-terminal"
        case .kernelReceiver: "from the kernel's receiver"
        case .network: "over the network"
        }
    }
}
