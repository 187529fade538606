// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import NMEA

/// The server's knowledge of one device.
struct DeviceState {
    /// The presence of the device.
    enum Presence: Equatable {
        /// No information about it was received.
        case unknown
        /// The device sends data since `since`, by the host's wall clock.
        case active(since: UTCTime)
        /// The device is gone.
        case lost
    }

    let source: SourceID
    let path: String
    /// True if the host's table does not contain the source.
    private(set) var isAdopted: Bool
    private(set) var driver: String?
    /// True if the host specified the driver.
    private var driverIsGiven: Bool
    private(set) var serial: String?
    private(set) var subtype: String?
    /// The settings of its serial line: those that its driver states, otherwise those of the host.
    var line: GPSDDevice.SerialLine? { statedLine ?? givenLine }
    /// The settings of its serial line according to the host.
    private var givenLine: GPSDDevice.SerialLine?
    /// The settings of its serial line according to its driver, which may have found the rate.
    private var statedLine: GPSDDevice.SerialLine?
    private(set) var presence = Presence.unknown
    /// True if the last epoch had a position.
    private(set) var hasPosition = false
    /// Creates the NMEA sentences that the receiver does not send.
    var sentences = SentenceMaker()
    /// Seconds between epochs, known once two successive intervals were equal.
    private(set) var cycle: Double?
    private var lastTime: UTCTime?
    private var lastStep: Int64?
    /// The second of the receiver's time for which the last TOFF was sent.
    var lastOffset: Int64?
    var reporter: GPSDReporter
    /// The last reports, for `?POLL;`.
    private(set) var last = LastReports()

    init(_ device: GPSDDevice, isAdopted: Bool = false) {
        source = device.source
        path = String(decoding: device.path.utf8.prefix(512), as: UTF8.self)
        driver = device.driver
        driverIsGiven = device.driver != nil
        givenLine = device.line
        self.isAdopted = isAdopted
        reporter = GPSDReporter(devicePath: path)
    }

    /// Returns this device with the host's current description; if the path differs, all state is reset.
    func renewed(as device: GPSDDevice) -> DeviceState {
        var renewed = DeviceState(device)
        guard renewed.path == path else { return renewed }
        renewed = self
        renewed.isAdopted = false
        renewed.givenLine = device.line
        renewed.driverIsGiven = device.driver != nil
        renewed.driver = device.driver ?? driver
        return renewed
    }

    /// True if it has reported a position, or the lack of one, since it appeared.
    var hasReported: Bool { last.hasTPV }

    /// Marks the device as present; returns true if it was not present before.
    mutating func activate(at time: UTCTime) -> Bool {
        if case .active = presence { return false }
        presence = .active(since: time)
        return true
    }

    /// Marks the device as lost and discards its reports and its identity, because another receiver may be connected next;
    /// returns true if it was present before.
    mutating func lose() -> Bool {
        guard case .active = presence else { return false }
        presence = .lost
        last = LastReports()
        (hasPosition, cycle, lastTime, lastStep, lastOffset) = (false, nil, nil, nil, nil)
        (statedLine, serial, subtype) = (nil, nil, nil)
        if !driverIsGiven { driver = nil }
        sentences = SentenceMaker()
        reporter = GPSDReporter(devicePath: path)
        return true
    }

    /// Learns the interval at which the device reports.
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

    /// Learns the driver from a frame's protocol; returns true if it changed. UBX takes precedence over NMEA, because
    /// u-blox receivers send NMEA too.
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

    /// Learns the receiver's identity; returns true if it changed.
    mutating func learn(_ identity: ReceiverIdentity) -> Bool {
        let words = [identity.vendor, identity.model, identity.firmware].compactMap(\.self)
        let newSubtype = words.isEmpty ? subtype : words.joined(separator: " ")
        let newSerial = identity.serial ?? serial
        guard newSubtype != subtype || newSerial != serial else { return false }
        (subtype, serial) = (newSubtype, newSerial)
        return true
    }

    /// Learns the settings of the serial line from the state `running`; returns true if clients see other settings now.
    /// A state without settings, such as the gateway's own after a silence, changes nothing.
    mutating func learnLine(from report: DriverStateReport) -> Bool {
        let before = line
        statedLine = GPSDDevice.SerialLine(report) ?? statedLine
        return line != before
    }

    /// Stores the lines of an epoch for `?POLL;`.
    mutating func remember(_ lines: ArraySlice<UInt8>, at instant: ContinuousClock.Instant) {
        last.remember(lines, at: instant)
    }

    /// Stores epochs whose lines no client receives.
    mutating func remember(_ epochs: [UnwrittenEpoch], at instant: ContinuousClock.Instant) {
        for epoch in epochs { last.remember(epoch, at: instant) }
    }

    /// The beginning of a TPV line.
    static let beginOfTPV = Array(#"{"class":"TPV""#.utf8)
}
