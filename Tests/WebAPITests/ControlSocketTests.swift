// SPDX-License-Identifier: Apache-2.0

import Foundation
import GatewayClient
import LocalSocket
import ObservationBus
import SystemSupport
import Testing
import WebAPI

struct ControlSocketTests {
    static let paths: [([String: String], UInt32, String)] = [
        (["GNSS_GATEWAY_SOCKET": "/x.sock", "RUNTIME_DIRECTORY": "/run/a"], 0, "/x.sock"),
        (["RUNTIME_DIRECTORY": "/run/a", "XDG_RUNTIME_DIR": "/run/user/7"], 7, "/run/a/gnss-gateway/control.sock"),
        (["RUNTIME_DIRECTORY": "/run/a/:/run/b"], 7, "/run/a/gnss-gateway/control.sock"),
        (["RUNTIME_DIRECTORY": "/run/gnss-gateway"], 7, "/run/gnss-gateway/control.sock"),
        (["XDG_RUNTIME_DIR": "/run/user/7"], 7, "/run/user/7/gnss-gateway/control.sock"),
        ([:], 0, "/run/gnss-gateway/control.sock"),
        ([:], 7, "/tmp/gnss-gateway-7/control.sock"),
    ]

    @Test(arguments: paths)
    func `the path follows the environment and the user`(environment: [String: String], user: UInt32, path: String) {
        #expect(ControlSocket.defaultPath(environment: { environment[$0] }, user: user) == path)
    }

    private func service(at path: String) throws(ControlSocketError) -> ControlService {
        try ControlService(
            ControlService.Configuration(socketPath: path, version: "0"), hub: ObservationHub(), now: { startTime },
            logger: quiet)
    }

    @Test func `the socket has mode 0660 in a folder of mode 0750, and is gone afterwards`() async throws {
        let path = try await withDaemon { daemon in
            func permissions(_ path: String) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            let folder = (daemon.socketPath as NSString).deletingLastPathComponent
            let found = try [daemon.socketPath, folder].map(permissions)
            #expect(found == [0o660, 0o750])
            #expect(FileManager.default.fileExists(atPath: daemon.socketPath))
            return daemon.socketPath
        }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a second daemon is refused and does the first no harm`() async throws {
        try await withDaemon { daemon in
            let error = #expect(throws: ControlSocketError.alreadyRunning(path: daemon.socketPath)) {
                try service(at: daemon.socketPath)
            }
            #expect(error?.exitCode == 69)
            #expect(
                error?.description.hasPrefix("another gnss-gateway is running (socket \(daemon.socketPath))") == true)
            let end = try await daemon.client.streamObservations { _ in false }
            #expect(end == .left)
        }
    }

    @Test func `the socket of a dead daemon is replaced`() async throws {
        try await withFolder { folder in
            let path = folder + "/control.sock"
            try RawClient.leaveStaleSocket(at: path)
            let stale = await #expect(throws: ControlClientError.notRunning(path: path)) {
                try await ControlClient(socketPath: path).streamObservations { _ in true }
            }
            #expect(stale?.exitCode == 69)
            _ = try service(at: path)
            #expect(!FileManager.default.fileExists(atPath: path))
            _ = try service(at: path)
        }
    }

    @Test func `the socket of another living program is left alone`() async throws {
        try await withFolder { folder in
            let path = folder + "/control.sock"
            let other = try RawClient.listening(at: path)
            for _ in 1...2 {
                #expect(throws: ControlSocketError.alreadyRunning(path: path)) { try service(at: path) }
            }
            #expect(FileManager.default.fileExists(atPath: path))
            _ = consume other
        }
    }

    @Test func `a file that is no socket is left alone`() async throws {
        try await withFolder { folder in
            let path = folder + "/control.sock"
            try "precious".write(toFile: path, atomically: false, encoding: .utf8)
            let error = #expect(throws: ControlSocketError.notASocket(path: path)) { try service(at: path) }
            #expect(error?.exitCode == 73)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
        }
    }

    @Test func `paths that no socket can have are refused`() async throws {
        let long = "/tmp/" + String(repeating: "x", count: 103)
        let error = #expect(throws: ControlSocketError.pathTooLong(path: long)) { try service(at: long) }
        #expect(error?.exitCode == 78)
        #expect(error?.description.contains("has 108 bytes, but the limit is 107") == true)
        await #expect(throws: ControlClientError.badSocket(.pathTooLong(path: long))) {
            try await ControlClient(socketPath: long).streamObservations { _ in true }
        }
        let nowhere = "/nowhere/at/all/control.sock"
        #expect(
            throws: ControlSocketError.refused(path: nowhere, action: "create the folder /nowhere/at/all", code: ENOENT)
        ) { try service(at: nowhere) }
    }

    @Test(.enabled(if: geteuid() != 0, "root may use every socket"))
    func `a socket that may not be used is told as that`() async throws {
        try await withDaemon { daemon in
            chmod(daemon.socketPath, 0)
            let error = await #expect(throws: ControlClientError.noPermission(path: daemon.socketPath)) {
                try await daemon.client.streamObservations { _ in true }
            }
            #expect(error?.exitCode == 77)
        }
    }
}
