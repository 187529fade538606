// SPDX-License-Identifier: Apache-2.0

import StrictFormats
import Testing

@testable import BackOfficeSimulator

@Suite struct FaultTests {
    private func arm(_ fault: String, _ office: TestOffice) {
        let answer = office.admin("POST", "faults", fault)
        #expect(answer.status == 201, "\(answer.json)")
    }

    private func login(_ office: TestOffice) -> OfficeAnswer {
        office.send("POST", "ws/comm_login.php", body: "login=farmer&pswd=secret")
    }

    @Test func `a fault meets the calls that it names, as often as it says`() throws {
        let office = try TestOffice()
        arm(#"{"kind":"status","status":503,"call":"login","skip":1,"next":2,"retry_after":7}"#, office)
        #expect(office.post("tasks", ["user_id": "10"]).status == 200)
        #expect((0..<4).map { _ in login(office).status } == [200, 503, 503, 200])
        let armed = office.admin("GET", "faults").json["faults"]?.items?.first
        #expect(armed?.only("seen", "struck") == ["seen": 4, "struck": 2])
        arm(#"{"kind":"status","status":429,"retry_after":"Wed, 21 Oct 2026 07:28:00 GMT"}"#, office)
        let refused = login(office)
        #expect(refused.status == 429 && refused.headers.contains { $0.0 == "Retry-After" && $0.1.hasPrefix("Wed") })
        #expect(office.admin("DELETE", "faults/2").status == 200 && login(office).status == 200)
        // What is at no call's path meets none.
        arm(#"{"kind":"html","next":1}"#, office)
        #expect(office.send("POST", "comm_login").status == 404)
        let page = login(office)
        #expect(page.status == 200 && String(decoding: page.body, as: UTF8.self).hasPrefix("<!DOCTYPE"))
        #expect(login(office).body.first == UInt8(ascii: "{"))
        #expect(office.admin("GET", "requests").json["requests"]?.items?.count == 10)
    }

    @Test func `a request is processed before or after its answer is lost`() throws {
        let office = try TestOffice()
        arm(#"{"kind":"drop","next":1}"#, office)
        arm(#"{"kind":"drop","next":1,"when":"after"}"#, office)
        arm(#"{"kind":"drop","next":1,"when":"after","bytes":5}"#, office)
        let body = "user_id=10&photo=\(TestOffice.encoded(TestOffice.photo()))"
        let lost = office.send("POST", "ws/comm_photo.php", body: body)
        #expect(lost.ending == .cut(0) && office.office.photos.isEmpty)
        let stored = office.send("POST", "ws/comm_photo.php", body: body)
        #expect(stored.ending == .cut(0) && office.office.photos.count == 1)
        #expect(office.send("POST", "ws/comm_photo.php", body: body).ending == .cut(5))
        let requests = office.admin("GET", "requests").json["requests"]?.items ?? []
        let statuses = JSONValue.array(requests.compactMap { $0["status"] })
        #expect(statuses == [.null, .null, 200])
    }

    @Test func `the other faults change only the answer`() throws {
        let office = try TestOffice()
        office.office.elsewhere = "http://localhost:1/"
        arm(#"{"kind":"delay","seconds":0.5,"next":1}"#, office)
        let late = login(office)
        #expect(late.delay == 0.5 && late.status == 200 && late.ending == .whole)
        for (kind, ending) in [("endless", OfficeAnswer.Ending.endless), ("silent", .never)] {
            arm(#"{"kind":"\#(kind)","next":1}"#, office)
            #expect(login(office).ending == ending)
        }
        arm(#"{"kind":"redirect","next":1}"#, office)
        let led = login(office)
        #expect(led.status == 302 && led.headers.contains { $0.0 == "Location" && $0.1 == "http://localhost:1/login" })
        arm(#"{"kind":"redirect","status":307,"location":"/x","next":1}"#, office)
        #expect(login(office).headers.contains { $0.0 == "Location" && $0.1 == "/x" })
    }
}
