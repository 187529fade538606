// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import Transport

/// Log messages about a receiver that sends data, each once.
struct LineReporter {
    /// What it is, where that is known.
    var name: String?
    /// What it speaks.
    var speech = ""
    /// Where: `at 9600 baud`.
    var place = ""
    /// What is wrong with the line.
    var lineTrouble: String?
    /// What is wrong with the receiver.
    var receiverTrouble: String?

    private var told: (state: DriverState, text: String)?

    /// What is to be told; nil where that was told last.
    var news: (DriverState, String)? {
        mutating get {
            let trouble = lineTrouble ?? receiverTrouble
            let text = trouble ?? "\(name.map { "\($0): " } ?? "")\(speech) \(place)"
            let state: DriverState = trouble == nil ? .running : .degraded
            if let told, told.state == state, told.text == text { return nil }
            told = (state, text)
            return (state, text)
        }
    }

    /// Something else was told meanwhile.
    mutating func forget() { told = nil }
}

/// All that is watched on a line that works.
struct LineWatches {
    var health: LineHealth
    var silence: SilenceWatch
    var sense: SenseWatch?

    /// - Parameters:
    ///   - receiver: who listens.
    ///   - line: nil where it has no rate.
    ///   - kind: what is behind it.
    init(_ receiver: LineReceiver, _ line: LineSettings?, _ kind: LineKind) {
        health = LineHealth(line, window: receiver.healthWindow, receiver.profile)
        silence = SilenceWatch(pause: receiver.pause, line: line, kind)
    }
}

extension LineKind {
    /// Over what the frames come, where there is no rate.
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
