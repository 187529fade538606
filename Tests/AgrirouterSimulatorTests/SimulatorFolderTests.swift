// SPDX-License-Identifier: Apache-2.0

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
}
