// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemSupport
import TestSupport
import Testing

@testable import Storage

struct CredentialsTests {
    @Test func `a secret is there again after reopening, in a file of mode 0600`() throws {
        let folder = try TemporaryFolder()
        let secret = Secret.random()
        do {
            let credentials = try Credentials(folder.path + "/credentials")
            #expect(try credentials.read("control.token") == nil)
            try credentials.write(Secret("old"), as: "control.token")
            try credentials.write(secret, as: "control.token")
        }
        let credentials = try Credentials(folder.path + "/credentials")
        #expect(try credentials.read("control.token") == secret)
        let mode = try FileManager.default.attributesOfItem(atPath: credentials.path("control.token"))[
            .posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: credentials.folder) == ["control.token"])
        try credentials.remove("control.token")
        try credentials.remove("control.token")
        #expect(try credentials.read("control.token") == nil)
    }

    @Test func `a folder in the place of a secret is no damage of the store`() throws {
        let folder = try TemporaryFolder()
        let credentials = try Credentials(folder.path + "/credentials")
        try FileManager.default.createDirectory(
            atPath: credentials.path("control.token"), withIntermediateDirectories: false)
        let error = #expect(throws: StoreError.self) { try credentials.read("control.token") }
        guard case .failed(_, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason == "reading it: Is a directory")
    }

    @Test func `others lose what access they had to the folder and to a file`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/credentials"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try Data("by hand\n".utf8).write(to: URL(fileURLWithPath: path + "/control.token"))
        chmod(path, 0o777)
        chmod(path + "/control.token", 0o644)
        #expect(try Credentials(path).read("control.token")?.exposed == "by hand")
        for (name, mode) in [("", 0o700), ("/control.token", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
    }

    @Test(arguments: ["../store.sqlite", "", ".hidden", "a/b", "x.new", "a\u{0}b"])
    func `a name that leaves the folder is refused`(name: String) throws {
        let folder = try TemporaryFolder()
        let credentials = try Credentials(folder.path + "/credentials")
        #expect(throws: StoreError.self) { try credentials.write(Secret("x"), as: name) }
        #expect(throws: StoreError.self) { try credentials.read(name) }
    }

    @Test func `a link in place of a secret is not followed`() throws {
        let folder = try TemporaryFolder()
        let credentials = try Credentials(folder.path + "/credentials")
        try Data("elsewhere".utf8).write(to: URL(fileURLWithPath: folder.path + "/elsewhere"))
        symlink(folder.path + "/elsewhere", credentials.path("control.token"))
        #expect(throws: StoreError.self) { try credentials.read("control.token") }
        try credentials.write(Secret("own"), as: "control.token")
        #expect(try String(contentsOfFile: folder.path + "/elsewhere", encoding: .utf8) == "elsewhere")
        #expect(try credentials.read("control.token")?.exposed == "own")
    }

    @Test(.enabled(if: SmallDisk.isPossible, "making a disk needs root"))
    func `a secret that finds no room leaves the old one`() throws {
        let disk = try SmallDisk(kilobytes: 64)
        let credentials = try Credentials(disk.path + "/credentials")
        try credentials.write(Secret("old"), as: "control.token")
        try disk.fill()
        let error = #expect(throws: StoreError.self) {
            try credentials.write(Secret(String(repeating: "x", count: 9000)), as: "control.token")
        }
        #expect(error?.exitCode == 73)
        #expect(try credentials.read("control.token")?.exposed == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: credentials.folder) == ["control.token"])
    }

    @Test func `a secret does not print`() {
        let secret = Secret("hunter2")
        #expect("\(secret) \(String(reflecting: secret)) \([secret])".contains("hunter2") == false)
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!dumped.contains("hunter2"))
        #expect(Secret.random().exposed.utf8.count == 64)
        #expect(Secret.random() != Secret.random())
    }
}
