// SPDX-License-Identifier: Apache-2.0

internal import StrictFormats

extension ServiceOptions {
    private struct Entry {
        var get: (ServiceOptions) -> JSONValue
        var set: (inout ServiceOptions, JSONValue) -> Bool
        var allowed: String
    }

    private static func flag(_ path: WritableKeyPath<ServiceOptions, Bool>) -> Entry {
        Entry(
            get: { .bool($0[keyPath: path]) },
            set: { options, value in
                guard let flag = value.flag else { return false }
                options[keyPath: path] = flag
                return true
            }, allowed: "true or false")
    }

    private static func choice<Choice: RawRepresentable & CaseIterable & Sendable>(
        _ path: WritableKeyPath<ServiceOptions, Choice>
    ) -> Entry where Choice.RawValue == String {
        Entry(
            get: { .string($0[keyPath: path].rawValue) },
            set: { options, value in
                // A number is accepted in place of text, so that 404 equals "404".
                let text = value.text ?? value.integer.map(String.init)
                guard let choice = text.flatMap(Choice.init(rawValue:)) else { return false }
                options[keyPath: path] = choice
                return true
            }, allowed: Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
    }

    private static func number(
        _ path: WritableKeyPath<ServiceOptions, Double>, _ range: ClosedRange<Double>
    ) -> Entry {
        Entry(
            get: { .number($0[keyPath: path]) },
            set: { options, value in
                guard let number = value.number, range.contains(number) else { return false }
                options[keyPath: path] = number
                return true
            }, allowed: "a number from \(range.lowerBound) to \(range.upperBound)")
    }

    private static func count(
        _ path: WritableKeyPath<ServiceOptions, Int>, _ range: ClosedRange<Int>
    ) -> Entry {
        Entry(
            get: { JSONValue($0[keyPath: path]) },
            set: { options, value in
                guard let number = value.integer, range.contains(number) else { return false }
                options[keyPath: path] = number
                return true
            }, allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }

    private static var variants: Entry {
        Entry(
            get: { JSONValue($0.itemVariants.map(\.rawValue)) },
            set: { options, value in
                guard let texts = value.texts ?? value.text.map({ [$0] }), !texts.isEmpty else { return false }
                let variants = texts == ["random"] ? ItemVariant.allCases : texts.compactMap(ItemVariant.init)
                guard variants.count == texts.count || texts == ["random"] else { return false }
                options.itemVariants = variants
                return true
            },
            allowed: "\"random\" or a list of "
                + ItemVariant.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))
    }

    private static var latency: Entry {
        Entry(
            get: { .object($0.latency.mapValues(JSONValue.number)) },
            set: { options, value in
                let all = value.members ?? value.number.map { ["": .number($0)] } ?? [:]
                let numbers = all.compactMapValues { $0.number.flatMap { (0...60).contains($0) ? $0 : nil } }
                guard !numbers.isEmpty, numbers.count == all.count else { return false }
                options.latency.merge(numbers) { $1 }
                return true
            }, allowed: "seconds from 0 to 60, or an object of them by technical message type (\"\" for all others)")
    }

    private static var environmentEntry: Entry {
        Entry(
            get: { .string($0.environment) },
            set: { options, value in
                guard let text = value.text, ["QA", "Production"].contains(text) else { return false }
                options.environment = text
                return true
            }, allowed: "\"QA\", \"Production\"")
    }

    private static var entries: [String: Entry] {
        [
            "access": choice(\.access), "deleted_endpoint": choice(\.deleted),
            "connection_close": flag(\.closesConnections), "environment": environmentEntry,
            "spacing_factor": number(\.spacingFactor, 0...100),
            "spacing_tolerance_s": number(\.spacingTolerance, 0...60),
            "spacing_429_after": count(\.spacingLimit, 0...100_000), "too_large_by_outbox": flag(\.tooLargeByOutbox),
            "drop_duplicates": flag(\.dropsDuplicates), "unchanged_clears_subscriptions": flag(\.clearsWhenUnchanged),
            "publish_without_recipient_fails": flag(\.publishWithoutRecipientFails),
            "no_match_payload": choice(\.noMatch),
            "pushes_per_item": count(\.pushesPerItem, 1...100), "item_variants": variants,
            "shuffle_outbox": flag(\.shufflesOutbox), "url_shape": choice(\.urlShape), "url_query": flag(\.urlQuery),
            "different_ids": flag(\.differentIDs), "mqtt_fields": choice(\.mqttFields),
            "old_certificate_stays": flag(\.oldCertificateStays), "consume_code_always": flag(\.consumesCodeAlways),
            "onboarding_error": choice(\.errorForm), "onboarding_limit": count(\.onboardingLimit, 0...100_000),
            "onboarding_answer": choice(\.onboardingAnswer), "onboarding_limit_code": choice(\.limitCode),
            "native_protobuf": flag(\.nativeProtobuf),
            "certificate_validity": choice(\.validity), "certificate_seconds": number(\.certificateSeconds, 0...4e9),
            "pem_encryption": choice(\.pem), "p12_encryption": choice(\.p12), "passphrase": choice(\.passphrase),
            "key_damage": choice(\.keyDamage), "server_certificate": choice(\.serverCertificate), "latency_s": latency,
            "tan_life_s": number(\.codeLife, 0...4e9),
        ]
    }

    /// All options as JSON.
    var json: JSONValue { .object(Self.entries.mapValues { $0.get(self) }) }

    /// Sets the named options; changes none if one of them is invalid.
    mutating func merge(_ json: JSONValue) throws(OptionError) {
        guard let members = json.members else {
            throw OptionError(description: "the body must be an object of options")
        }
        var options = self
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let entry = Self.entries[name] else {
                let known = Self.entries.keys.sorted().joined(separator: ", ")
                throw OptionError(description: "unknown option \"\(name)\"; the options are \(known)")
            }
            guard entry.set(&options, value) else {
                throw OptionError(description: "\(name) cannot be \(value); allowed: \(entry.allowed)")
            }
        }
        self = options
    }
}
