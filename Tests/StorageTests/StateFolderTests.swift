// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import SystemSupport
import Testing

@testable import Storage

struct StateFolderTests {
    private func folder(_ variables: [String: String], user: UInt32 = 1000) throws -> String {
        try StateFolder(environment: { variables[$0] }, user: user).path
    }

    @Test func `systemd's folder comes first, the first of several`() throws {
        #expect(try folder(["STATE_DIRECTORY": "/var/lib/a:/var/lib/b", "HOME": "/home/x"]) == "/var/lib/a")
    }

    @Test func `a relative folder of systemd's variable is refused, and does not fall back to the home`() {
        for stated in ["state", "./state:/var/lib/b", "../x"] {
            let first = String(stated.prefix { $0 != ":" })
            #expect(throws: StoreError.relativePlace(first)) {
                try folder(["STATE_DIRECTORY": stated, "HOME": "/home/x"])
            }
        }
        #expect(StoreError.relativePlace("state").description.hasPrefix("STATE_DIRECTORY is 'state', which is not"))
        #expect(StoreError.relativePlace("state").exitStatus == .configuration)
    }

    @Test func `the user's folders follow, as the base directory specification has them`() throws {
        #expect(try folder(["XDG_STATE_HOME": "/x", "HOME": "/home/x"]) == "/x/gnss-gateway")
        #expect(try folder(["XDG_STATE_HOME": "not/absolute", "HOME": "/h"]) == "/h/.local/state/gnss-gateway")
        #expect(try folder(["HOME": "/home/x"]) == "/home/x/.local/state/gnss-gateway")
    }

    @Test func `without a home root has the system's folder, others are told what to set`() throws {
        #expect(try folder([:], user: 0) == "/var/lib/gnss-gateway")
        #expect(throws: StoreError.noPlace) { try folder(["HOME": "/"]) }
        #expect(StoreError.noPlace.description.contains("STATE_DIRECTORY"))
    }

    @Test func `without a store of its own a command finds the service's, which a stated folder precedes`() throws {
        let base = NSTemporaryDirectory() + "gnss-folders-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: base) }
        let (home, service) = (base + "/home", base + "/service")
        func found(_ variables: [String: String]) throws -> String {
            try StateFolder.ofStore(environment: { variables[$0] }, user: 1000, service: service).path
        }
        let own = home + "/.local/state/gnss-gateway"
        #expect(try found(["HOME": home]) == own)
        #expect(throws: StoreError.noPlace) { try found([:]) }
        // It need not contain a store yet, for example before a restoration.
        try FileManager.default.createDirectory(atPath: service, withIntermediateDirectories: true)
        #expect(try found(["HOME": home]) == service)
        #expect(try found([:]) == service)
        #expect(try found(["HOME": home, "STATE_DIRECTORY": "/stated"]) == "/stated")
        #expect(throws: StoreError.relativePlace("state")) { try found(["STATE_DIRECTORY": "state"]) }
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        #expect(try found(["HOME": home]) == service)
        try Data().write(to: URL(fileURLWithPath: own + "/store.sqlite"))
        #expect(try found(["HOME": home]) == own)
    }

    /// Folders of a user and of a service, which belong to an account that is not root.
    private final class TrustFolders {
        let base = NSTemporaryDirectory() + "gnss-folders-\(UUID().uuidString)"
        var home: String { base + "/home" }
        var service: String { base + "/service" }
        var own: String { home + "/.local/state/gnss-gateway" }
        let owner: UInt32 = geteuid() == 0 ? 65_534 : geteuid()

        init() throws {
            try make(own)
            try Data().write(to: URL(fileURLWithPath: own + "/store.sqlite"))
        }

        deinit { try? FileManager.default.removeItem(atPath: base) }

        func make(_ folder: String) throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try #require(chown(folder, owner, getegid()) == 0)
            try allow(folder, 0o700)
        }

        func allow(_ folder: String, _ mode: mode_t) throws { try #require(chmod(folder, mode) == 0) }

        func find(_ named: String? = nil, isChanged: Bool = false, by user: UInt32) throws -> String {
            try StateFolder.ofTrust(
                named, isChanged: isChanged, environment: { $0 == "HOME" ? self.home : nil }, user: user,
                service: service
            ).path
        }

        /// The error of the search; nil for none.
        func refusal(_ named: String? = nil, isChanged: Bool = false, by user: UInt32) -> StoreError? {
            do {
                _ = try find(named, isChanged: isChanged, by: user)
                return nil
            } catch {
                return error as? StoreError
            }
        }
    }

    @Test func `another account's folder says which keys are trusted only if it is named, or the service's`() throws {
        let folders = try TrustFolders()
        let (own, owner, other) = (folders.own, folders.owner, folders.owner + 1)
        #expect(try folders.find(by: owner) == own)
        #expect(try folders.find(isChanged: true, by: owner) == own)
        // As with a sudo that keeps HOME.
        for user in [0, other] {
            guard case .otherOwner(own, let account, false)? = folders.refusal(by: user) else {
                Issue.record("the folder of another account is used by \(user)")
                continue
            }
            #expect(folders.refusal(by: user)?.description.contains("(sudo -u \(account))") == true)
            #expect(try folders.find(own, by: user) == own)
            let refused = try #require(folders.refusal(own, isChanged: true, by: user))
            #expect(refused.description.contains("'sudo -u \(account) gnss-gateway osnma trust …'"))
            #expect(refused.exitStatus == .noPermission)
        }
        try FileManager.default.removeItem(atPath: own + "/store.sqlite")
        try folders.make(folders.service)
        #expect(try folders.find(by: 0) == folders.service)
        #expect(try folders.find(isChanged: true, by: owner) == folders.service)
        guard case .otherOwner(folders.service, _, true)? = folders.refusal(isChanged: true, by: 0) else {
            Issue.record("root would create files in the service's folder")
            return
        }
        // A folder that this process may not read is of no use; root may read all.
        try folders.allow(folders.service, 0)
        #expect(try folders.find(by: owner) == (geteuid() == 0 ? folders.service : own))
        // A missing folder has no owner.
        #expect(try folders.find(folders.base + "/missing", isChanged: true, by: 0) == folders.base + "/missing")
    }

    @Test func `a folder that others may write never says which keys are trusted`() throws {
        let folders = try TrustFolders()
        try folders.make(folders.service)
        for (path, isNamed) in [(folders.own, false), (folders.own, true), (folders.service, true)] {
            try folders.allow(path, 0o702)
            for isChanged in [false, true] {
                let refusal = folders.refusal(isNamed ? path : nil, isChanged: isChanged, by: folders.owner)
                #expect(refusal == .exposed(path: path))
            }
            try folders.allow(path, 0o755)
            #expect(try folders.find(isNamed ? path : nil, by: folders.owner) == path)
        }
        #expect(StoreError.exposed(path: "/x").description.contains("'chmod go-w /x'"))
        #expect(StoreError.exposed(path: "/x").exitStatus == .noPermission)
    }

    @Test func `a group may write only if it is the owner's own`() {
        var status = stat()
        (status.st_mode, status.st_uid, status.st_gid) = (S_IFDIR | 0o770, 0, 0xFFFF_FFF0)
        #expect(StateFolder.mayOthersWrite(status))
        status.st_mode = S_IFDIR | 0o750
        #expect(!StateFolder.mayOthersWrite(status))
        // The group 'root' has no members, and the name of its account.
        (status.st_mode, status.st_gid) = (S_IFDIR | 0o770, 0)
        #expect(!StateFolder.mayOthersWrite(status))
        // The same group, but not the account's own.
        status.st_uid = 1
        #expect(StateFolder.mayOthersWrite(status))
    }
}
