import ExamplesTestSupport
import Foundation

extension ExchangeServer {
    /// A request that the server got.
    struct Request: Decodable {
        var time: Double
        var operation: String?
        var mailboxes: Int?
        var active: Int?
        var status: Int?
        var message: Int?
    }

    /// The requests so far.
    var requests: [Request] {
        get throws {
            let log = try Data(contentsOf: folder.appending(path: "log"))
            return try log.split(separator: 10).map { try JSONDecoder().decode(Request.self, from: $0) }
        }
    }

    /// A meeting in the user's calendar.
    struct Meeting: Decodable, Equatable {
        var id: String
        var subject: String
        var start: String
        var end: String
        var resources: [String]
        var answers: [String: String]
    }

    /// The user's calendar.
    var calendar: [Meeting] {
        get throws {
            try JSONDecoder().decode([Meeting].self, from: Data(contentsOf: folder.appending(path: "world")))
        }
    }
}
