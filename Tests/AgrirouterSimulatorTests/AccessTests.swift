// SPDX-License-Identifier: Apache-2.0

import GNSSTypes
import StrictFormats
import Testing

@testable import AgrirouterSimulator

@Suite struct AccessTests {
    private func refused(_ verdict: CertificateVerdict) -> Bool {
        if case .refused = verdict { true } else { false }
    }

    @Test func `a certificate is judged by the service's clock`() {
        let bench = Bench(isOnboarded: false)
        bench.world.options.validity = .seconds
        bench.onboard()
        #expect(bench.world.judge(Bench.certificate) == .valid(endpoint: bench.endpoint))
        #expect(refused(bench.world.judge(nil)))
        #expect(refused(bench.world.judge([0x30, 9])))
        bench.world.clock.advance(by: .seconds(60))
        #expect(bench.world.judge(Bench.certificate) == .refused("an expired certificate"))
        bench.world.clock.set(Bench.start.adding(-100_000))
        #expect(bench.world.judge(Bench.certificate) == .refused("a certificate that is not yet valid"))
        #expect(!bench.admits(Bench.certificate))
    }

    @Test func `a certificate can be issued that is not valid`() {
        for validity in [ServiceOptions.Validity.expired, .notYet] {
            let bench = Bench(isOnboarded: false)
            bench.world.options.validity = validity
            bench.onboard()
            #expect(!bench.admits(Bench.certificate))
        }
    }

    @Test(arguments: [
        (ServiceOptions.Refusal.unauthorized, 401), (.forbidden, 403), (.notFound, 404), (.tls, 0),
    ])
    func `without a valid certificate nothing is answered but a refusal`(
        _ access: ServiceOptions.Refusal, _ status: Int
    ) {
        let bench = Bench()
        bench.world.options.access = access
        #expect(bench.admits([0x30, 9]) == (access != .tls))
        let answer = bench.post([], certificate: [0x30, 9])
        #expect(answer.status == status)
        #expect((answer.delivery.abort != nil) == (access == .tls))
    }

    @Test func `the path of another device is refused`() {
        let bench = Bench()
        let answer = bench.post([], device: "40ec82f6-0f7e-46e8-8a22-52e62b130ea7")
        #expect(answer.status == 403)
        #expect(bench.violations("A-2").count == 1)
    }

    @Test func `an address is used with the query it was given with`() {
        let bench = Bench(isOnboarded: false)
        bench.world.options.urlQuery = true
        bench.onboard()
        // The option is for endpoints that are onboarded from now on.
        bench.world.options.urlQuery = false
        #expect(bench.get().status == 404)
        #expect(bench.violations("O-4").count == 1)
    }

    @Test func `an address that was given without a query needs none`() {
        let bench = Bench()
        bench.world.options.urlQuery = true
        #expect(bench.get().status == 200)
        #expect(bench.violations("O-4").isEmpty)
    }

    @Test(arguments: [
        (ServiceOptions.Refusal.notFound, 404), (.unauthorized, 401), (.forbidden, 403), (.tls, 0), (.outbox, 200),
    ])
    func `a deleted endpoint is refused as was asked for`(_ way: ServiceOptions.Refusal, _ status: Int) {
        let bench = Bench()
        bench.world.options.deleted = way
        #expect(bench.admin("DELETE", "/endpoints/\(bench.endpoint)").status == 200)
        #expect(bench.admits(Bench.certificate) == (way != .tls))
        #expect(bench.get().status == status)
        guard way == .outbox else { return }
        #expect(bench.send(bench.message("dke:ping")).map(\.summary) == ["404 VAL_000011"])
        #expect(
            bench.send(bench.message("gps:info", TestPayload.positions([0]), mode: 1)).map(\.summary) == [
                "400 VAL_000011"
            ])
    }

    @Test func `inactive endpoints and accounts are told in the outbox`() {
        let bench = Bench()
        bench.join()
        _ = bench.admin("PATCH", "/endpoints/\(bench.endpoint)", ["status": "inactive"])
        #expect(bench.send(bench.message("dke:ping")).map(\.summary) == ["400 VAL_000012"])
        _ = bench.admin("PATCH", "/accounts/farm", ["status": "inactive"])
        #expect(bench.send(bench.message("dke:ping")).map(\.summary) == ["400 VAL_000010"])
    }
}
