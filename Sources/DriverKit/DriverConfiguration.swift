// SPDX-License-Identifier: Apache-2.0

private import FoundationEssentials

/// A receiver's section `config` as provided by the host: JSON validated against the plugin's schema, with the
/// schema's defaults filled in.
public struct DriverConfiguration: Sendable {
    public let json: String

    /// Creates a configuration from JSON.
    public init(json: String) { self.json = json }

    /// Decodes the section as the driver's own type.
    ///
    /// - Throws: `DriverError.failed`, naming the key, if the JSON does not match the type.
    public func decode<Value: Decodable>(_ type: Value.Type) throws(DriverError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(json.utf8))
        } catch let error as DecodingError {
            throw .failed("config: \(Self.explain(error))")
        } catch {
            throw .failed("config: \(error)")
        }
    }

    private static func explain(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "\(key.stringValue) is missing"
        case .typeMismatch(let type, let context): "\(path(context)) is not of type \(type)"
        case .valueNotFound(let type, let context): "\(path(context)) has no value of type \(type)"
        case .dataCorrupted(let context): "\(path(context)): \(context.debugDescription)"
        @unknown default: "\(error)"
        }
    }

    private static func path(_ context: DecodingError.Context) -> String {
        context.codingPath.isEmpty ? "the section" : context.codingPath.map(\.stringValue).joined(separator: ".")
    }
}
