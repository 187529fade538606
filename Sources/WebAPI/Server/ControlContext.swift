// SPDX-License-Identifier: Apache-2.0

internal import Access
internal import Hummingbird
internal import NIOCore

/// What a route knows of a request beyond the request itself.
struct ControlContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection that it came on.
    let channel: any Channel
    /// Who asks. Nobody may do anything until a guard has found out.
    var caller = Caller()

    init(source: ApplicationRequestContextSource) {
        (coreContext, channel) = (CoreRequestContextStorage(source: source), source.channel)
    }
}
