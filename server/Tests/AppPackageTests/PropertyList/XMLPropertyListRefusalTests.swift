import PackageCorpus
import Testing

@testable import AppPackage

@Suite("Refused XML property lists")
struct XMLPropertyListRefusalTests {
    @Test(
        "A hostile XML property list is refused with a sentence that names the fault and the line",
        arguments: HostilePropertyList.xml)
    func refuses(document: HostilePropertyList) throws {
        let error = try #require(throws: PackageError.self) { try PropertyList(bytes: document.bytes) }
        #expect(error.code == .refused)
        #expect(error.description.contains(document.words), "\(error)")
    }

    @Test("An XML property list at the limits is accepted, and one beyond them is refused")
    func atTheLimits() throws {
        let nested = String(repeating: "<array>", count: 32) + String(repeating: "</array>", count: 32)
        let many = "<array>" + String(repeating: "<true/>", count: 49_999) + "</array>"
        let marked = "<string>e\(String(repeating: "\u{301}", count: 30))</string>"
        for value in [nested, many, marked] {
            #expect(throws: Never.self) { try PropertyList(bytes: Array("<plist>\(value)</plist>".utf8)) }
        }
        let limits = PropertyListLimits(content: 5)
        let document = Array(
            "<plist><dict><key>ab</key><string>c</string><key>d</key><data>QQ==</data></dict></plist>".utf8)
        #expect(throws: PackageError.self) { try PropertyList(bytes: document, limits: limits) }
        #expect(throws: Never.self) { try PropertyList(bytes: document, limits: PropertyListLimits(content: 8)) }
    }
}
