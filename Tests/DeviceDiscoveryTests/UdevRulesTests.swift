// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import DeviceDiscovery

/// The rules in `udev/` beside the table that discovery knows receivers by.
struct UdevRulesTests {
    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("udev/70-gnss-gateway.rules")
        .path

    private struct Rule {
        var comment: String
        var parts: [(key: String, operation: String, value: String)]

        func value(_ key: String) -> String? { parts.first { $0.key == key }?.value }
    }

    /// The rules, each with the comment line before it; fails on what is no rule.
    private func rules() throws -> [Rule] {
        var rules: [Rule] = []
        var comment = ""
        for line in try String(contentsOfFile: Self.path, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("#") {
                comment = line.drop { $0 == "#" || $0 == " " }.description
                continue
            }
            var parts: [(key: String, operation: String, value: String)] = []
            for part in line.components(separatedBy: ", ") {
                let match = try #require(
                    part.wholeMatch(of: /([A-Z]+(?:\{[A-Za-z_]+\})?)(==|!=|\+=|=)"([^"]*)"/), "no rule: \(line)")
                parts.append((String(match.1), String(match.2), String(match.3)))
            }
            rules.append(Rule(comment: comment, parts: parts))
            comment = ""
        }
        return rules
    }

    @Test func `every rule is of keys that udev has, tests before it sets, and jumps to a label that is there`() throws
    {
        let tested = ["ACTION", "SUBSYSTEM", "ATTRS{idVendor}", "ATTRS{idProduct}"]
        let set = ["GOTO", "LABEL", "GROUP", "MODE", "TAG", "SYMLINK"]
        let rules = try rules()
        for part in rules.flatMap(\.parts) {
            switch part.operation {
            case "==", "!=": #expect(tested.contains(part.key) || part.key.hasPrefix("ENV{"), "\(part)")
            case "+=": #expect(["TAG", "SYMLINK"].contains(part.key), "\(part)")
            default: #expect(set.contains(part.key) || part.key.hasPrefix("ENV{"), "\(part)")
            }
        }
        let labels = Set(rules.compactMap { $0.value("LABEL") })
        #expect(Set(rules.compactMap { $0.value("GOTO") }) == labels)
    }

    @Test func `each line of a receiver names it in a comment, as the table does`() throws {
        let named = try rules().filter { $0.value("ATTRS{idVendor}") != nil }
        let table = KnownReceivers.receivers
        #expect(named.count == table.count)
        for known in table {
            let product =
                known.products.count == 1
                ? hexadecimal(UInt64(known.products.lowerBound), width: 4)
                : String(hexadecimal(UInt64(known.products.lowerBound), width: 4).dropLast()) + "?"
            let rule = try #require(
                named.first {
                    $0.value("ATTRS{idVendor}") == known.vendorID.description && $0.value("ATTRS{idProduct}") == product
                }, "no rule for \(known.name)")
            #expect(rule.comment.hasPrefix(known.name))
            #expect(rule.value("ENV{GNSS_RECEIVER}") == known.shortName)
        }
    }

    @Test func `a receiver has one link, whose name is the same whatever the kernel calls the node`() throws {
        let links = try rules().filter { $0.value("SYMLINK") != nil }
        // With a serial number, and without one.
        #expect(links.map { $0.value("ENV{ID_SERIAL_SHORT}") } == ["?*", ""])
        let names = links.compactMap { $0.value("SYMLINK") }
        for (name, known) in zip(names, ["$env{ID_SERIAL_SHORT}-if$env{ID_USB_INTERFACE_NUM}", "$env{ID_PATH}"]) {
            #expect(name == "gnss/$env{GNSS_RECEIVER}-" + known)
        }
    }

    @Test func `no rule keeps ModemManager off a bridge or a modem`() throws {
        for rule in try rules() {
            guard let vendor = rule.value("ATTRS{idVendor}"), let product = rule.value("ATTRS{idProduct}") else {
                continue
            }
            for other in KnownReceivers.bridges where other.vendorID.description == vendor {
                #expect(hexadecimal(UInt64(other.products.lowerBound), width: 4) != product)
            }
        }
        let wide = KnownReceivers.receivers.filter { $0.products.count > 1 }
        #expect(wide.allSatisfy { $0.products.count == 16 && $0.products.lowerBound % 16 == 0 }, "'01a?' says 16")
    }

    @Test func `the table names each product once, and shorter names are fit for ids and links`() {
        let exact = KnownReceivers.table.filter { $0.products.count == 1 }
        #expect(Set(exact.map { "\($0.vendorID):\($0.products.lowerBound)" }).count == exact.count)
        for known in KnownReceivers.receivers {
            #expect(known.shortName.wholeMatch(of: /[a-z0-9][a-z0-9-]*/) != nil)
        }
        #expect(KnownReceivers.device(vendor: 0x1546, product: 0x01A9)?.name == "u-blox 9")
        #expect(KnownReceivers.device(vendor: 0x1546, product: 0x01AE)?.name == "u-blox receiver")
        #expect(KnownReceivers.device(vendor: 0x1546, product: 0x1102)?.kind == .modem)
    }
}
