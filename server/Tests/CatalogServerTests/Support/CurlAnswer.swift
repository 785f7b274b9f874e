import ErrorAnswers
import Foundation
import ServerTestSupport
import TestSupport

/// The answer to a request sent with curl.
struct CurlAnswer: CustomStringConvertible {
    /// The status of the last answer, or 0 if there was none.
    let status: Int
    /// The headers of the last answer, by name in lower case.
    let headers: [String: String]
    let body: Data
    /// curl's exit status.
    let exitStatus: Int32

    /// The error's code, if the answer is an error.
    var code: String? { (try? JSONDecoder().decode(ErrorAnswer.self, from: body))?.error.code }
    /// The error's message, if the answer is an error.
    var message: String? { (try? JSONDecoder().decode(ErrorAnswer.self, from: body))?.error.message }
    var text: String { String(decoding: body, as: UTF8.self) }

    var description: String {
        "curl \(exitStatus), HTTP \(status) \(headers) \(String(decoding: body.prefix(500), as: UTF8.self))"
    }

    init(_ arguments: [String], _ url: String) async throws {
        let folder = try TemporaryFolder()
        let body = "\(folder.path)/body"
        let finished = try await Finished.run(
            ["/usr/bin/curl", "--silent", "--max-time", "600", "--dump-header", "-", "--output", body] + arguments + [
                url
            ])
        exitStatus = finished.status
        self.body = (try? Data(contentsOf: URL(filePath: body))) ?? Data()
        let answers = finished.output.components(separatedBy: "\r\n\r\n").filter { $0.hasPrefix("HTTP/") }
        let lines = (answers.last ?? "").components(separatedBy: "\r\n")
        status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
        headers = Dictionary(
            lines.dropFirst().compactMap { line in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                return (
                    line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                )
            }, uniquingKeysWith: { "\($0), \($1)" })
    }
}
