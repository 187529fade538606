// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import Access

/// The stored form of people and sessions.
struct AccessRecordTests {
    @Test func `of a stored record, only the people and sessions that cannot be read are missing`() throws {
        let session = { (id: String, used: String, role: String) in
            #"{"hash":"0","id":"\#(id)","role":"\#(role)","used":\#(used)}"#
        }
        let text = """
            {"people":[{"name":"Zoe","role":"auditor"},{"name":"Adam","role":"admin"},7,{"role":"viewer"},\
            {"name":"Eva","role":"viewer","password":{"salt":1}}],"sessions":[\(session("a", "1.5", "operator")),\
            \(session("b", "1e300", "operator")),\(session("c", "-1", "operator")),\(session("d", "0", "auditor")),null,[]],\
            "stored":1800000000}
            """
        let record = try JSONDecoder().decode(AccessRecord.self, from: Data(text.utf8))
        #expect(record.people.map(\.name) == ["Adam"] && record.sessions.map(\.id) == ["a"])
        #expect(record.unread.people == ["Zoe", "?", "?", "Eva"] && record.unread.browsers == 5 && !record.isWhole)
        #expect(record.stored == 1_800_000_000)

        let timeless = #"{"people":[],"sessions":[\#(session("a", "1.5", "operator"))],"stored":"now"}"#
        let other = try JSONDecoder().decode(AccessRecord.self, from: Data(timeless.utf8))
        #expect(other.sessions.isEmpty && other.unread.browsers == 1)

        var whole = record
        whole.unread = AccessRecord.Unread()
        #expect(try JSONDecoder().decode(AccessRecord.self, from: JSONEncoder().encode(whole)) == whole)
        for odd in ["{}", "[]", "7", #"{"people":[]}"#, #"{"people":7,"sessions":[]}"#] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(AccessRecord.self, from: Data(odd.utf8))
            }
        }
    }
}
