import NIOCore
import Testing

@testable import Serving

@Suite("Bodies in JSON")
struct DecodedJSONTests {
    private struct Body: Decodable {
        enum Role: String, Decodable { case user, publisher }
        var rollout: Int?
        var latitude: Double?
        var role: Role?
        var parts: [Part]?
    }

    private struct Part: Decodable { var size: Int }

    @Test(
        "A body that can't be decoded is refused with the place of what is wrong in it",
        arguments: [
            ("{", "it is not valid JSON."), (#"{"rollout": "x"}"#, "the type is wrong at rollout."),
            (#"{"role": "boss"}"#, "the value is not allowed at role."),
            (#"{"parts": [{"size": 1}, {}]}"#, "“size” is missing at parts.1."),
            (#"{"rollout": 50.5}"#, "a number is not whole or too large at rollout."),
            (#"{"parts": [{"size": 18446744073709551616}]}"#, "a number is not whole or too large at parts.0.size."),
            (
                #"{"latitude": 50.5, "rollout": 50.5}"#,
                "a number is not whole or too large at latitude or rollout."
            ),
        ])
    func places(text: String, reason: String) {
        let error = #expect(throws: ServiceError.self) { _ = try ByteBuffer(string: text).decodedJSON(Body.self) }
        #expect(error == ServiceError(unexpectedJSON: reason))
    }
}
