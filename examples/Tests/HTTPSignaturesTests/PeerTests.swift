import Foundation
import TestSupport
import Testing

@testable import HTTPSignatures

/// Compares with the Python package http-message-signatures.
@Suite("Signatures of requests, and those of another implementation")
struct PeerTests {
    /// A request that either side can have signed.
    private struct Message: Codable {
        let method: String
        let url: String
        var headers: [String: String]
        let body: String
        let key: String
        let covered: [String]
        let created: Int64
        let nonce: String

        var request: SignedRequest {
            SignedRequest(method: method, targetURI: url, fields: headers.map { (name: $0.key, value: $0.value) })
        }

        var keyBytes: [UInt8] { Array(Data(base64Encoded: key) ?? Data()) }
    }

    private static func messages() throws -> [Message] {
        var random = RandomSource(seed: 3)
        let hosts = ["example.org", "127.0.0.1:8092", "[::1]:8443", "a-b.example.com:8080"]
        let paths = ["/", "/v1/changes", "/a%20b/%E6%97%A5", "/v1/files/+=;,'()*!$&@:~_.-"]
        let queries = ["", "?after=3&limit=1000", "?q=%22a%22&x=;y", "?a=b?c=/d"]
        return try (0..<60).map { index in
            func one(_ list: [String]) -> String { list[random.below(list.count)] }
            let body = index % 3 == 0 ? "" : String(repeating: one(["x", "é", "{}"]), count: random.below(50) + 1)
            var headers = ["Date": "Tue, 20 Apr 2021 02:07:55 GMT", "Content-Type": "application/json"]
            if !body.isEmpty { headers["Content-Digest"] = try ContentDigest.value(of: Array(body.utf8)) }
            let covered =
                ["@method", "@target-uri"] + (body.isEmpty ? [] : ["content-digest"])
                + (index % 2 == 0 ? [] : ["@authority", "@path", "@query", "date", "content-type"])
            return Message(
                method: one(["GET", "POST", "PUT", "DELETE", "HEAD"]),
                url: one(["http", "https"]) + "://" + one(hosts) + one(paths) + one(queries), headers: headers,
                body: body, key: Data(random.bytes(random.below(80) + 1)).base64EncodedString(), covered: covered,
                created: Int64(Date.now.timeIntervalSince1970) - Int64(random.below(1000)),
                nonce: RequestSigner.newNonce())
        }
    }

    private static func ask<Answer: Decodable>(_ task: String, _ messages: [Message]) throws -> [Answer] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let python = folder.appending(path: "../../../.build/tools/http-message-signatures-3.0.0/bin/python")
            .standardized.path
        let program = folder.appending(path: "peer.py").path
        let input = String(decoding: try JSONEncoder().encode(messages), as: UTF8.self)
        let finished: Finished = try Finished.run([python, "-B", program, task], given: input)
        try #require(finished.status == 0, "`make setup` installs http-message-signatures. \(finished.errors)")
        return try JSONDecoder().decode([Answer].self, from: finished.data)
    }

    @Test func `The other implementation accepts our signatures, and none of a changed request`() throws {
        var signed = try Self.messages()
        for (index, message) in signed.enumerated() {
            let signature = try HTTPSignature.make(
                of: message.request, covering: message.covered, created: message.created, keyID: "a \"key\"",
                nonce: message.nonce, key: message.keyBytes)
            for field in signature.fields(labeled: "fund") { signed[index].headers[field.name] = field.value }
        }
        let accepted: [Bool] = try Self.ask("verify", signed)
        #expect(accepted == Array(repeating: true, count: signed.count))
        let changed = signed.map { message in
            Message(
                method: message.method, url: message.url + "&", headers: message.headers, body: message.body,
                key: message.key, covered: message.covered, created: message.created, nonce: message.nonce)
        }
        let refused: [Bool] = try Self.ask("verify", changed)
        #expect(refused == Array(repeating: false, count: signed.count))
    }

    @Test func `We accept the signatures of the other implementation, and none of a changed request`() throws {
        let messages = try Self.messages()
        let headers: [[String: String]] = try Self.ask("sign", messages)
        for (message, fields) in zip(messages, headers) {
            var signed = message
            signed.headers.merge(fields) { $1 }
            let signature = try HTTPSignature(labeled: "fund", in: signed.request)
            #expect(try signature.isValid(for: signed.request, key: signed.keyBytes), "\(signed)")
            #expect(signature.created == message.created && signature.nonce == message.nonce)
            let other = SignedRequest(
                method: signed.method + "X", targetURI: signed.url,
                fields: signed.headers.map { (name: $0.key, value: $0.value) })
            #expect(try !signature.isValid(for: other, key: signed.keyBytes))
        }
    }
}
