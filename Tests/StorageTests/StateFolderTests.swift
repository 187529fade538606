// SPDX-License-Identifier: Apache-2.0

import Foundation
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
}
