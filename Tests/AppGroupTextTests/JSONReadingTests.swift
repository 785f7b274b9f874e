import Foundation
import TestSupport
import Testing

@testable import AppGroupText

@Suite struct JSONReadingTests {
    /// A value in one line, which is the same for equal values.
    private func text(_ value: JSONValue?) -> String? { value.map { JSONValueTests.text($0) } }

    @Test(arguments: [
        (" {\"a\" : [1, -2.5e3,true , null]}\n", #"{"a":[1,-2500.0,true,null]}"#), ("[]", "[]"), ("{}", "{}"),
        (#""\u00e9\ud83d\ude00\n\/""#, #""é😀\n/""#), ("9223372036854775807", "9223372036854775807"),
        ("-0", "0"), ("9223372036854775808", "9.223372036854776e+18"),
    ])
    func `A document is read as it was written`(document: String, written: String) {
        #expect(text(JSONValue(reading: document.utf8)) == written)
    }

    @Test(arguments: [
        "", " ", "{", "[1,]", "[1 2]", "{\"a\"}", "{a:1}", "01", "1.", ".5", "+1", "1e", "nul", "truefalse", "\"a",
        "\"\n\"", #""\x""#, #""\ud83d""#, #""\udc00""#, #""\u12""#, "[1] x", "NaN",
        String(repeating: "[", count: 100_000),
    ])
    func `Anything else is no document`(text: String) {
        #expect(JSONValue(reading: text.utf8) == nil)
    }

    @Test func `Text that is no UTF-8 is no document`() {
        #expect(JSONValue(reading: [0x22, 0xFF, 0x22]) == nil)
    }

    @Test func `Damaged documents are read as Foundation reads them, or not at all`() throws {
        let sample = Array(JSONValueTests.text(JSONValueTests.sample).utf8)
        for seed in Fuzz.seeds(from: 1, atLeast: 3_000) {
            var random = RandomSource(seed: seed)
            var bytes = sample
            for _ in 0...random.below(3) {
                let place = random.below(bytes.count)
                switch random.below(3) {
                case 0: bytes[place] = UInt8(random.below(256))
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[random.below(bytes.count)], at: place)
                }
            }
            let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            let ours = JSONValue(reading: bytes)
            // Foundation also takes other encodings, and refuses repeated keys.
            guard let ours else { continue }
            #expect(theirs != nil, "\(String(decoding: bytes, as: UTF8.self))")
            let again = JSONValue(reading: JSONValueTests.text(ours).utf8)
            #expect(text(again) == text(ours))
        }
    }

    @Test func `Members are found by their names`() {
        let value = JSONValue(reading: #"{"a":1,"b":"x","a":2}"#.utf8)
        #expect(
            value?["a"]?.integer == 2 && value?["b"]?.text == "x" && value?["c"] == nil && value?["b"]?.integer == nil)
    }
}
