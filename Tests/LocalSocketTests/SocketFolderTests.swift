// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport
import Testing

@testable import LocalSocket

struct SocketFolderTests {
    private func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `the folder of a path is found`() {
        #expect(SocketFolder(of: "/run/x/control.sock").path == "/run/x")
        #expect(SocketFolder(of: "/control.sock").path == "/")
        #expect(SocketFolder(of: "control.sock").path == ".")
    }

    @Test func `a group that has no right to the folder or the socket is not recommended`() async throws {
        try await withFolder { parent in
            let path = parent + "/control.sock"
            chmod(parent, 0o700)
            #expect(ControlSocket.remedy(for: path) == nil)
            try "x".write(toFile: path, atomically: false, encoding: .utf8)
            for (folder, socket) in [(0o700, 0o660), (0o750, 0o600), (0o750, 0o640)] as [(mode_t, mode_t)] {
                chmod(parent, folder)
                chmod(path, socket)
                #expect(ControlSocket.remedy(for: path) == nil, "\(folder), \(socket)")
            }
        }
    }

    @Test func `the folder in the common place is made for the user alone, and taken from others`() async throws {
        try await withFolder { parent in
            let socket = parent + "/own/control.sock"
            let folder = SocketFolder(of: socket, fallback: parent + "/own")
            try folder.check()
            try folder.make(for: socket)
            let made = try permissions(folder.path)
            chmod(folder.path, 0o777)
            try folder.check()
            let mended = try permissions(folder.path)
            #expect([made, mended] == [0o700, 0o700])
        }
    }

    @Test func `a link or a file in its place is refused`() async throws {
        try await withFolder { parent in
            let (link, file) = (parent + "/link", parent + "/file")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: parent)
            try "x".write(toFile: file, atomically: false, encoding: .utf8)
            for path in [link, file] {
                let folder = SocketFolder(of: path + "/control.sock", fallback: path)
                try folder.make(for: path + "/control.sock")
                let error = #expect(throws: ControlSocketError.self) { try folder.check() }
                #expect(error?.exitCode == 77)
            }
        }
    }
}
