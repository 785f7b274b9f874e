import TestSupport
import Testing

@testable import AppGroup

@Suite("Fields", .ownGroup)
struct FieldTests {
    let group = TestGroup.current
    let id: AppID = "org.example.inbox"

    init() throws { try group.registry.register(try group.app("inbox")) }

    @Test(
        "Fields of every kind can be set, seen by others, and removed",
        arguments: ["text", "", "a\nb\u{1B}é", 0, -1, .integer(.max), .date(Timestamp(milliseconds: -5))]
            as [FieldValue])
    func areSet(value: FieldValue) throws {
        try group.registry.setField("k", to: value, of: id)
        #expect(try group.registry.app(id)?.fields == ["k": value])
        try group.registry.setField("k", to: nil, of: id)
        #expect(try group.registry.app(id)?.fields == [:])
    }

    @Test("Setting a field to its current value writes nothing and waits for no lock")
    func areIdempotent() throws {
        try group.registry.setField("newest", to: "Ann", of: id)
        let before = try group.trace()
        try group.whileLocked {
            try group.registry.setField("newest", to: "Ann", of: id, patience: .zero)
            try group.registry.setField("absent", to: nil, of: id, patience: .zero)
        }
        #expect(try group.trace() == before)
    }

    @Test("A field is refused if the app does not exist or the value breaks its rule")
    func areRefused() throws {
        #expect(failure { try group.registry.setField("k", to: 1, of: "a.b") }?.code == .noSuchApp)
        #expect(failure { try group.registry.addToField("k", by: 1, of: "a.b") }?.code == .noSuchApp)
        #expect(failure { try group.registry.setField("k", to: "\0", of: id) }?.code == .invalidValue)
        let long = FieldValue.string(String(repeating: "x", count: 65_537))
        #expect(failure { try group.registry.setField("k", to: long, of: id) }?.code == .invalidValue)
    }

    @Test("Adding to an integer field starts from 0 and stays within 64 bits")
    func areAdded() throws {
        #expect(try group.registry.addToField("n", by: 5, of: id) == 5)
        #expect(try group.registry.addToField("n", by: -7, of: id) == -2)
        #expect(try group.registry.addToField("n", by: .min, of: id) == .min)
        try group.registry.setField("n", to: .integer(.max), of: id)
        #expect(try group.registry.addToField("n", by: 1, of: id) == .max)
        #expect(try group.registry.app(id)?.fields["n"] == .integer(.max))
    }

    @Test("Adding to a field that is not an integer is refused")
    func areNoIntegers() throws {
        try group.registry.setField("newest", to: "7", of: id)
        let error = failure { try group.registry.addToField("newest", by: 1, of: id) }
        #expect(error?.code == .invalidValue && error?.description.contains("“newest”") == true)
        #expect(try group.registry.app(id)?.fields["newest"] == "7")
    }

    @Test("Integer fields are summed up over the apps that lists show")
    func areTotalled() throws {
        for (name, value) in [("a", 1), ("b", "20"), ("c", 300), ("d", 4000)] as [(String, FieldValue)] {
            var app = try group.app(name)
            app.fields = ["n": value]
            try group.registry.register(app)
        }
        try group.registry.setHidden(true, of: "org.example.c")
        #expect(try group.registry.totalField("n") == 4001)
        #expect(try group.registry.totalField("absent") == 0)
        try group.registry.setField("n", to: .integer(.max), of: "org.example.a")
        #expect(try group.registry.totalField("n") == .max)
    }
}
