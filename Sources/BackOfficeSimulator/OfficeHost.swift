// SPDX-License-Identifier: Apache-2.0

internal import Synchronization

/// The back office, as the connections share it.
final class OfficeHost: Sendable {
    /// A request whose head has arrived.
    struct Begun: Sendable {
        /// The fault that applies to it; nil for none.
        var fault: Fault?
        /// The number of its entry in the list of requests.
        var entry = 0
    }

    /// Protects the state, which processes one request at a time.
    private let office: Mutex<Office>

    init(_ office: Office) { self.office = Mutex(office) }

    /// Sets the address of the other host to which redirections lead.
    func setElsewhere(_ address: String) { office.withLock { $0.elsewhere = address } }

    /// Records a request as soon as its head has arrived, and selects the fault that applies to it.
    func begin(_ head: RequestHead) -> Begun { office.withLock { $0.begin(head) } }

    /// Answers a request. Does not block.
    func answer(_ request: OfficeRequest, _ begun: Begun) -> OfficeAnswer {
        office.withLock { $0.answer(request, begun) }
    }
}
