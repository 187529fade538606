// SPDX-License-Identifier: Apache-2.0

internal import GNSSTypes
internal import StrictFormats

extension World {
    /// `POST /tan`.
    mutating func issueCode(_ json: JSONValue) throws(AdminError) -> HTTPAnswer {
        try json.admit(["account", "ttl_s", "reusable"], of: "a request for a code")
        let account = json["account"]?.text ?? Default.account
        guard accounts[account] != nil else { throw .bad("unknown account \"\(account)\"") }
        let code = newCode(
            account, life: try json.seconds("ttl_s") ?? options.codeLife, isReusable: json["reusable"]?.flag ?? false)
        return HTTPAnswer(
            201,
            json: ["tan": .string(code.code), "account": .string(account), "expires": .string(code.expires.iso8601)])
    }

    /// Creates a registration code that is valid for `life` seconds.
    mutating func newCode(_ account: String, life: Double, isReusable: Bool = false) -> RegistrationCode {
        let text = random.text(10, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        let code = RegistrationCode(
            code: text, account: account, expires: now.adding(life), isReusable: isReusable)
        codes[text] = code
        return code
    }

    /// `GET /accounts`, `POST /accounts {id}`, `PATCH /accounts/{id} {status, quota}`.
    mutating func accounts(
        _ method: String, _ parts: [String], _ json: JSONValue
    ) throws(AdminError) -> HTTPAnswer {
        switch (method, parts.first) {
        case ("GET", nil):
            return HTTPAnswer(200, json: .array(accounts.values.sorted { $0.tenant < $1.tenant }.map(\.json)))
        case ("POST", nil):
            try json.admit(["id"], of: "an account")
            guard let id = json["id"]?.text, !id.isEmpty else { throw .bad("an account needs an id") }
            return HTTPAnswer(201, json: addAccount(id).json)
        case ("PATCH", let id?):
            guard var account = accounts[id] else { throw .unknown }
            try json.admit(["status", "quota"], of: "a change of an account")
            if let text = json["status"]?.text {
                guard let status = Account.Status(rawValue: text) else {
                    throw .bad("status must be \"active\", \"inactive\" or \"unapproved\"")
                }
                account.status = status
            }
            if let quota = json["quota"]?.integer { account.quota = quota }
            accounts[id] = account
            return HTTPAnswer(200, json: account.json)
        default: throw .unknown
        }
    }

    /// `GET /applications`, `POST /applications {id, name, versions: [{id, status, types}]}`.
    mutating func applications(
        _ method: String, _ parts: [String], _ json: JSONValue
    ) throws(AdminError) -> HTTPAnswer {
        guard parts.isEmpty else { throw .unknown }
        switch method {
        case "GET":
            let all = applications.values.sorted { $0.id < $1.id }
            return HTTPAnswer(200, json: .array(all.map(\.json)))
        case "POST":
            try json.admit(["id", "name", "communication_unit", "versions"], of: "an application")
            var versions: [ApplicationVersion] = []
            for item in json["versions"]?.items ?? [] {
                try item.admit(["id", "status", "types"], of: "a version")
                guard let id = item["id"]?.text, id.isUUID,
                    let status = ApplicationVersion.Status(rawValue: item["status"]?.text ?? "approved")
                else {
                    throw .bad(
                        "a version needs an id (a UUID) and a status: \"approved\", \"withdrawn\" or \"blocked\"")
                }
                versions.append(
                    ApplicationVersion(id: id, status: status, types: item["types"]?.texts.map { Set($0) }))
            }
            let id = json["id"]?.text ?? random.uuid()
            guard id.isUUID, !versions.isEmpty else { throw .bad("an application needs an id (a UUID) and versions") }
            let application = Application(
                id: id, name: json["name"]?.text ?? "Application",
                isCommunicationUnit: json["communication_unit"]?.flag ?? true, versions: versions)
            applications[id] = application
            return HTTPAnswer(201, json: application.json)
        default: throw .unknown
        }
    }

    /// `GET /endpoints`, `GET|PATCH|DELETE /endpoints/{id}`: the functions of the portal.
    mutating func endpoints(
        _ method: String, _ parts: [String], _ json: JSONValue
    ) throws(AdminError) -> HTTPAnswer {
        guard let id = parts.first else {
            guard method == "GET" else { throw .unknown }
            return HTTPAnswer(200, json: .array(order.compactMap { endpoints[$0]?.json }))
        }
        guard var endpoint = endpoints[id] else { throw .unknown }
        switch method {
        case "GET": break
        case "PATCH":
            try json.admit(["name", "status", "certificate_expires_in_s"], of: "a change of an endpoint")
            let expiry = try json.seconds("certificate_expires_in_s")
            if let name = json["name"]?.text { endpoint.name = name }
            if let text = json["status"]?.text {
                guard let status = Endpoint.Status(rawValue: text) else {
                    throw .bad("status must be \"active\", \"inactive\", \"blocked\" or \"deleted\"")
                }
                endpoint.status = status
            }
            if let seconds = expiry {
                for key in certificates.keys where certificates[key]?.endpoint == id {
                    certificates[key]?.notAfter = now.adding(seconds)
                }
            }
            endpoints[id] = endpoint
        case "DELETE":
            endpoint.status = .deleted
            endpoints[id] = endpoint
        default: throw .unknown
        }
        return HTTPAnswer(200, json: endpoint.json)
    }

    /// `GET /routes`, `PUT /routes {managed, allow, deny}`, and `DELETE /routes`, which restores managed routes.
    mutating func routes(_ method: String, _ json: JSONValue) throws(AdminError) -> HTTPAnswer {
        switch method {
        case "GET": break
        case "DELETE": routes = Routes()
        case "PUT":
            try json.admit(["managed", "allow", "deny"], of: "the routes")
            for rule in (json["allow"]?.items ?? []) + (json["deny"]?.items ?? []) {
                try rule.admit(["from", "to", "tmt"], of: "a route")
            }
            routes.managed = json["managed"]?.flag ?? true
            routes.allowed = (json["allow"]?.items ?? []).map(Routes.Rule.init)
            routes.denied = (json["deny"]?.items ?? []).map(Routes.Rule.init)
        default: throw .unknown
        }
        return HTTPAnswer(200, json: routes.json)
    }
}
