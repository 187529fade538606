// SPDX-License-Identifier: Apache-2.0

import ConfigurationFile
import DaemonRuntime
import DriverKit
import Foundation
import GNSSTypes
import ObservationBus
import PluginHosting
import Testing

@testable import ReceiverHost

/// Plugins that are asked in processes of their own.
@Suite struct ChildQuestionTests {
    /// The program, beside the test bundle.
    static var program: String {
        get throws {
            let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let path = URL(fileURLWithPath: bundle).deletingLastPathComponent()
                .appendingPathComponent("gnss-gateway").path
            try #require(FileManager.default.isExecutableFile(atPath: path), "\(path) is not built")
            return path
        }
    }

    private func refusal(_ driver: borrowing CDriver) async throws -> PluginLoadError? {
        let (program, path) = (try Self.program, driver.path)
        return await Self.onThread {
            do throws(PluginLoadError) {
                _ = try PluginLoader.describe(path, program: program)
                return nil
            } catch {
                return error
            }
        }
    }

    /// What blocks for long does not take a thread from the other tests.
    private static func onThread<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

    @Test func `a plugin is described without being opened here`() throws {
        let file = try CDriver("misbehaving")
        let plugin = try PluginLoader.describe(file.path, program: try Self.program)
        #expect(plugin.description.kind == "misbehaving")
        #expect(plugin.description.delivers == [.fix, .satellites])
        #expect(plugin.description.sampleConfiguration == "mode: good\n")
        #expect(plugin.isAlwaysIsolated)
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        #expect(!maps.contains(file.path))
    }

    @Test func `one that traps when it is loaded is refused, and this process goes on`() async throws {
        #expect(
            try await refusal(CDriver("misbehaving", defect: "TRAP_AT_LOAD"))
                == .brokeDown(
                    reason: "its process was terminated by signal 4 "
                        + "(illegal instruction: a trap)"))
    }

    @Test func `one that hangs when it is loaded is refused after a while`() async throws {
        #expect(
            try await refusal(CDriver("misbehaving", defect: "HANG_AT_LOAD"))
                == .brokeDown(reason: "no answer within 10 s"))
    }

    @Test func `what the plugin itself says against it arrives`() async throws {
        #expect(try await refusal(CDriver(defect: "NO_SYMBOL")) == .notADriver)
        #expect(
            try await refusal(CDriver(defect: "OTHER_CONTRACT"))
                == .unsound(reason: "built for driver contract 2, this gateway uses 1: rebuild it"))
        #expect(
            try await refusal(CDriver(defect: "REFUSES"))
                == .unsound(reason: "the plugin refuses this host: this driver wants a newer gateway"))
    }

    @Test func `a file that others can write is not even opened in another process`() async throws {
        let file = try CDriver("misbehaving", defect: "TRAP_AT_LOAD")
        try FileManager.default.setAttributes([.posixPermissions: 0o757], ofItemAtPath: file.path)
        guard case .writableByOthers = try await refusal(file) else {
            Issue.record("it was opened")
            return
        }
    }

    @Test func `a program that does not exist is named`() throws {
        let file = try CDriver("misbehaving")
        let question = ChildQuestion(program: "/nowhere/gnss-gateway", plugin: file.path)
        do {
            _ = try question.description()
            Issue.record("it answered")
        } catch .broken(let reason) {
            #expect(reason == "cannot start the driver's process: /nowhere/gnss-gateway: No such file or directory")
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test(
        arguments: [
            ("config.baud: 9 is wrong", "baud", "9 is wrong"), ("config.:x", "", "x"), ("config.a.b:", "a.b", ""),
            ("config.baud", nil, "config.baud"), ("no config.a: b", nil, "no config.a: b"), ("", nil, ""),
        ] as [(String, String?, String)])
    func `a driver names the key that it refuses, or none`(_ words: String, _ key: String?, _ reason: String) {
        let refusal = ConfigurationRefusal(words)
        #expect(refusal.key == key && refusal.reason == reason)
    }

    @Test func `whether a section is taken is asked there, too`() throws {
        let file = try CDriver("misbehaving")
        let question = ChildQuestion(program: try Self.program, plugin: file.path)
        #expect(try question.refusal(of: "{\"mode\":\"good\"}") == nil)
        let refusal = try question.refusal(of: "{\"mode\":\"refused\"}")
        #expect(refusal?.key == "mode" && refusal?.reason == "refused, as asked")
        #expect(throws: ChildQuestion.QuestionError.self) {
            _ = try question.refusal(of: "{\"mode\":\"trap-in-create\"}")
        }
    }

    @Test func `a plugin looks at a device in another process, and may break down there`() async throws {
        let file = try CDriver("misbehaving")
        let (path, program) = (file.path, try Self.program)
        let findings = await Self.onThread {
            ["speaks", "none", "trap", "hang"].map { device in
                do throws(ChildQuestion.QuestionError) {
                    let finding = try ChildQuestion(program: program, plugin: path)
                        .finding(on: device, within: 10_000_000)
                    return "\(finding.certainty): \(finding.text)"
                } catch {
                    switch error {
                    case .refused(_, let words): return words
                    case .broken(let words): return words
                    }
                }
            }
        }
        #expect(
            findings == [
                "70: misbehaves at 9600 baud", "none: no such device",
                "its process was terminated by signal 4 (illegal instruction: a trap)", "no answer within 10 s",
            ])
    }

    @Test func `plugins that hang delay the search only once, and the order of folders stays`() async throws {
        let first = try CDriver("misbehaving", defect: "HANG_AT_LOAD")
        let second = try CDriver("misbehaving")
        let third = try CDriver("misbehaving", defect: "HANG_AT_LOAD")
        let fourth = try CDriver("misbehaving")
        let paths = [first.folder.path, second.folder.path, third.folder.path, fourth.folder.path]
        let program = try Self.program
        let begin = ContinuousClock.now
        let catalogue = await Self.onThread {
            PluginCatalogue(
                folders: paths.map { PluginFolder($0, isBuiltIn: false) }, hostVersion: "0.0.0", program: program)
        }
        #expect(ContinuousClock.now - begin < .seconds(18), "one limit of 10 s, not two")
        let real = [second.path, fourth.path].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
        #expect((catalogue.plugins + catalogue.shadowed).map(\.path) == real && catalogue.shadowed.count == 1)
        #expect(catalogue.refused.map(\.path) == [first.path, third.path])
        #expect(catalogue.refused.allSatisfy { $0.reason == .brokeDown(reason: "no answer within 10 s") })
    }

    @Test func `receivers whose drivers hang are checked at the same time`() async throws {
        let file = try CDriver("misbehaving")
        let program = try Self.program
        let runners = DriverRunners(
            drivers: DriverRegistry(pluginPath: [file.folder.path], program: program), hub: ObservationHub())
        func plan(_ id: String, _ mode: String) -> ReceiverPlan {
            var plan = ReceiverPlan(id: id, driver: "misbehaving", configuration: "{\"mode\":\"\(mode)\"}")
            plan.isolation = .process
            return plan
        }
        let hanging = ["a", "b", "c"].map { plan($0, "hang-in-create") }
        let begin = ContinuousClock.now
        let refusal = await Self.onThread { [refused = plan("d", "refused")] () -> GatewayError? in
            do throws(GatewayError) {
                try runners.check(hanging + [refused])
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal?.description.contains("receiver d") == true, "\(String(describing: refusal))")
        #expect(ContinuousClock.now - begin < .seconds(18), "one limit of 10 s, not three")
    }

    @Test func `plugins of the built-in folder are loaded, those of others are not`() throws {
        let own = try CDriver()
        let other = try CDriver("misbehaving")
        let catalogue = PluginCatalogue(
            folders: [
                PluginFolder(own.folder.path, isBuiltIn: true), PluginFolder(other.folder.path, isBuiltIn: false),
            ], hostVersion: "0.0.0", program: try Self.program)
        #expect(catalogue.plugins.map(\.description.kind) == ["counting", "misbehaving"])
        #expect(catalogue.plugins.map(\.isAlwaysIsolated) == [false, true])
    }
}
