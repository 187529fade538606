// SPDX-License-Identifier: Apache-2.0

internal import Wire

/// Reads settings of a receiver, several at a time if it supports that.
struct SettingReading: Sendable {
    /// A memory of generation 9 and later, numbered as in CFG-VALGET.
    enum Layer: UInt8, Sendable {
        case ram = 0
        case flash = 2
    }

    /// The values that were read.
    struct Values: Sendable {
        /// The values read; a setting is missing if the receiver does not know it or has not stored it.
        var found: [SettingPlace: UInt64] = [:]
        /// UBX-CFG-PRT of our port, if it was read.
        var port: [UInt8]?
        /// True if a query was not answered, even after all repetitions.
        var isIncomplete = false
    }

    private enum Job {
        case keys([UInt32])
        case place(SettingPlace)
    }

    private let layer: Layer
    private let portID: ReceiverPortID
    private var jobs: [Job] = []
    private var current: Job?
    private var values = Values()

    /// The largest number of keys in CFG-VALGET.
    private static let mostKeys = 64

    /// - Parameters:
    ///   - places: The settings to read; keys are read together.
    ///   - layer: The memory, for keys only.
    ///   - port: Our port.
    init(_ places: [SettingPlace], _ layer: Layer = .ram, port: ReceiverPortID) {
        (self.layer, portID) = (layer, port)
        var keys: [UInt32] = []
        var hasPort = false
        for place in places {
            switch place {
            case .key(let key): if !keys.contains(key) { keys.append(key) }
            case .protocolsIn, .protocolsOut, .baud:
                if !hasPort { jobs.append(.place(place)) }
                hasPort = true
            case .message, .period: jobs.append(.place(place))
            case .saved: break
            }
        }
        for start in stride(from: 0, to: keys.count, by: Self.mostKeys) {
            jobs.append(.keys(Array(keys[start..<min(start + Self.mostKeys, keys.count)])))
        }
    }

    mutating func next(_ answer: SetupAnswer) -> SetupMove<Values> {
        if let job = current { settle(job, answer) }
        current = jobs.isEmpty ? nil : jobs.removeFirst()
        return current.map { .ask(request($0)) } ?? .finish(values)
    }

    private func request(_ job: Job) -> SetupRequest {
        let (id, payload): (MessageID, [UInt8])
        switch job {
        case .keys(let keys):
            (id, payload) = (.cfgVALGET, [0, layer.rawValue, 0, 0] + keys.flatMap(LittleEndian.bytes))
        case .place(.message(let message)): (id, payload) = (.cfgMSG, [message.messageClass, message.id])
        case .place(.period): (id, payload) = (.cfgRATE, [])
        case .place: (id, payload) = (.cfgPRT, [portID.rawValue])
        }
        return SetupRequest(id, payload: payload, expects: .answerAndAcknowledgement)
    }

    private mutating func settle(_ job: Job, _ answer: SetupAnswer) {
        switch (job, answer) {
        case (.keys, .answered(let payload)): note(keys: payload)
        case (.keys(let keys), .refused) where keys.count > 1:
            // The receiver refuses all keys if it does not know one, so they are read one by one.
            jobs.insert(contentsOf: keys.map { .keys([$0]) }, at: 0)
        case (.place(let place), .answered(let payload)): note(place, payload)
        case (_, .silent): values.isIncomplete = true
        default: break
        }
    }

    /// Reads the keys of a UBX-CFG-VALGET: 4 bytes, then pairs of key and value.
    private mutating func note(keys payload: [UInt8]) {
        let bytes = payload.span
        var at = 4
        while let key = bytes.little(UInt32.self, at: at) {
            let size = ConfigurationKeys.size(of: key)
            guard size > 0, at + 4 + size <= bytes.count else { return }
            var value: UInt64 = 0
            for index in 0..<size { value |= UInt64(bytes[at + 4 + index]) << UInt64(8 * index) }
            values.found[.key(key)] = value
            at += 4 + size
        }
    }

    private mutating func note(_ place: SettingPlace, _ payload: [UInt8]) {
        let bytes = payload.span
        switch place {
        // Class, number, and the intervals on each port.
        case .message(let message)
        where payload.count >= 8 && payload[0] == message.messageClass && payload[1] == message.id:
            values.found[place] = UInt64(payload[2 + Int(portID.rawValue)])
        case .period where payload.count >= 6: values.found[place] = UInt64(bytes.u2(0))
        case .baud, .protocolsIn, .protocolsOut:
            guard payload.count >= 20 else { return }
            values.port = payload
            values.found[.baud] = UInt64(bytes.u4(8))
            values.found[.protocolsIn] = UInt64(bytes.u2(12))
            values.found[.protocolsOut] = UInt64(bytes.u2(14))
        default: break
        }
    }
}

/// Little-endian numbers, as used by UBX.
enum LittleEndian {
    static func bytes(_ number: UInt32) -> [UInt8] { bytes(UInt64(number), count: 4) }

    static func bytes(_ number: UInt64, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }
}
