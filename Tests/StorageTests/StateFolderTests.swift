// SPDX-License-Identifier: Apache-2.0

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
}
