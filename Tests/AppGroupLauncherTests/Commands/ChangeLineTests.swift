import AppGroup
import AppGroupText
import Testing

@testable import AppGroupLauncher

@Suite struct ChangeLineTests {
    static let lines: [(change: RegistryChange, table: String, tsv: String, json: String)] = [
        (.joined("a.b"), "joined a.b", "joined\ta.b", #""change":"joined","id":"a.b""#),
        (.left("a.b"), "left a.b", "left\ta.b", #""change":"left","id":"a.b""#),
        (.updated("a.b"), "updated a.b", "updated\ta.b", #""change":"updated","id":"a.b""#),
        (.opened("a.b"), "opened a.b", "opened\ta.b", #""change":"opened","id":"a.b""#),
        (.badge("a.b", 3), "badge a.b 3", "badge\ta.b\t3", #""change":"badge","id":"a.b","badge":3"#),
        (
            .field("a.b", "k", "x\ny"), "field a.b k x␊y", "field\ta.b\tk\tx\\ny",
            #""change":"field","id":"a.b","key":"k","value":"x\ny""#
        ),
        (
            .field("a.b", "k", nil), "field a.b k", "field\ta.b\tk\t",
            #""change":"field","id":"a.b","key":"k","value":null"#
        ),
        (.setting("k", 4), "setting k 4", "setting\t\tk\t4", #""change":"setting","key":"k","value":4"#),
        (.setting("k", nil), "setting k", "setting\t\tk\t", #""change":"setting","key":"k","value":null"#),
    ]

    @Test("watch writes a line for each kind of change in each format", arguments: lines)
    func line(change: RegistryChange, table: String, tsv: String, json: String) {
        let line = ChangeLine(change: change, group: "org.example.family")
        #expect(line.line(.table) == table)
        #expect(line.line(.tsv) == "org.example.family\t" + tsv)
        #expect(line.line(.json) == #"{"version":1,"group":"org.example.family","# + json + "}")
    }

    @Test("If several groups are watched, a line about a setting says in which one it changed")
    func severalGroups() {
        func line(_ change: RegistryChange, _ format: OutputFormat) -> String {
            ChangeLine(change: change, group: "org.example.family", isOneOfSeveral: true).line(format)
        }
        #expect(line(.setting("theme", "dark"), .table) == "setting theme dark in org.example.family")
        #expect(line(.setting("theme", "dark"), .tsv) == "org.example.family\tsetting\t\ttheme\tdark")
        #expect(line(.badge("a.b", 3), .table) == "badge a.b 3")
    }
}
