// SPDX-License-Identifier: Apache-2.0

internal import Certificates
internal import StrictFormats
internal import Wire

extension KeptAuthority {
    /// The contents of the file `authority.json`, including private keys.
    var json: JSONValue {
        ["servers": servers.json, "client_root": clientRoot.json, "clients": clients.json]
    }

    /// Reads the contents of `authority.json`; nil if they are invalid.
    init?(_ json: JSONValue) {
        guard let servers = json["servers"].flatMap(Issuer.init), let root = json["client_root"].flatMap(Issuer.init),
            let clients = json["clients"].flatMap(Issuer.init)
        else { return nil }
        self.init(servers: servers, clientRoot: root, clients: clients)
    }
}

extension Issuer {
    fileprivate var json: JSONValue {
        [
            "name": .string(name), "key": .string(key.pem), "public_key": .string(Base64.encode(key.publicKey)),
            "is_rsa": .bool(key.isRSA), "key_id": .string(Base64.encode(keyID)),
            "certificate": .string(Base64.encode(certificate)),
        ]
    }

    fileprivate init?(_ json: JSONValue) {
        func bytes(_ name: String) -> [UInt8]? { json[name]?.text.flatMap { Base64.decode($0) } }
        guard let name = json["name"]?.text, let pem = json["key"]?.text, let publicKey = bytes("public_key"),
            let isRSA = json["is_rsa"]?.flag, let keyID = bytes("key_id"), let certificate = bytes("certificate")
        else { return nil }
        self.init(
            name: name, key: SigningKey(pem: pem, publicKey: publicKey, isRSA: isRSA), keyID: keyID,
            certificate: certificate)
    }
}
