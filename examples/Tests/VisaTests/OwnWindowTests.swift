import ExamplesTestSupport
import Foundation
import Testing

@Suite("visa in a window of its own")
struct OwnWindowTests {
    @Test("The window shows the table and the history until its user closes it")
    func window() throws {
        let person = try Person(["APP_GROUP_WINDOW": "com.example.visa", "TERM": "xterm"])
        func open(typing lines: String) throws -> String {
            let shell = Program(executable: URL(filePath: "/bin/sh"), environment: person.environment)
            let script = "printf '\(lines)' | script -q -e -c \"'\(person.visa.executable.path)' open-url\" /dev/null"
            let result = try shell("-c", script)
            #expect(result.status == 0, "\(result.output)")
            return result.output
        }
        let empty = try open(typing: #"q\n"#)
        #expect(empty.contains("visa track") && empty.contains("q closes:"))
        try person.track("21000000000", "--source", "https://table.example/decisions.pdf")
        let shown = try open(typing: #"\nh\nq\n"#)
        #expect(shown.components(separatedBy: "q closes:").count == 4, "\(shown)")
        #expect(shown.components(separatedBy: "21000000000").count > 3, "\(shown)")
        #expect(try person.app.fields["hold"] == "never")
    }
}
