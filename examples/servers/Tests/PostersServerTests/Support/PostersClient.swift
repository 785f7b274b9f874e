import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Serving
import Testing

@testable import PostersServer

/// Sends requests to the server of a test.
struct PostersClient: Sendable {
    let client: any TestClientProtocol
    let posters: Posters

    struct Answer: Sendable, CustomStringConvertible {
        let status: Int
        let headers: HTTPFields
        let body: Data

        var text: String { String(decoding: body, as: UTF8.self) }
        /// The error's code and sentence, if the answer is an error.
        var error: [String: String]? { json["error"] as? [String: String] }
        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: body) as? [String: Any]) ?? [:]
        }
        var description: String { "\(status) \(text.prefix(500))" }

        subscript(name: String) -> Any? { json[name] }
    }

    func ask(
        _ method: HTTPRequest.Method, _ path: String, by user: Posters.LoggedIn? = nil, key: String? = nil,
        headers: HTTPFields = [:], body: [UInt8]? = nil
    ) async throws -> Answer {
        var headers = headers
        if let user { headers[.authorization] = "Bearer \(user.token)" }
        if let key { headers[.idempotencyKey] = key }
        if let body { headers[.contentLength] = "\(body.count)" }
        return try await client.execute(
            uri: path, method: method, headers: headers, body: body.map { ByteBuffer(bytes: $0) }
        ) { response in
            Answer(status: response.status.code, headers: response.headers, body: Data(response.body.readableBytesView))
        }
    }

    func ask(
        _ method: HTTPRequest.Method, _ path: String, by user: Posters.LoggedIn? = nil, key: String? = nil,
        json: [String: Any]
    ) async throws -> Answer {
        try await ask(
            method, path, by: user, key: key, body: Array(try JSONSerialization.data(withJSONObject: json)))
    }

    func get(_ path: String, by user: Posters.LoggedIn? = nil) async throws -> Answer {
        try await ask(.get, path, by: user)
    }

    /// Uploads a photo.
    ///
    /// - Returns: Its SHA-256.
    func upload(_ photo: [UInt8], by user: Posters.LoggedIn) async throws -> String {
        let name = "\(BlobDigest(sha256Of: photo))"
        let answer = try await ask(.put, "/media/\(name)", by: user, body: photo)
        try #require([200, 201].contains(answer.status), "\(answer)")
        return name
    }

    /// Files a report with a new photo.
    ///
    /// - Parameter members: Replace or add members; `NSNull` leaves one out.
    func file(
        by user: Posters.LoggedIn, key: String? = nil, _ members: [String: Any] = [:]
    ) async throws -> Answer {
        var report: [String: Any] = [
            "place": ["lat": 50.45, "long": 30.52], "phones": ["044 123 45 67"], "district": "podil",
            "company": "Ромашка",
        ]
        if members["photos"] == nil { report["photos"] = [try await upload(SampleJPEG().bytes, by: user)] }
        report.merge(members) { $1 }
        return try await ask(
            .post, "/v1/reports", by: user, key: key, json: report.filter { !($0.value is NSNull) })
    }

    /// Files a report, and returns its number.
    func number(by user: Posters.LoggedIn, _ members: [String: Any] = [:]) async throws -> Int {
        let answer = try await file(by: user, members)
        try #require(answer.status == 201, "\(answer)")
        return try answer.number
    }

    func decide(
        _ number: Int, _ status: String, by user: Posters.LoggedIn, _ members: [String: Any] = [:]
    ) async throws -> Answer {
        try await ask(
            .post, "/v1/reports/\(number)/status", by: user,
            json: ["status": status].merging(members) { $1 })
    }
}

extension PostersClient.Answer {
    /// The number of a report that was filed.
    var number: Int {
        get throws { try #require((self["report"] as? [String: Any])?["number"] as? Int, "\(self)") }
    }

    /// The numbers on a page of reports.
    var numbers: [Int] {
        get throws {
            try #require(self["reports"] as? [[String: Any]], "\(self)").map { entry in
                let report = entry["report"] as? [String: Any] ?? entry
                return try #require(report["number"] as? Int)
            }
        }
    }
}
