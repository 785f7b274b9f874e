import TestSupport
import Testing

@Suite(.ownGroup) struct ValueCommandTests {
    let id = "org.example.tea"

    @Test("Badges can be set, added to, cleared and added up; get and total print only the number")
    func badge() async throws {
        try await register("Tea")
        try await register("Coffee", "--badge", "10")
        #expect(try await printed("badge", "get", id) == "0\n")
        #expect(try await printed("badge", "set", id, "5") == "")
        #expect(try await printed("badge", "add", id, "3") == "")
        #expect(try await printed("badge", "get", id) == "8\n")
        #expect(try await printed("badge", "add", id, "-2") == "")
        #expect(try await printed("badge", "total") == "16\n")
        try await printed("badge", "add", id, "-100")
        #expect(try await printed("badge", "get", id) == "0\n")
        try await printed("badge", "set", id, "5")
        #expect(try await printed("badge", "clear", id) == "")
        #expect(try await printed("badge", "get", id) == "0\n")
    }

    @Test("badge total adds up the apps that list shows")
    func totalOfShown() async throws {
        try await register("Tea", "--badge", "1", "--field", "cups=1")
        try await register("Coffee", "--badge", "20", "--field", "cups=20")
        try await printed("hide", "coffee")
        #expect(try await printed("badge", "total") == "1\n")
        #expect(try await printed("field", "total", "cups") == "1\n")
    }

    private static let badCounts: [([String], Int32)] = [
        (["badge", "set", "org.example.tea", "-1"], 65),
        (["badge", "set", "org.example.tea", "9007199254740992"], 65),
        (["badge", "set", "org.example.tea", "many"], 64), (["badge", "set", "org.example.tea"], 64),
        (["badge", "set", "org.example.tea", "1", "2"], 64), (["badge", "add", "org.example.tea", "1.5"], 64),
        (["badge", "add", "org.example.tea", "99999999999999999999"], 64), (["badge", "add", "org.example.tea"], 64),
        (["badge", "set", "org.example.coffee", "1"], 66), (["badge", "add", "org.example.coffee", "1"], 66),
        (["badge", "get", "org.example.coffee"], 66), (["badge", "get", "coffee"], 66),
    ]

    @Test("An invalid count is refused and changes nothing", arguments: badCounts)
    func badCount(arguments: [String], status: Int32) async throws {
        try await register("Tea", "--badge", "3")
        let result = try await launcher(arguments)
        #expect(result.ending == .exit(status), "\(result.errors)")
        #expect(result.output == "")
        #expect(try await printed("badge", "get", id) == "3\n")
    }

    @Test(
        "The message about a missing value names it as one, not several",
        arguments: [
            (["badge", "set", "tea"], "'<count>'"), (["badge", "add", "tea"], "'<count>'"),
            (["field", "add", "tea", "cups"], "'<count>'"), (["field", "set", "tea", "cups"], "'<value>'"),
            (["settings", "set", "accent"], "'<value>'"),
        ])
    func missingValue(arguments: [String], name: String) async throws {
        try await refuses(arguments, status: 64, saying: ["Missing expected argument \(name)\n"])
    }

    @Test("A count of too many digits is refused for its size, and not as if it were no whole number")
    func hugeCount() async throws {
        try await register("Tea")
        for number in ["99999999999999999999", "-99999999999999999999"] {
            try await refuses("badge", "set", id, number, status: 64, saying: number, "must fit in 64 bits")
        }
        try await refuses("badge", "set", id, "1.5", status: 64, saying: "must be a whole number")
    }

    @Test("Whether terminal apps come back to the home screen is yes or no, and --type stores anything")
    func homeReturn() async throws {
        try await register("Tea")
        for value in ["maybe", "false", "No"] {
            try await refuses("settings", "set", "home-return", value, status: 65, saying: value, "yes, no")
        }
        for options in [["yes"], ["no"], ["maybe", "--type", "string"]] {
            try await printed(["settings", "set", "home-return"] + options)
            #expect(try await printed("settings", "get", "home-return") == "\(options[0])\n")
        }
    }

    @Test(
        "A field keeps its value and type",
        arguments: [
            ("12", "integer"), ("-12", "integer"), ("2026-03-04T05:06:07Z", "date"), ("two words", "string"),
            ("-x", "string"), ("007x", "string"), ("茶 'and' \"$(more)\"", "string"), ("9223372036854775807", "integer"),
        ])
    func fieldAndSetting(value: String, type: String) async throws {
        try await register("Tea")
        try await printed("field", "set", id, "key", value)
        #expect(try await printed("field", "get", id, "key") == "\(value)\n")
        try await printed("settings", "set", "key", value)
        #expect(try await printed("settings", "get", "key") == "\(value)\n")
        #expect(try await printed("settings", "list", "--format", "tsv").hasSuffix("\t\(type)\n"))
    }

    @Test("A setting of the group's look is refused if it means nothing, and stored if --type says that it is meant")
    func look() async throws {
        try await register("Tea")
        try await refuses("settings", "set", "theme", "purple", status: 65, saying: "theme", "auto, light, dark")
        try await refuses("settings", "set", "size", "12", status: 65, saying: "size", "small, medium, large")
        try await refuses("settings", "set", "accent", "mauve", status: 65, saying: "accent", "#3584e4")
        try await printed("settings", "set", "theme", "dark")
        try await printed("settings", "set", "size", "12", "--type", "integer")
        #expect(try await printed("settings", "get", "size") == "12\n")
        #expect(try await printed("settings", "get", "theme") == "dark\n")
    }

    @Test("field set --type stores the given type and refuses other values")
    func typed() async throws {
        try await register("Tea")
        try await printed("field", "set", id, "number", "5", "--type", "string")
        try await refuses("field", "add", id, "number", "1", status: 65, saying: "number")
        try await refuses("field", "set", id, "number", "five", "--type", "integer", status: 65, saying: "five")
        try await refuses("field", "set", id, "number", "today", "--type", "date", status: 65, saying: "today")
        try await refuses("settings", "set", "number", "5", "--type", "float", status: 64, saying: "float")
        #expect(try await printed("field", "get", id, "number") == "5\n")
    }

    @Test(
        "A number beyond 64 bits is stored as text, and the user is told so unless they asked for text",
        arguments: [
            "9223372036854775808", "-9223372036854775809", "+99999999999999999999",
            "00000000000000000000009999999999999999999",
        ])
    func beyondIntegers(number: String) async throws {
        try await register("Tea")
        for words in [["field", "set", id, "key", number], ["settings", "set", "key", number]] {
            let result = try await launcher(words)
            #expect(result.ending == .exit(0) && result.output == "")
            #expect(result.errors.contains(number) && result.errors.contains("--type string"))
            let typed = try await launcher(words + ["--type", "string"])
            #expect(typed.ending == .exit(0) && typed.errors == "")
        }
        #expect(try await printed("field", "get", id, "key") == "\(number)\n")
        #expect(try await printed("settings", "list", "--format", "tsv") == "key\t\(number)\tstring\n")
        try await printed("field", "set", id, "key", "000000000000000000000000000042")
        #expect(try await printed("field", "get", id, "key") == "42\n")
    }

    @Test("Integer fields can be added to, and added up over the group")
    func fieldTotals() async throws {
        try await register("Tea")
        try await register("Coffee")
        try await printed("field", "add", id, "cups", "-3")
        try await printed("field", "add", "org.example.coffee", "cups", "10")
        #expect(try await printed("field", "total", "cups") == "7\n")
        #expect(try await printed("field", "total", "plates") == "0\n")
        try await printed("field", "clear", id, "cups")
        #expect(try await printed("field", "total", "cups") == "10\n")
        try await refuses("field", "get", id, "cups", status: 66, saying: "cups")
    }

    @Test("Settings are listed by name in every format, and can be cleared")
    func settings() async throws {
        try await register("Tea")
        let none = try await launcher("settings", "list")
        #expect(none.ending == .exit(0) && none.output == "" && none.errors.contains("launcher settings set --help"))
        try await printed("settings", "set", "zone", "north")
        try await printed("settings", "set", "age", "41")
        #expect(try await printed("settings", "list", "--format", "tsv") == "age\t41\tinteger\nzone\tnorth\tstring\n")
        let document = try json(try await printed("settings", "list", "--format", "json"))
        let settings = try #require(document["settings"] as? [String: Any])
        #expect(document["version"] as? Int == 1)
        #expect(settings["age"] as? Int == 41)
        #expect(settings["zone"] as? String == "north")
        try await printed("settings", "clear", "zone")
        try await refuses(
            "settings", "get", "zone", status: 66, saying: "zone", "launcher settings list --group org.example.family\n"
        )
    }
}
