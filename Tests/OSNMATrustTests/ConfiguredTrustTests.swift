// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import OSNMA
import OSNMAValidation
import Storage
import Testing

@testable import OSNMATrust

/// What the folder of the operator adds to the trust, at the start and at each reload.
struct ConfiguredTrustTests {
    /// 2026-11-21.
    private static let now: Int64 = 1_795_219_200_000
    private static let key = """
        <PublicKey><Applicability><Begin>2026-01-01T00:00:00Z</Begin></Applicability><i>7</i><PKID>8</PKID>
        <point>036864EAA4347FFDEEB8BE07BB0730DDA2F0C25D9D8670C391E3B3815CCDECC988</point></PublicKey>
        """
    private static let ended = "</Begin><End>2026-11-01T00:00:00Z</End>"
    private static let builtIn = """
        <PublicKey><Applicability><Begin>2025-12-10T10:00:00Z</Begin></Applicability><i>1</i><PKID>2</PKID>
        <point>02219204B5CA6C46B623EEED6CDD2CDDB1F7D6A7532767E5B8DA0DE1EBD695FC99</point></PublicKey>
        """

    private final class Folder {
        let path = NSTemporaryDirectory() + "gnss-trust-\(UUID().uuidString)"

        init(_ files: [String: String]) throws {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            for (name, text) in files { try write(text, name) }
        }

        func write(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func trust(_ folder: String?, expires: Bool = true) throws -> ConfiguredTrust {
        ConfiguredTrust(
            TrustCoordinator(try Store(), expires: expires) { Self.now }, folder: folder,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test func `without a folder a reload changes nothing`() async throws {
        let trust = try trust(nil)
        #expect(!trust.read(nil))
        _ = await trust.load()
        #expect(!trust.read(nil))
    }

    @Test func `a file does not make count again what the operator removed, not even for recordings`() async throws {
        let folder = try Folder(["a.xml": Self.key, "b.xml": Self.builtIn])
        let coordinator = TrustCoordinator(try Store(), expires: true) { Self.now }
        let trust = ConfiguredTrust(
            coordinator, folder: folder.path, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let key = try #require(await trust.load().anchors.publicKeys.first { $0.id == 2 })
        _ = try await coordinator.distrust(key.fingerprint.description)
        // A recording starts with these alone, without what the store holds as withdrawn.
        #expect(await trust.load().anchors.publicKeys.map(\.id) == [8])
    }

    @Test func `a folder that cannot be read any more stays trusted, and one that is given up does not`() async throws {
        let folder = try Folder(["a.xml": Self.key])
        let trust = try trust(folder.path)
        #expect(await trust.load().anchors.publicKeys.map(\.id) == [2, 8])
        #expect(!trust.read(folder.path))
        try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + "-away")
        #expect(!trust.read(folder.path))
        #expect(await trust.load().anchors.publicKeys.map(\.id) == [2, 8])
        try FileManager.default.moveItem(atPath: folder.path + "-away", toPath: folder.path)
        try folder.write(String(Self.key.prefix(60)), "a.xml")
        #expect(!trust.read(folder.path))
        #expect(await trust.load().anchors.publicKeys.map(\.id) == [2, 8])
        // What another folder contained does not count for this one.
        #expect(trust.read(folder.path + "-other"))
        #expect(await trust.load().anchors.publicKeys.map(\.id) == [2])
    }

    @Test func `the end in a file holds, also for what is built in, but not for recordings`() async throws {
        let folder = try Folder([
            "a.xml": Self.key.replacingOccurrences(of: "</Begin>", with: Self.ended),
            "b.xml": Self.builtIn.replacingOccurrences(of: "</Begin>", with: Self.ended),
        ])
        let start = try await trust(folder.path).load()
        #expect(start.anchors.publicKeys.isEmpty && start.anchors.roots.count == 1)
        #expect(Set(start.ended.publicKeys.map(\.id)) == [2, 8])
        let recording = try await trust(folder.path, expires: false).load()
        #expect(Set(recording.anchors.publicKeys.map(\.id)) == [2, 8])
    }
}
