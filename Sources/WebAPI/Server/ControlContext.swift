// SPDX-License-Identifier: Apache-2.0

internal import Access
internal import ControlModel
internal import Hummingbird
internal import NIOCore

/// The context of a request.
struct ControlContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection on which the request arrived.
    let channel: any Channel
    /// The caller. It has no rights until a guard has determined its role.
    var caller = Caller()
    /// The caller as the owner of photos and paths.
    var user: ControlUser { ControlUser(name: caller.visitor?.name, isAdmin: caller.role == .admin) }

    init(source: ApplicationRequestContextSource) {
        (coreContext, channel) = (CoreRequestContextStorage(source: source), source.channel)
    }
}
