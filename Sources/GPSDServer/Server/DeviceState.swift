// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes

/// What the server knows of one device.
struct DeviceState {
    /// Whether it is there.
    enum Presence: Equatable {
        /// Nothing was heard of it.
        case unknown
        /// Data flows since then, by the host's wall clock.
        case active(since: UTCTime)
        /// It is gone.
        case lost
    }

    let source: SourceID
    let path: String
    /// True for a source that the host's table does not name.
    private(set) var isAdopted: Bool
    private(set) var driver: String?
    /// True where the host named the driver.
    private var driverIsGiven: Bool
    private(set) var serial: String?
    private(set) var subtype: String?
    /// How the host says its serial line is set.
    private(set) var line: GPSDDevice.SerialLine?
    private(set) var presence = Presence.unknown
    /// Whether the last epoch had a position.
    private(set) var hasPosition = false
    /// Whether it tells its position in NMEA, so that no sentences are made for it.
    private(set) var sendsSentences = false
    /// Seconds from one epoch to the next, once two in a row were the same.
    private(set) var cycle: Double?
    private var lastTime: UTCTime?
    private var lastStep: Int64?
    /// The second of the receiver's time that TOFF told last.
    var lastOffset: Int64?
    var reporter: GPSDReporter
    /// The last reports, for `?POLL;`.
    private(set) var last = LastReports()

    init(_ device: GPSDDevice, isAdopted: Bool = false) {
        source = device.source
        path = String(decoding: device.path.utf8.prefix(512), as: UTF8.self)
        driver = device.driver
        driverIsGiven = device.driver != nil
        line = device.line
        self.isAdopted = isAdopted
        reporter = GPSDReporter(devicePath: path)
    }

    /// This device as the host describes it now; at another path it is as if nothing had been heard of it.
    func renewed(as device: GPSDDevice) -> DeviceState {
        var renewed = DeviceState(device)
        guard renewed.path == path else { return renewed }
        renewed = self
        renewed.isAdopted = false
        renewed.line = device.line
        renewed.driverIsGiven = device.driver != nil
        renewed.driver = device.driver ?? driver
        return renewed
    }

    /// Whether it has reported a position, or the lack of one, since it appeared.
    var hasReported: Bool { last.hasTPV }

    /// Marks it as there; returns whether that is new.
    mutating func activate(at time: UTCTime) -> Bool {
        if case .active = presence { return false }
        presence = .active(since: time)
        return true
    }

    /// Marks it as gone and forgets what it reported; returns whether that is new.
    mutating func lose() -> Bool {
        guard case .active = presence else { return false }
        presence = .lost
        last = LastReports()
        (hasPosition, cycle, lastTime, lastStep, lastOffset) = (false, nil, nil, nil, nil)
        sendsSentences = false
        reporter = GPSDReporter(devicePath: path)
        return true
    }

    /// A sentence of its own came with its position.
    mutating func noteSentences() { sendsSentences = true }

    /// Learns how often it reports.
    mutating func learnCycle(from fix: Fix) {
        hasPosition = fix.position != nil && fix.kind != .none
        guard let time = fix.time else { return }
        defer { lastTime = time }
        guard let before = lastTime else { return }
        let (step, overflow) = time.nanosecondsSince1970.subtractingReportingOverflow(before.nanosecondsSince1970)
        guard !overflow, (1_000_000...60_000_000_000).contains(step) else { return }
        if let last = lastStep, abs(last - step) < 2_000_000 { cycle = Double(step) / 1e9 }
        lastStep = step
    }

    /// Learns the driver from a frame's protocol; returns whether that is new. u-blox receivers speak NMEA too.
    mutating func learnDriver(from format: FrameFormat) -> Bool {
        let name: String
        switch format {
        case .nmea: name = "NMEA0183"
        case .ubx: name = "u-blox"
        case .rtcm3: name = "RTCM104V3"
        default: return false
        }
        guard !driverIsGiven, driver != name, driver == nil || format == .ubx else { return false }
        driver = name
        return true
    }

    /// Learns what the receiver says it is; returns whether that is new.
    mutating func learn(_ identity: ReceiverIdentity) -> Bool {
        let words = [identity.vendor, identity.model, identity.firmware].compactMap(\.self)
        let newSubtype = words.isEmpty ? subtype : words.joined(separator: " ")
        let newSerial = identity.serial ?? serial
        guard newSubtype != subtype || newSerial != serial else { return false }
        (subtype, serial) = (newSubtype, newSerial)
        return true
    }

    /// Keeps the lines of an epoch for `?POLL;`.
    mutating func remember(_ lines: ArraySlice<UInt8>) {
        last.remember(lines)
    }

    /// Keeps epochs whose lines no client gets.
    mutating func remember(_ epochs: [UnwrittenEpoch]) { for epoch in epochs { last.remember(epoch) } }

    /// How a line with a TPV begins.
    static let beginOfTPV = Array(#"{"class":"TPV""#.utf8)
}
