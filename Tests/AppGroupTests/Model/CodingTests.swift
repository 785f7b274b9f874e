import AppGroup
import Foundation
import Testing

@Suite("Coded values")
struct CodingTests {
    @Test(
        "A record is the same after it was encoded and decoded",
        arguments: [StorageTests.inbox, StorageTests.rooms, StorageTests.visa])
    func keepsRecords(app: AppRecord) throws {
        let data = try JSONEncoder().encode(app)
        #expect(try JSONDecoder().decode(AppRecord.self, from: data) == app)
    }

    @Test("Whatever else a storage keeps is the same after it was encoded and decoded")
    func keepsTheRest() throws {
        func keeps(_ value: some Codable & Equatable) throws {
            let data = try JSONEncoder().encode(value)
            #expect(try JSONDecoder().decode(type(of: value), from: data) == value)
        }
        let source: OfferSource = "https://tools.example.com"
        try keeps(AppOffer(app: "org.example.visa", name: "Visa", version: "1.0", source: source))
        try keeps(AppOffer(app: "org.example.visa", name: "Visa", version: nil, source: source))
        try keeps(ModelState(format: 5, opening: 7, bytes: [0, 255]))
        let moment = Timestamp(milliseconds: 1)
        try keeps(AppOpening(number: 7, app: "org.example.visa", moment: moment, utcOffset: -3600, isClaimed: true))
        try keeps(BadgeRise(app: "org.example.visa", opening: 7, moment: moment, utcOffset: 3600))
    }

    @Test("Keys that look the same and have different bytes stay two keys")
    func keepsKeys() throws {
        let fields: [FieldKey: FieldValue] = ["caf\u{E9}": 1, "cafe\u{301}": 2]
        let decoded = try JSONDecoder().decode([FieldKey: FieldValue].self, from: JSONEncoder().encode(fields))
        #expect(decoded == fields)
    }

    @Test(
        "A launch and a value are coded as an object that names their kind",
        arguments: [
            (
                AppLaunch.terminal("sh", "%u"),
                #"{"command":{"arguments":["%u"],"executable":"sh","interface":"terminal"}}"#
            ),
            (.desktopFile("org.example.Rooms.desktop"), #"{"desktopFile":"org.example.Rooms.desktop"}"#),
        ])
    func codesLaunches(launch: AppLaunch, text: String) throws {
        #expect(try json(launch) == text)
        #expect(
            try json(["a" as FieldValue, 5, .date(Timestamp(milliseconds: 6))])
                == #"[{"string":"a"},{"integer":5},{"date":6}]"#)
    }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test("Values that break their rules are not decoded")
    func checksValues() {
        func refuses<Value: Decodable>(_ type: Value.Type, _ text: String) {
            #expect(throws: (any Error).self, "\(type) \(text)") {
                try JSONDecoder().decode(type, from: Data(text.utf8))
            }
        }
        refuses(AppID.self, #""inbox""#)
        refuses(AppName.self, #""""#)
        refuses(OfferSource.self, #""""#)
        refuses(AppVersion.self, #""\u001B""#)
        refuses(URLScheme.self, #""1""#)
        refuses(AppURL.self, #""no URL""#)
        refuses(ActionID.self, #""a b""#)
        refuses(IconName.self, #""a/b""#)
        refuses(AppIcon.self, #""png:1""#)
        refuses(FieldKey.self, #""a=b""#)
        refuses(FieldValue.self, "{}")
        refuses(PackageDigest.self, #""00""#)
        refuses(AppLaunch.self, "{}")
        refuses(AppLaunch.self, #"{"command":{"arguments":[],"executable":"","interface":"terminal"}}"#)
        refuses(AppLaunch.Interface.self, #""window""#)
    }
}
