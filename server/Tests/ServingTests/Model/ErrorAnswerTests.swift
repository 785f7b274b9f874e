import ErrorAnswers
import Foundation
import Testing

@testable import Serving

struct ErrorAnswerTests {
    @Test func `The body of a refusal has a word for programs and the sentence for clients`() throws {
        let error = ServiceError(.noSpace, "The disk of /srv is full.", answer: "The server's disk is full.")
        let body = try JSON.encode(ErrorAnswer(error))
        #expect(
            String(decoding: body, as: UTF8.self)
                == #"{"error":{"code":"noSpace","message":"The server's disk is full."}}"#)
        let read = try JSONDecoder().decode(ErrorAnswer.self, from: body)
        #expect(read.error == ErrorAnswer.Problem(code: "noSpace", message: "The server's disk is full."))
    }
}
