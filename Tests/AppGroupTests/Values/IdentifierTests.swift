import AppGroup
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    @Test(
        "Identifiers in reverse DNS are kept as they were written",
        arguments: [
            "com.example.inbox", "a.b", "COM.Example.Inbox", "a-b.c-d", "-a.b-", "1.2",
            "x.\(String(repeating: "y", count: 153))",
        ])
    func accepts(text: String) throws {
        #expect(try AppID(text).description == text)
        #expect(try GroupID(text).description == text)
    }

    @Test("Of two different names, one always comes before the other, and numbers go by their values")
    func order() {
        let names: [AppName] = [
            "Application 2", "application 10", "Application 10", "é!", "e\u{301}", "é", "Zebra", "zebra", "Ä", "2",
            "10",
        ]
        for one in names {
            for other in names where !one.description.utf8.elementsEqual(other.description.utf8) {
                #expect((one < other) != (other < one), "\(one) and \(other)")
            }
        }
        #expect(names.sorted().first == "2" && AppName("Application 2") < "application 10")
        #expect(names.shuffled().sorted().map(\.description.utf8.count) == names.sorted().map(\.description.utf8.count))
    }

    @Test(
        "An identifier of another form is refused with the reason",
        arguments: [
            ("", "it is empty"),
            ("inbox", "one segment"),
            ("com..inbox", "empty segment"),
            (".com.inbox", "empty segment"),
            ("com.inbox.", "empty segment"),
            ("com.example.in box", "“ ”"),
            ("com.example.in_box", "“_”"),
            ("com.exämple.inbox", "“ä”"),
            ("com/example.inbox", "“/”"),
            ("com.example.\u{1B}[31m", "U+001B"),
            ("com.example.inbox\n", "U+000A"),
            ("com.example.inbox\0", "U+0000"),
            ("x.\(String(repeating: "y", count: 154))", "longer than 155"),
        ])
    func refuses(text: String, reason: String) throws {
        for attempt in [{ _ = try AppID(text) }, { _ = try GroupID(text) }] as [() throws -> Void] {
            let error = try #require(throws: AppGroupError.self, performing: attempt)
            #expect(error.code == .invalidValue)
            #expect(error.description.contains(reason))
            #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F })
        }
    }

    @Test("The reason for a refused identifier shows one of its own kind")
    func showsExample() throws {
        let app = try #require(throws: AppGroupError.self) { try AppID(String("inbox")) }
        #expect(app.description.contains("com.example.inbox"))
        let group = try #require(throws: AppGroupError.self) { try GroupID(String("tools")) }
        #expect(group.description.contains("com.example.tools") && !group.description.contains("inbox"))
    }

    @Test("Identifiers of apps ignore case, and those of groups do not")
    func comparesCase() throws {
        let (lower, upper): (AppID, AppID) = ("com.example.inbox", "COM.EXAMPLE.Inbox")
        #expect(lower == upper)
        #expect(Set([lower, upper]).count == 1)
        #expect(!(lower < upper) && !(upper < lower))
        #expect(GroupID("com.example.tools") != GroupID("com.example.Tools"))
    }
}
