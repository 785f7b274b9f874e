import Testing

@testable import Downloading

@Suite("Answers that are kept in memory")
struct AnswerCollectorTests {
    private struct TooLarge: Error {}

    private let collector = AnswerCollector(limit: 10) { TooLarge() }

    private func head(_ status: Int) throws -> ResponseHead {
        try #require(ResponseHead(statusLine: "HTTP/1.1 \(status)"))
    }

    private func failure(_ failure: TransferFailure, after status: Int?) throws -> DownloadError {
        DownloadError(failure, with: "example.org", after: try status.map { try head($0) })
    }

    @Test(
        "If a server refuses a body and then cuts the connection or falls silent, the status of the refusal is kept",
        arguments: [TransferFailure.cut, .silent], [302, 413, 507])
    func refusedBody(_ end: TransferFailure, _ status: Int) throws {
        let refusal = collector.refusal(despite: try failure(end, after: status), hasBody: true)
        #expect(refusal?.head.status == status && refusal?.isCut == true)
    }

    @Test("An exchange without a body, without a refusal or with another failure counts as failed")
    func failures() throws {
        #expect(collector.refusal(despite: try failure(.cut, after: 413), hasBody: false) == nil)
        for status in [nil, 100, 200] {
            #expect(collector.refusal(despite: try failure(.cut, after: status), hasBody: true) == nil)
        }
        #expect(collector.refusal(despite: try failure(.badCompression, after: 413), hasBody: true) == nil)
        #expect(collector.refusal(despite: CancellationError(), hasBody: true) == nil)
    }

    @Test(
        "Of a refusal with too many words, the status is kept, with a body and without one",
        arguments: [302, 404, 502], [false, true])
    func longRefusal(_ status: Int, hasBody: Bool) throws {
        _ = collector.begin(try head(status))
        try collector.receive([UInt8](repeating: 97, count: 10))
        #expect(throws: TooLarge.self) { try collector.receive([97]) }
        let refusal = collector.refusal(despite: TooLarge(), hasBody: hasBody)
        #expect(refusal?.head.status == status && refusal?.isCut == false)
    }

    @Test("A success that is too large counts as failed, and is forgotten when the next answer begins")
    func longSuccess() throws {
        _ = collector.begin(try head(200))
        #expect(throws: TooLarge.self) { try collector.receive([UInt8](repeating: 97, count: 11)) }
        #expect(collector.refusal(despite: TooLarge(), hasBody: true) == nil)
        _ = collector.begin(try head(404))
        #expect(collector.refusal(despite: CancellationError(), hasBody: false) == nil)
    }
}
