// SPDX-License-Identifier: Apache-2.0

/// The receiver's end of a line, numbered as CFG-PRT numbers it.
public enum ReceiverPortID: UInt8, Sendable, CaseIterable {
    /// I2C.
    case i2c = 0
    /// The first UART.
    case uart1 = 1
    /// The second UART.
    case uart2 = 2
    /// USB.
    case usb = 3
    /// SPI.
    case spi = 4

    /// As in the manufacturer's documents.
    public var name: String {
        switch self {
        case .i2c: "I2C"
        case .uart1: "UART1"
        case .uart2: "UART2"
        case .usb: "USB"
        case .spi: "SPI"
        }
    }

    /// By the port number of MON-COMMS, whose high byte names the port.
    init?(communication number: UInt16) {
        switch number >> 8 {
        case 0: self = .i2c
        case 1: self = .uart1
        case 2: self = .uart2
        case 3: self = .usb
        case 4: self = .spi
        default: return nil
        }
    }
}

/// UBX-MON-COMMS, as far as it tells about ports: 8 bytes and 40 for each port.
struct CommunicationState {
    /// One port.
    struct Port {
        var id: ReceiverPortID?
        var receivedBytes: UInt32
        /// In percent.
        var sent: Int
        /// The most since the start, in percent.
        var peak: Int
    }

    let ports: [Port]
    /// Whether frames were thrown away because the buffer for output was full.
    let isFull: Bool

    init?(_ payload: Span<UInt8>) {
        guard payload.count >= 8, payload.u1(0) == 0,
            let items = payload.items(Int(payload.u1(1)), after: 8, size: 40)
        else { return nil }
        isFull = payload.u1(2) & 3 != 0
        ports = items.map { index in
            let at = 8 + 40 * index
            return Port(
                id: ReceiverPortID(communication: payload.u2(at)), receivedBytes: payload.u4(at + 12),
                sent: Int(payload.u1(at + 8)), peak: Int(payload.u1(at + 9)))
        }
    }
}

/// Finds out at which end of the receiver a line is: settings of messages are a port's own.
struct PortSearch: Sendable {
    /// The port that is assumed if the receiver does not report it.
    let guess: ReceiverPortID
    let identity: UBXIdentity
    private var received: [ReceiverPortID: UInt32] = [:]
    private var stage = Stage.begin

    private enum Stage {
        case begin
        case port
        case firstCount
        case secondCount
    }

    init(_ identity: UBXIdentity, guess: ReceiverPortID) { (self.identity, self.guess) = (identity, guess) }

    struct Found: Sendable {
        var port: ReceiverPortID
        var isGuessed: Bool
        /// UBX-CFG-PRT of it, where that was answered.
        var settings: [UInt8]?
    }

    mutating func next(_ answer: SetupAnswer) -> SetupMove<Found> {
        switch stage {
        case .begin:
            guard identity.protocolVersion < 3400 else { return count(.firstCount) }
            stage = .port
            // Without a number it is the port that it is asked on.
            return .ask(SetupRequest(.cfgPRT, expects: .answerAndAcknowledgement, tries: 2))
        case .port:
            if case .answered(let payload) = answer, payload.count >= 20,
                let port = ReceiverPortID(rawValue: payload[0])
            {
                return .finish(Found(port: port, isGuessed: false, settings: payload))
            }
            return identity.hasKeys ? count(.firstCount) : .finish(Found(port: guess, isGuessed: true))
        case .firstCount:
            guard case .answered(let payload) = answer, let state = CommunicationState(payload.span) else {
                return .finish(Found(port: guess, isGuessed: true))
            }
            received = counts(state)
            return count(.secondCount)
        case .secondCount: return .finish(found(answer))
        }
    }

    private mutating func count(_ stage: Stage) -> SetupMove<Found> {
        self.stage = stage
        return .ask(.poll(.monCOMMS, tries: 2))
    }

    /// The port that has received something since: what was asked in between.
    private func found(_ answer: SetupAnswer) -> Found {
        guard case .answered(let payload) = answer, let state = CommunicationState(payload.span) else {
            return Found(port: guess, isGuessed: true)
        }
        let grown = counts(state).filter { $0.value != received[$0.key] }.keys
        guard grown.count == 1, let port = grown.first else {
            return Found(port: grown.contains(guess) || grown.isEmpty ? guess : .uart1, isGuessed: true)
        }
        return Found(port: port, isGuessed: false)
    }

    private func counts(_ state: CommunicationState) -> [ReceiverPortID: UInt32] {
        state.ports.reduce(into: [:]) { counts, port in
            if let id = port.id { counts[id, default: 0] &+= port.receivedBytes }
        }
    }
}
