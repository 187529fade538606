// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import Gateway
internal import SystemSupport

/// The name of a driver that is to be made, in the forms that it takes.
struct DriverName {
    /// As in the configuration: `new-receiver`.
    let kind: String

    /// Names of modules that the kit or the language has.
    private static let taken: Set<String> = [
        "Any", "Foundation", "FoundationEssentials", "Glibc", "Kit", "Protocol", "Self", "Swift", "Synchronization",
        "Testing", "Type", "XCTest",
    ]

    /// - Parameters:
    ///   - text: what was asked for.
    ///   - modules: of the kit.
    /// - Throws: `GatewayError` 64 where it cannot be a driver's name.
    init(_ text: String, modules: [String]) throws(GatewayError) {
        kind = text
        let words = text.split(separator: "-", omittingEmptySubsequences: false)
        let isSound = words.allSatisfy { word in
            !word.isEmpty && word.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        }
        guard isSound, (1...40).contains(text.utf8.count), let first = text.utf8.first, first > 0x39 else {
            throw GatewayError(
                .usage,
                "'\(text)' cannot be a driver's name: 1 to 40 lower-case letters, digits and single hyphens, "
                    + "beginning with a letter (my-receiver)")
        }
        let names = [camel, "\(camel)Plugin", "\(camel)Tests"]
        if let name = names.first(where: { modules.contains($0) || Self.taken.contains($0) }) {
            throw GatewayError(
                .usage, "'\(text)' would create the module \(name), which already exists: choose another")
        }
    }

    /// As modules and types of Swift are named: `NewReceiver`.
    var camel: String { kind.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }

    /// As files in C are named: `new_receiver`.
    var snake: String { String(kind.map { $0 == "-" ? "_" : $0 }) }

    /// A text of the template, about this driver.
    func named(_ text: String) -> String {
        text.replacing("NewReceiver", with: camel).replacing("new-receiver", with: kind)
            .replacing("new_receiver", with: snake).replacing("NEW_RECEIVER", with: snake.uppercased())
    }
}
