// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AgrirouterSimulator

@Suite struct SimulatorFolderTests {
    @Test func `the certificate's path is absolute, because clients run in other folders`() throws {
        // The folder in which the tests run exists, so nothing is created.
        let folder = try SimulatorFolder(".")
        #expect(folder.isKept && folder.path.hasPrefix("/") && !folder.path.hasSuffix("."))
        #expect(folder.authorityFile == folder.path + "/server-ca.pem")
        #expect(try SimulatorFolder("/").path == "/")
    }

    @Test func `a permanent folder has one simulator at a time`() throws {
        let path = NSTemporaryDirectory() + "simulator-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let first = try SimulatorFolder(path)
        let fault = #expect(throws: SimulatorError.self) { try SimulatorFolder(path) }
        #expect(fault?.description.contains("another simulator uses") ?? false, "\(String(describing: fault))")
        first.close()
        #expect(try SimulatorFolder(path).kept(first.stateFile) == nil)
    }

    @Test func `a state of more than 16 MiB is read`() throws {
        let path = NSTemporaryDirectory() + "simulator-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = try SimulatorFolder(path)
        // A fault behind the state ends the reading early: strings of this size take seconds.
        try Data(#"{"run":1}"#.utf8).write(to: URL(fileURLWithPath: folder.stateFile))
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.stateFile))
        try file.truncate(atOffset: 17 << 20)
        try file.close()
        let fault = #expect(throws: SimulatorError.self) { try folder.kept(folder.stateFile) }
        #expect(fault?.description.contains("at byte 9") ?? false, "\(String(describing: fault))")
    }

    @Test(arguments: [
        ("state.json", ""), ("state.json", "{}"), ("state.json", #"{"run": 1, "accounts": ["#),
        ("authority.json", #"{"servers""#), ("authority.json", "{}"),
    ])
    func `a damaged file of an earlier run is refused, and stays`(name: String, text: String) async throws {
        let path = NSTemporaryDirectory() + "simulator-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
        let simulation = AgrirouterSimulation(SimulatorConfiguration(directory: path, seed: 1)) { _ in
            throw CancellationError()
        }
        let fault = await #expect(throws: SimulatorError.self) { try await simulation.run() }
        #expect(fault?.description.contains("\(path)/\(name)") ?? false, "\(String(describing: fault))")
        #expect(try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) == text)
    }
}
