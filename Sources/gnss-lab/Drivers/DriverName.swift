// SPDX-License-Identifier: Apache-2.0

internal import DaemonRuntime
internal import Gateway
internal import SystemSupport

/// The name of a new driver in its different spellings.
struct DriverName {
    /// The name in the configuration: `new-receiver`.
    let kind: String

    /// Module names that the kit or the language already uses.
    private static let taken: Set<String> = [
        "Any", "Foundation", "FoundationEssentials", "Glibc", "Kit", "Protocol", "Self", "Swift", "Synchronization",
        "Testing", "Type", "XCTest",
    ]

    /// - Parameters:
    ///   - text: The requested name.
    ///   - modules: The modules of the kit.
    /// - Throws: `GatewayError` 64 if the name is not permitted.
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

    /// The name of Swift modules and types: `NewReceiver`.
    var camel: String { kind.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }

    /// The name of C files: `new_receiver`.
    var snake: String { String(kind.map { $0 == "-" ? "_" : $0 }) }

    /// Replaces the template's name in a text by this name.
    func named(_ text: String) -> String {
        text.replacing("NewReceiver", with: camel).replacing("new-receiver", with: kind)
            .replacing("new_receiver", with: snake).replacing("NEW_RECEIVER", with: snake.uppercased())
    }
}
