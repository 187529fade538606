// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import OSNMA
internal import Wire

/// Adds named values to an object.
extension FieldWriter {
    mutating func add(_ name: StaticString, _ value: Int) {
        self.name(name)
        integer(value)
    }

    mutating func add(_ name: StaticString, _ value: Bool) {
        self.name(name)
        flag(value)
    }

    mutating func add(_ name: StaticString, _ value: String) {
        self.name(name)
        text(value)
    }

    /// Adds an instant as an array of week and second of the week.
    mutating func add(_ name: StaticString, _ value: GST) {
        self.name(name)
        beginArray()
        integer(value.week)
        integer(value.tow)
        endArray()
    }

    mutating func add(_ verdict: TagVerdict) {
        add("satellite", "\(verdict.satellite)")
        add("sender", "\(verdict.sender)")
        add("adkd", Int(verdict.adkd.rawValue))
        add("ctr", verdict.counter)
        add("cop", verdict.cutOff)
        add("tag_time", verdict.time)
        add("key_time", verdict.keyTime)
        add("chain", Int(verdict.chainID))
        if verdict.isTest { add("test", true) }
    }

    mutating func add(_ header: NMAHeader) {
        add("nmas", Self.statuses[Int(header.status.rawValue)])
        add("cid", Int(header.chainID))
        add("cpks", Self.causes[Int(header.chainAndKeyStatus.rawValue)])
    }

    /// Adds the keys and roots on which a result rests.
    mutating func add(_ trust: ExaminedTrust) {
        name("trust")
        beginObject()
        add("from", trust.origin)
        name("fingerprints")
        beginArray()
        for fingerprint in trust.fingerprints { text(fingerprint) }
        endArray()
        endObject()
        add("simulation", trust.isSimulation)
    }

    private static let statuses = ["reserved", "test", "operational", "dont_use"]
    private static let causes = ["reserved", "nominal", "eoc", "crev", "npk", "pkrev", "nmt", "am"]

    /// Begins the object of a line.
    mutating func beginLine(_ type: String) {
        beginObject()
        add("type", type)
    }

    /// Ends the object and its line.
    mutating func finishLine(into buffer: inout [UInt8]) {
        endObject()
        endLine()
        drain(into: &buffer)
    }
}
