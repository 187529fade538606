// SPDX-License-Identifier: Apache-2.0

/// The receiver's port of a line, numbered as in CFG-PRT.
public enum ReceiverPortID: UInt8, Sendable, CaseIterable {
    case i2c = 0
    /// The first UART.
    case uart1 = 1
    /// The second UART.
    case uart2 = 2
    case usb = 3
    case spi = 4

    /// The name in the manufacturer's documents.
    public var name: String {
        switch self {
        case .i2c: "I2C"
        case .uart1: "UART1"
        case .uart2: "UART2"
        case .usb: "USB"
        case .spi: "SPI"
        }
    }

    /// Creates a port from the port number in MON-COMMS, whose high byte identifies the port.
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

/// The part of UBX-MON-COMMS about ports: 8 bytes, and 40 for each port.
struct CommunicationState {
    /// One port.
    struct Port {
        var id: ReceiverPortID?
        var receivedBytes: UInt32
        /// Use of the transmit capacity in percent.
        var sent: Int
        /// The highest use since the start, in percent.
        var peak: Int
    }

    let ports: [Port]
    /// True if frames were dropped because the output buffer was full.
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

/// Determines the receiver's port of a line, because message settings apply to one port.
struct PortSearch: Sendable {
    /// The port that is assumed if the receiver does not report it.
    let guess: ReceiverPortID
    let identity: UBXIdentity
    private var received: [ReceiverPortID: UInt32] = [:]
    private var stage = Stage.begin
    /// The number of times that a count that has not grown is asked for again: it may be a late answer.
    private var repetitions = 2

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
        /// UBX-CFG-PRT of the port, if the query was answered.
        var settings: [UInt8]?
    }

    mutating func next(_ answer: SetupAnswer) -> SetupMove<Found> {
        switch stage {
        case .begin:
            guard identity.protocolVersion < 3400 else { return count(.firstCount) }
            stage = .port
            // Without a number, the query is about the port on which it arrives.
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
        case .secondCount:
            if repetitions > 0, case .answered(let payload) = answer, let state = CommunicationState(payload.span),
                counts(state) == received
            {
                repetitions -= 1
                return count(.secondCount)
            }
            return .finish(found(answer))
        }
    }

    private mutating func count(_ stage: Stage) -> SetupMove<Found> {
        self.stage = stage
        return .ask(.poll(.monCOMMS, tries: 2))
    }

    /// The port that has received bytes since the first query: those of the queries in between.
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
