import PackageCorpus
import TestSupport
import Testing

@testable import AppPackage

@Suite("Damaged property lists")
struct PropertyListFuzzTests {
    @Test("A damaged property list is read, or refused with a sentence", arguments: [1, 2] as [UInt64])
    func survives(first: UInt64) throws {
        var source = RandomSource(seed: first)
        let values = (0..<20).map { _ in PropertyList.random(depth: 3, using: &source) }
        let documents = try Plistlib.documents(of: values)
        let examples = first == 1 ? documents.map(\.xml) : documents.map(\.binary)
        for seed in Fuzz.seeds(from: first, usually: .seconds(2)) {
            var source = RandomSource(seed: seed)
            for _ in 0..<100 {
                let document = DamagedPropertyList.make(from: examples, using: &source)
                do {
                    _ = try PropertyList(bytes: document)
                } catch {
                    #expect(error.code == .refused, "seed \(seed)")
                    #expect(error.description.hasPrefix("The property list cannot be read: "), "seed \(seed)")
                    #expect(error.description.utf8.count < 1000, "seed \(seed)")
                    #expect(!error.description.unicodeScalars.contains { $0.properties.generalCategory == .control })
                }
            }
        }
    }

    @Test("A property list is refused wherever it was cut off")
    func truncation() throws {
        let value = PropertyList.dictionary(["a": .array([.string("é"), .integer(1)]), "b": .data([1, 2, 3])])
        let documents = try #require(try Plistlib.documents(of: [value]).first)
        for document in [documents.xml.dropLast(), documents.binary[...]] {
            for length in document.indices {
                #expect(throws: PackageError.self, "\(length)") { try PropertyList(bytes: Array(document[..<length])) }
            }
        }
    }
}
