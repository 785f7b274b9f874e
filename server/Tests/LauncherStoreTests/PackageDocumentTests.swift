import Foundation
import Testing

/// `RECORD_TABLE=1 swift test --filter PackageDocumentTests` writes the parts anew.
@Suite("The document on packages", .serialized)
struct PackageDocumentTests {
    @Test("has the limits and packages that there are", arguments: PackageDocument.parts.keys.sorted())
    func isCurrent(name: String) throws {
        let text = try String(contentsOf: PackageDocument.file, encoding: .utf8)
        let start = try #require(text.range(of: PackageDocument.mark(name)))
        let end = try #require(text.range(of: PackageDocument.end, range: start.upperBound..<text.endIndex))
        let wanted = "\n\(try #require(PackageDocument.parts[name]))\n"
        if ProcessInfo.processInfo.environment["RECORD_TABLE"] != nil {
            let new = text.replacingCharacters(in: start.upperBound..<end.lowerBound, with: wanted)
            try Data(new.utf8).write(to: PackageDocument.file)
        } else {
            #expect(text[start.upperBound..<end.lowerBound] == wanted)
        }
    }
}
