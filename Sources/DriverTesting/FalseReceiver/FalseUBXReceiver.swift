// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA
internal import ReceiverStream
public import UBX

/// A simulated u-blox receiver: it answers queries, stores settings, and sends the messages that are enabled. It
/// takes and returns bytes and uses neither a clock nor a line.
public struct FalseUBXReceiver: Sendable {
    public let personality: UBXPersonality
    /// The port in use.
    public let port: ReceiverPortID

    /// True if it refuses every change.
    public var refusesChanges = false
    /// True if it answers nothing.
    public var isDeaf = false
    /// True if it acknowledges changes without making them.
    public var forgetsChanges = false
    /// True if it acknowledges a new rate of its port and keeps the old one.
    public var keepsBaud = false
    /// One of this many commands is ignored; 0 to ignore none.
    public var losesEvery = 0
    /// True if it reports a full output buffer.
    public var reportsFullOutput = false

    /// The number of requested changes, including refused ones.
    public private(set) var changesAsked = 0
    /// The number of commands that restarted the receiver or its navigation.
    public private(set) var resets = 0
    /// True if a command stopped its navigation.
    public private(set) var isStopped = false
    /// The number of bytes it received.
    public private(set) var receivedBytes = 0

    var memory: FalseMemory
    var drive = FalseDrive()
    private var demultiplexer = FrameDemultiplexer()
    private var commands = 0

    /// Creates a receiver that was just switched on.
    ///
    /// - Parameters:
    ///   - personality: The model.
    ///   - port: The port in use.
    public init(_ personality: UBXPersonality, port: ReceiverPortID = .uart1) {
        (self.personality, self.port) = (personality, port)
        memory = FalseMemory(personality)
    }

    /// The rate of its port in bits per second.
    public var baud: Int { memory.baud(port) }

    /// The interval in epochs of a message on its port; 0 if the message is disabled.
    public func interval(of id: MessageID) -> Int { memory.interval(of: id, port) }

    /// The value of a key in RAM; nil if the receiver does not know the key.
    public func value(of key: UInt32) -> UInt64? { memory.ram[key] }

    /// Sets the interval in epochs of a message on its port, as if another program had set it.
    public mutating func setInterval(of id: MessageID, _ interval: Int) { memory.setInterval(of: id, interval, port) }

    /// Sets the rate of its port, as if another program had set it.
    public mutating func setBaud(_ baud: Int) { memory.setBaud(baud, port) }

    /// Sets the milliseconds between epochs, at least 1, as if another program had set them.
    public mutating func setPeriod(milliseconds: Int) { memory.setMilliseconds(milliseconds) }

    /// Stores all settings permanently, so that a restart restores them.
    public mutating func storeSettings() { memory.store() }

    /// Restarts, and loses everything that is only in RAM.
    public mutating func losePower() {
        memory.restart()
        isStopped = false
    }

    /// Takes bytes, which may be whole commands or parts of commands.
    ///
    /// - Returns: The answer.
    public mutating func receive(_ bytes: [UInt8]) -> [UInt8] {
        receivedBytes += bytes.count
        var found = Commands()
        demultiplexer.consume(bytes.span, into: &found)
        return found.list.flatMap { answer($0.id, $0.payload) }
    }

    private struct Commands: FrameSink {
        var list: [(id: MessageID, payload: [UInt8])] = []

        mutating func take(_ frame: Span<UInt8>, bodyEnd: Int, at offset: Int) {}
        mutating func take(_ frame: Span<UInt8>, format: FrameFormat, at offset: Int) {
            guard format == .ubx, let id = UBXFrame.id(of: frame) else { return }
            let payload = frame.extracting(UBXFrame.payload(of: frame))
            list.append((id, payload.withUnsafeBufferPointer { Array($0) }))
        }
    }

    // MARK: Answers

    private mutating func answer(_ id: MessageID, _ payload: [UInt8]) -> [UInt8] {
        commands += 1
        guard !isDeaf, losesEvery == 0 || commands % losesEvery != 0 else { return [] }
        switch id {
        case .monVER: return payload.isEmpty ? UBXWriter.frame(.monVER, payload: version) : []
        case .secUNIQID:
            guard let number = personality.uniqueID else { return [] }
            return UBXWriter.frame(.secUNIQID, payload: [number.count > 5 ? 2 : 1, 0, 0, 0] + number)
        case .monCOMMS where personality.hasKeys: return UBXWriter.frame(.monCOMMS, payload: communication)
        case .cfgVALGET where personality.hasKeys: return poll(id, memory.values(for: payload))
        case .cfgVALSET where personality.hasKeys: return change(id) { $0.set(values: payload) }
        case .cfgPRT where personality.hasMessages && payload.count <= 1:
            return poll(id, memory.portSettings(payload.first.flatMap(ReceiverPortID.init) ?? port))
        case .cfgPRT where personality.hasMessages && !personality.hasKeys:
            return change(id) { $0.set(portSettings: payload) }
        case .cfgMSG where personality.hasMessages && !personality.hasKeys:
            if payload.count == 2 { return poll(id, memory.intervals(MessageID(payload[0], payload[1]))) }
            return change(id) { [port] in $0.set(interval: payload, port) }
        case .cfgRATE where personality.hasMessages && !personality.hasKeys:
            return payload.isEmpty ? poll(id, memory.rate) : change(id) { $0.set(rate: payload) }
        case .cfgGNSS where personality.knowsConstellationMessage:
            return payload.isEmpty ? poll(id, memory.constellations) : change(id) { $0.set(constellations: payload) }
        case .cfgRST where payload.count == 4: return reset(payload[2])
        case .cfgCFG where personality.hasMessages && !personality.hasKeys: return change(id) { $0.save(payload) }
        default: return id.messageClass == 0x06 ? acknowledge(id, false) : []
        }
    }

    private func poll(_ id: MessageID, _ answer: [UInt8]?) -> [UInt8] {
        guard let answer else { return acknowledge(id, false) }
        return UBXWriter.frame(id, payload: answer) + acknowledge(id, true)
    }

    private mutating func change(_ id: MessageID, _ make: (inout FalseMemory) -> Bool) -> [UInt8] {
        changesAsked += 1
        guard !refusesChanges else { return acknowledge(id, false) }
        var changed = memory
        guard make(&changed) else { return acknowledge(id, false) }
        if keepsBaud { changed.setBaud(memory.baud(port), port) }
        if !forgetsChanges { memory = changed }
        return acknowledge(id, true)
    }

    /// Executes UBX-CFG-RST, which is not acknowledged (interface descriptions). Settings in flash and battery-backed
    /// RAM remain; those that are only in RAM are lost, except if only the navigation restarts (modes 2, 8 and 9).
    private mutating func reset(_ mode: UInt8) -> [UInt8] {
        changesAsked += 1
        switch mode {
        case 0, 1, 4:
            memory.restart()
            (isStopped, resets) = (false, resets + 1)
        case 2, 9: (isStopped, resets) = (false, resets + 1)
        case 8: isStopped = true
        default: return acknowledge(.cfgRST, false)
        }
        return []
    }

    private func acknowledge(_ id: MessageID, _ isAccepted: Bool) -> [UInt8] {
        UBXWriter.frame(isAccepted ? .ackAck : .ackNak, payload: [id.messageClass, id.id])
    }

    private var version: [UInt8] {
        Self.padded(personality.software, 30) + Self.padded(personality.hardware, 10)
            + personality.extensions.flatMap { Self.padded($0, 30) }
    }

    private static func padded(_ text: String, _ count: Int) -> [UInt8] {
        let bytes = Array(text.utf8.prefix(count))
        return bytes + [UInt8](repeating: 0, count: count - bytes.count)
    }

    /// The answer to UBX-MON-COMMS for UART1, UART2 and USB.
    var communication: [UInt8] {
        let isFull = reportsFullOutput
        let head: [UInt8] = [0, 3, isFull ? 2 : 0, 0, 0, 1, 5, 255]
        return head
            + [ReceiverPortID.uart1, .uart2, .usb].flatMap { port -> [UInt8] in
                var bytes = [UInt8](repeating: 0, count: 40)
                bytes[1] = port.rawValue
                guard port == self.port else { return bytes }
                bytes[8] = isFull ? 98 : 12
                bytes[9] = isFull ? 100 : 15
                for index in 0..<4 { bytes[12 + index] = UInt8(truncatingIfNeeded: receivedBytes >> (8 * index)) }
                return bytes
            }
    }
}
