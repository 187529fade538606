// SPDX-License-Identifier: Apache-2.0

import SystemSupport
import Testing

struct FolderTests {
    @Test func `the free space of a missing folder is that of its nearest existing parent`() throws {
        let place = try Folder.makeTemporary("system-support")
        defer { Folder.remove(place) }
        #expect(try #require(Folder.freeSpace(place)) > 0)
        #expect(Folder.freeSpace("\(place)/missing/deeper") != nil)
        #expect(Folder.freeSpace("/missing/deeper") != nil)
    }

    @Test func `the free space is unknown without an existing parent, and below a file`() throws {
        #expect(Folder.freeSpace("missing") == nil)
        #expect(Folder.freeSpace("/proc/version/below") == nil)
    }
}
