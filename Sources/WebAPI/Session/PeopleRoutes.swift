// SPDX-License-Identifier: Apache-2.0

internal import Access
internal import ControlModel
internal import HTTPTypes
internal import Hummingbird

/// The routes for people, signed-in browsers and one-time codes.
struct PeopleRoutes: Sendable {
    let coordinator: AccessCoordinator
    let policy: AccessPolicy
    let addresses: ConsoleAddresses

    func add(to router: Router<ControlContext>) {
        router.post(RouterPath(ControlRoute.invitation)) { request, _ in
            let wanted: InvitationRequest = try await CommandRoutes.body(
                request, form: InvitationRequest.form, isOptional: true)
            let invitation = try coordinator.invite(wanted)
            var report = InvitationReport(
                code: invitation.code, seconds: Int(InvitationCodes.lifetime / .seconds(1)), role: invitation.role,
                addresses: addresses.list(for: invitation.role, policy))
            report.qrCode = report.urlForPhones.flatMap(QRCodeReport.init(url:))
            return try JSONAnswer.response(report, status: .created)
        }
        router.get(RouterPath(ControlRoute.users)) { _, _ in try JSONAnswer.response(coordinator.people()) }
        router.put("/v1/users/:name") { request, context in
            let change: PersonChange = try await CommandRoutes.body(request, form: PersonChange.form, isOptional: true)
            return try JSONAnswer.response(
                await coordinator.set(
                    try PathText.parameter("name", context), to: change, by: context.caller.visitor))
        }
        router.delete("/v1/users/:name") { _, context in
            try await coordinator.remove(try PathText.parameter("name", context), by: context.caller.visitor)
            return Response(status: .noContent)
        }
        router.get(RouterPath(ControlRoute.sessions)) { _, context in
            try JSONAnswer.response(coordinator.browsers(own: context.caller.visitor?.id, under: policy))
        }
        router.patch("/v1/sessions/:id") { request, context in
            let change: BrowserChange = try await CommandRoutes.body(request, form: BrowserChange.form)
            try await coordinator.set(
                session: try PathText.parameter("id", context), to: change.role, by: context.caller.visitor)
            return try JSONAnswer.response(coordinator.browsers(own: context.caller.visitor?.id, under: policy))
        }
        router.delete("/v1/sessions/:id") { _, context in
            try await coordinator.close(
                session: try PathText.parameter("id", context), by: context.caller.visitor)
            return Response(status: .noContent)
        }
    }
}
