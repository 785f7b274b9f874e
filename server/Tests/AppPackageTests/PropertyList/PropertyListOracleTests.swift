import PackageCorpus
import TestSupport
import Testing

@testable import AppPackage

@Suite("Property lists written by Python")
struct PropertyListOracleTests {
    @Test("A property list that Python writes is read correctly in both formats", arguments: [20_260_304 as UInt64])
    func random(seed: UInt64) throws {
        var source = RandomSource(seed: seed)
        let values = (0..<300).map { _ in PropertyList.random(depth: 4, using: &source) }
        for (value, documents) in zip(values, try Plistlib.documents(of: values)) {
            #expect(try PropertyList(bytes: documents.xml) == value, "seed \(seed)")
            #expect(try PropertyList(bytes: documents.binary) == value, "seed \(seed)")
        }
    }

    /// Thousands of objects need references of two bytes, and their texts need offsets of four.
    @Test("A large property list that Python writes is read")
    func large() throws {
        let texts = (0..<20_000).map { PropertyList.string("value \($0)") }
        let value = PropertyList.dictionary(["a": .array(texts), "b": .data([UInt8](repeating: 7, count: 300_000))])
        let documents = try #require(try Plistlib.documents(of: [value]).first)
        #expect(try PropertyList(bytes: documents.xml) == value)
        #expect(try PropertyList(bytes: documents.binary) == value)
    }

    @Test("The values of a property list are found by key and type")
    func accessors() throws {
        let value = PropertyList.dictionary([
            "CFBundleName": .string("Rooms"), "URLTypes": .array([.integer(3)]), "Hidden": .boolean(true),
        ])
        let documents = try #require(try Plistlib.documents(of: [value]).first)
        let read = try PropertyList(bytes: documents.binary)
        #expect(read["CFBundleName"]?.string == "Rooms")
        #expect(read["URLTypes"]?.array?.first?.integer == 3)
        #expect(read["Hidden"] == .boolean(true))
        #expect(read["CFBundleName"]?.integer == nil)
        #expect(read["CFBundleName"]?["x"] == nil)
        #expect(read["Missing"] == nil)
        #expect(read.dictionary?.count == 3)
    }
}
