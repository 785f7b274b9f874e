import Foundation
import TestSupport
import Testing
import XMLReading

@testable import EWS

@Suite("Answers of EWS")
struct AnswerTests {
    private static func answer(_ content: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body \
            xmlns:m="http://schemas.microsoft.com/exchange/services/2006/messages" \
            xmlns:t="http://schemas.microsoft.com/exchange/services/2006/types"><m:GetUserAvailabilityResponse>\
            <m:FreeBusyResponseArray>\(content)</m:FreeBusyResponseArray></m:GetUserAvailabilityResponse></s:Body></s:Envelope>
            """.utf8)
    }

    private static func mailbox(_ view: String, code: String = "NoError") -> String {
        """
        <m:FreeBusyResponse><m:ResponseMessage ResponseClass="\(code == "NoError" ? "Success" : "Error")">\
        <m:ResponseCode>\(code)</m:ResponseCode></m:ResponseMessage><m:FreeBusyView>\(view)</m:FreeBusyView></m:FreeBusyResponse>
        """
    }

    private static let question = AvailabilityQuestion([room(0)], from: nine, to: nine.advanced(by: 7200))

    private func read(_ document: [UInt8]) throws -> AvailabilityReader {
        let reader = AvailabilityReader(Self.question)
        let xml = try XMLReader(to: SoapReader("GetUserAvailabilityResponse", reader))
        try xml.read(document)
        try xml.finish()
        return reader
    }

    private func slots(_ view: String) throws -> [BusyLevel]? {
        try read(Self.answer(Self.mailbox(view))).answers.first?.get().slots
    }

    @Test("Each digit has its level, unknown ones are never free, and what is missing is unknown")
    func digits() throws {
        #expect(try slots("<t:MergedFreeBusy>0002</t:MergedFreeBusy>") == [.free, .free, .free, .busy])
        #expect(try slots("<t:MergedFreeBusy>1234</t:MergedFreeBusy>") == [.tentative, .busy, .away, .unknown])
        #expect(try slots("<t:MergedFreeBusy>5x0</t:MergedFreeBusy>") == [.unknown, .unknown, .free, .unknown])
        #expect(try slots("<t:MergedFreeBusy>\n000000 </t:MergedFreeBusy>") == [.free, .free, .free, .free])
        #expect(try slots("<t:FreeBusyViewType>None</t:FreeBusyViewType>") == [.unknown, .unknown, .unknown, .unknown])
        #expect(try slots("<t:FreeBusyViewType>Detailed</t:FreeBusyViewType>") == [.free, .free, .free, .free])
    }

    @Test("Events fill the slots that they touch, even if they begin before or end after the question's time")
    func events() throws {
        let event = { (start: String, end: String, level: String) in
            """
            <t:CalendarEvent><t:StartTime>2026-11-23T\(start)</t:StartTime><t:EndTime>2026-11-23T\(end)</t:EndTime>\
            <t:BusyType>\(level)</t:BusyType></t:CalendarEvent>
            """
        }
        let array = { (events: [String]) in "<t:CalendarEventArray>\(events.joined())</t:CalendarEventArray>" }
        let view = "<t:FreeBusyViewType>Detailed</t:FreeBusyViewType>"
        #expect(try slots(view + array([event("08:00:00", "09:00:00", "Busy")])) == [.free, .free, .free, .free])
        #expect(try slots(view + array([event("08:00:00", "09:00:01", "Busy")])) == [.busy, .free, .free, .free])
        #expect(try slots(view + array([event("10:59:59", "23:00:00Z", "OOF")])) == [.free, .free, .free, .away])
        #expect(try slots(view + array([event("09:30:00", "10:00:00", "Free")])) == [.free, .free, .free, .free])
        #expect(
            try slots(view + array([event("09:30:00", "10:00:00", "Whatever")])) == [.free, .unknown, .free, .free])
        #expect(
            try slots(view + array([event("07:00:00", "12:00:00.000", "Tentative")])) == [
                .tentative, .tentative, .tentative, .tentative,
            ])
    }

    @Test(
        "Control characters in a subject, which Exchange writes as references, are left out, and a cut answer stays an error"
    )
    func controlCharacters() throws {
        let view = """
            <t:CalendarEventArray><t:CalendarEvent><t:StartTime>2026-11-23T09:00:00</t:StartTime><t:EndTime>2026-11-23T10:00:00\
            </t:EndTime><t:BusyType>Busy</t:BusyType><t:CalendarEventDetails><t:Subject>A&#xB;&#x0;B &amp; C</t:Subject>\
            </t:CalendarEventDetails></t:CalendarEvent></t:CalendarEventArray>
            """
        let whole = Self.answer(Self.mailbox(view))
        #expect(try Self.question.answers(in: whole)[0].answer.get().events.map(\.subject) == ["AB & C"])
        for count in [whole.count / 2, whole.count - 20] {
            #expect(throws: EWSError.self) { try Self.question.answers(in: Array(whole[..<count])) }
        }
    }

    @Test("Changed and cut answers cause an error or an answer, but no crash")
    func survivesRandomChanges() throws {
        let details = """
            <t:CalendarEventArray><t:CalendarEvent><t:StartTime>2026-11-23T09:00:00</t:StartTime><t:EndTime>2026-11-23T10:00:00\
            </t:EndTime><t:BusyType>Busy</t:BusyType><t:CalendarEventDetails><t:Subject>A &amp; B</t:Subject><t:Location/>\
            <t:IsPrivate>true</t:IsPrivate></t:CalendarEventDetails></t:CalendarEvent></t:CalendarEventArray>
            """
        let view =
            "<t:FreeBusyViewType>DetailedMerged</t:FreeBusyViewType><t:MergedFreeBusy>2200</t:MergedFreeBusy>\(details)"
        let whole = Self.answer(Self.mailbox(view) + Self.mailbox("", code: "ErrorMailRecipientNotFound"))
        #expect(try read(whole).answers.count == 2)
        #expect(try read(whole).answers.first?.get().events.first?.subject == "A & B")
        #expect(try read(whole).answers.first?.get().events.first?.isPrivate == true)
        for count in 0..<(whole.count - 1) { #expect(throws: (any Error).self) { try read(Array(whole[..<count])) } }
        for seed in Fuzz.seeds(from: 5, atLeast: 2000) {
            var random = RandomSource(seed: seed)
            var document = whole
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let place = Int.random(in: 0..<document.count, using: &random)
                if Bool.random(using: &random) {
                    document[place] = "<>/&;:\"019mt".utf8.randomElement(using: &random)!
                } else {
                    document.removeSubrange(place..<min(document.count, place + Int.random(in: 1...30, using: &random)))
                }
            }
            _ = try? read(document)
        }
    }

    @Test(
        "Times are read and written as Foundation does", arguments: [0, 1, -1, 951_782_399, 951_782_400, 4_107_542_399])
    func times(seconds: Int) throws {
        let formatter = ISO8601DateFormatter()
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let moment = seconds + Int.random(in: -10_000_000_000...10_000_000_000, using: &random)
            let text = formatter.string(from: Date(timeIntervalSince1970: Double(moment)))
            #expect(EWSTime(seconds: moment).description == text)
            #expect(EWSTime(text)?.seconds == moment)
        }
    }

    @Test("Times in every spelling of the schema are read, and impossible ones are not")
    func spellings() {
        for text in [
            "2026-11-23T09:00:00", "2026-11-23T11:00:00+02:00", "2026-11-23T09:00:00.1234567Z",
            "2026-11-22T23:30:00-09:30",
        ] {
            #expect(EWSTime(text) == nine, "\(text)")
        }
        for text in [
            "", "2026-11-23", "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-11-23T24:00:00Z",
            "2026-11-23T09:00:00+15:00",
            "2026-11-23T09:00:00Zx", "2026-11-23T09:00:00.Z", "-026-11-23T09:00:00Z", "0000-11-23T09:00:00Z",
        ] {
            #expect(EWSTime(text) == nil, "\(text)")
        }
        #expect(EWSTime("2028-02-29T00:00:00Z") != nil)
    }

    @Test("Addresses of mailboxes need a name and a domain, and equal each other in any case")
    func addresses() {
        for text in ["a@b", "Room.1@EXAMPLE.com", "\"a@b\"@example.com", "кімната@приклад.укр"] {
            #expect(EmailAddress(text) != nil, "\(text)")
        }
        for text in [
            "", "a", "@b", "a@", "a@b@c", "a b@c", "a@b\u{1B}[0m", String(repeating: "a", count: 250) + "@b.cd",
        ] {
            #expect(EmailAddress(text) == nil, "\(text)")
        }
        #expect(EmailAddress("Room@Example.com") == EmailAddress("room@example.COM"))
    }

    @Test("Reserved characters of XML are written as references, and forbidden ones are replaced")
    func writing() {
        var writer = SoapWriter()
        writer.element("a", [("b", "\"<&>\u{1}\n")], "]]> & \u{0}\u{FFFF}é\r")
        #expect(writer.text == "<a b=\"&quot;&lt;&amp;&gt;\u{FFFD}&#10;\">]]&gt; &amp; \u{FFFD}\u{FFFD}é&#13;</a>")
    }
}
