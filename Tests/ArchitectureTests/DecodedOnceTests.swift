// SPDX-License-Identifier: Apache-2.0

import Testing

/// On the way from the line to the bus, and from there to the validation, each frame is found in one place and each kind of
/// message is decoded in one place. `FoundOnceTests` counts that each place is passed once for a frame.
@Suite struct DecodedOnceTests {
    /// Where a type is made of bytes.
    private struct Use {
        var path: String
        var type: String
    }

    /// The modules and plugins that bytes and pages pass.
    private static let way: Set<String> = [
        "ReceiverStream", "SerialReceiver", "DriverKit", "Records", "PluginHosting", "ReceiverHost", "ObservationBus",
        "OSNMAValidation", "NMEASerial", "UBXReceiver", "BluetoothRFCOMM",
    ]

    /// What beside the way looks at bytes: the conversation with the receiver, the search for its rate, and the listing of
    /// frames for people.
    private static let beside: Set<String> = [
        "Sources/SerialReceiver/UBXCompanion.swift", "Sources/SerialReceiver/UBXListener.swift",
        "Sources/SerialReceiver/Hearing.swift", "Sources/ReceiverStream/Frames/FrameLines.swift",
    ]

    /// The types that are made of a whole message, with their module: of NMEA by `TypedSentence`, of UBX and SBF by an
    /// initialiser that may fail on a payload.
    private static func messages(_ files: [SourceFile]) -> [String: String] {
        var messages = ["INAVPageContent": "OSNMA"]
        for file in files where ["NMEA", "UBX", "SBF"].contains(file.module) {
            var type = ""
            for line in file.text.split(separator: "\n") {
                let words = line.split { " :(".contains($0) }
                if let index = words.firstIndex(of: "struct"), index + 1 < words.count {
                    type = String(words[index + 1])
                    if line.contains(": TypedSentence") { messages[type] = file.module }
                }
                if line.hasPrefix("    public init?("), line.contains("Span<UInt8>"), !type.isEmpty {
                    messages[type] = file.module
                }
            }
        }
        return messages
    }

    private static func uses(of types: [String: String], in files: [SourceFile]) -> [Use] {
        files.flatMap { file in
            file.text.split(separator: "\n").flatMap { line -> [Use] in
                guard !line.drop(while: { $0 == " " }).hasPrefix("//") else { return [] }
                // What stands before each opening bracket, as far as it is a name.
                return line.split(separator: "(", omittingEmptySubsequences: false).dropLast().compactMap { part in
                    let name = String(part.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.reversed())
                    guard let module = types[name], file.module == module || file.imports.contains(module) else {
                        return nil
                    }
                    return Use(path: file.path, type: name)
                }
            }
        }
    }

    @Test func `each kind of message is decoded in one place on the way to the bus`() throws {
        let files = try SourceTree.files()
        let messages = Self.messages(files)
        #expect(["GGASentence", "NavigationPVT", "Subframe", "RawNavigationBlock"].allSatisfy { messages[$0] != nil })
        #expect(messages.count > 60)
        let uses = Self.uses(
            of: messages, in: files.filter { Self.way.contains($0.module) && !Self.beside.contains($0.path) })
        // Two messages of UBX, of the same type: POSECEF, and HPPOSECEF with a label.
        let places = Dictionary(grouping: uses) { $0.type }.mapValues { $0.map(\.path).sorted() }
        for (type, paths) in places.sorted(by: { $0.key < $1.key }) where type != "NavigationPOSECEF" {
            #expect(paths.count == 1, "\(type) is decoded in \(paths.joined(separator: " and in "))")
        }
        #expect(places["NavigationPOSECEF"]?.count == 2)
        for type in ["GGASentence", "NavigationPVT", "Subframe"] {
            #expect(places[type]?.first?.hasPrefix("Sources/ReceiverStream/") == true, "\(type)")
        }
        #expect(places["INAVPageContent"] == ["Sources/OSNMAValidation/SourceValidation.swift"])
    }

    @Test func `frames are found in one place on the way to the bus`() throws {
        let scanners = ["FrameDemultiplexer": "ReceiverStream", "NMEAFramer": "NMEA"]
        let files = try SourceTree.files().filter { Self.way.contains($0.module) && !Self.beside.contains($0.path) }
        let uses = Self.uses(of: scanners, in: files).map { "\($0.type) in \($0.path)" }.sorted()
        #expect(
            uses == [
                "FrameDemultiplexer in Sources/ReceiverStream/StreamDecoder.swift",
                "NMEAFramer in Sources/ReceiverStream/Frames/FrameDemultiplexer.swift",
            ])
    }
}
