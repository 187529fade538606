// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import OSNMA

/// A JSON object on one line, whose values are numbers, flags and words of ours, which need no escapes.
struct JSONLine {
    private var text: String
    private var isFirst = false

    /// - Parameter type: what the line is: the value of `type`.
    init(_ type: String) { text = "{\"type\":\"\(type)\"" }

    private mutating func key(_ name: String) {
        text += isFirst ? "\"\(name)\":" : ",\"\(name)\":"
        isFirst = false
    }

    mutating func add(_ name: String, _ value: Int) {
        key(name)
        text += String(value)
    }

    mutating func add(_ name: String, _ value: Bool) {
        key(name)
        text += value ? "true" : "false"
    }

    mutating func add(_ name: String, _ value: String) {
        key(name)
        text += "\"\(value)\""
    }

    /// An instant: week and second of the week.
    mutating func add(_ name: String, _ value: GST) {
        key(name)
        text += "[\(value.week),\(value.tow)]"
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
        add("nmas", Self.names[Int(header.status.rawValue)])
        add("cid", Int(header.chainID))
        add("cpks", Self.causes[Int(header.chainAndKeyStatus.rawValue)])
    }

    private static let names = ["reserved", "test", "operational", "dont_use"]
    private static let causes = ["reserved", "nominal", "eoc", "crev", "npk", "pkrev", "nmt", "am"]

    /// Opens an object within.
    mutating func begin(_ name: String) {
        key(name)
        text += "{"
        isFirst = true
    }

    /// Closes it.
    mutating func close() { text += "}" }

    /// Ends the line.
    mutating func end(into buffer: inout [UInt8]) {
        text += "}\n"
        buffer += text.utf8
    }
}
