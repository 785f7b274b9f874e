import Foundation
import Testing

/// `RECORD_TABLE=1 swift test --filter PackageDocumentTests` rewrites the generated parts.
@Suite("Generated parts of the pages on packages", .serialized)
struct PackageDocumentTests {
    @Test(
        "The page has the limits of the code and the packages of the corpus",
        arguments: PackageDocument.parts.keys.sorted())
    func isCurrent(name: String) throws {
        let text = try String(contentsOf: PackageDocument.file(of: name), encoding: .utf8)
        let start = try #require(text.range(of: PackageDocument.mark(name)))
        let end = try #require(text.range(of: PackageDocument.end, range: start.upperBound..<text.endIndex))
        let wanted = "\n\(try #require(PackageDocument.parts[name]))\n"
        if ProcessInfo.processInfo.environment["RECORD_TABLE"] != nil {
            let new = text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: wanted)
            try Data(new.utf8).write(to: PackageDocument.file(of: name))
        } else {
            #expect(text[start.upperBound..<end.lowerBound] == wanted)
        }
    }
}
