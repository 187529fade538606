// SPDX-License-Identifier: Apache-2.0

import ControlModel
import GNSSTypes
import Testing

@testable import WebAPI

struct ObservationRequestTests {
    private func read(_ parameters: [(String, String)]) throws(ObservationRequestError) -> ObservationRequest {
        try ObservationRequest(parameters: parameters.map { (name: $0.0[...], value: $0.1[...]) })
    }

    @Test func `parameters are read, lists and repetitions alike`() throws {
        #expect(try read([]) == ObservationRequest())
        let request = try read([("kinds", "fix,sentence"), ("receivers", "rover"), ("receivers", "base")])
        #expect(request.kinds == [.fix, .sentence])
        #expect(request.receivers.map(\.rawValue) == ["rover", "base"])
    }

    @Test func `what would be taken for nothing is refused`() {
        #expect(throws: ObservationRequestError.unknownKind("")) { try read([("kinds", "")]) }
        #expect(throws: ObservationRequestError.unknownKind("Fix")) { try read([("kinds", "fix,Fix")]) }
        #expect(throws: ObservationRequestError.emptyReceiver) { try read([("receivers", "a,,b")]) }
        #expect(throws: ObservationRequestError.unknownParameter("kind")) { try read([("kind", "fix")]) }
    }

    @Test func `the query is empty for all, and encodes what a URI cannot hold`() {
        #expect(ObservationRequest().query == "")
        let request = ObservationRequest(
            kinds: [.fix, .driverState], receivers: [SourceID(rawValue: "a&b=c ü"), SourceID(rawValue: "x-1.y_2~")])
        #expect(request.query == "?kinds=fix,driverState&receivers=a%26b%3Dc%20%C3%BC,x-1.y_2~")
    }

    @Test func `every payload's kind may be asked for`() {
        for observation in oneOfEach(from: "rover") {
            #expect(ObservationRequest.knownKinds.contains(observation.kind))
        }
    }
}
