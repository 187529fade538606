// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import LocalSocket

/// Where clients look for the daemon.
struct ClientPathTests {
    @Test(.enabled(if: geteuid() != 0, "root may look into every folder"))
    func `a socket in a folder that may not be looked into is the daemon's`() throws {
        let folder = NSTemporaryDirectory() + "gnss-closed-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer {
            chmod(folder, 0o700)
            try? FileManager.default.removeItem(atPath: folder)
        }
        func path() -> String {
            ControlSocket.clientPath(environment: { _ in nil }, user: 4242, system: folder + "/control.sock")
        }
        #expect(path() == "/tmp/gnss-gateway-4242/control.sock")
        chmod(folder, 0)
        #expect(path() == folder + "/control.sock")
    }
}
