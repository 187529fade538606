// SPDX-License-Identifier: Apache-2.0

/// The body of `PUT /v1/receivers/active`.
package struct ReceiverChoice: Codable {
    package var id: String

    package init(id: String) { self.id = id }
}

/// The body of `POST /v1/centroid/stop` and `/reset`.
package struct SamplingChoice: Codable {
    package var session: UInt64?

    package init(session: UInt64?) { self.session = session }
}

/// The body of `PATCH /v1/paths/ID`.
package struct PathNaming: Codable {
    package var name: String

    package init(name: String) { self.name = name }
}

/// The body of `POST /v1/osnma/trust`.
package struct TrustAddition: Codable {
    package var anchors: [TrustRequest]

    package init(anchors: [TrustRequest]) { self.anchors = anchors }
}
