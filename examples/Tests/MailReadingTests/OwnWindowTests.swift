import AppGroup
import ExamplesTestSupport
import Foundation
import Testing

@Suite("inbox in a window of its own")
struct OwnWindowTests {
    private let mail: TemporaryMaildir
    private let environment: [String: String]

    init() throws {
        mail = try TemporaryMaildir()
        environment = mail.environment.merging(["APP_GROUP_WINDOW": "com.example.inbox", "TERM": "xterm"]) { $1 }
        for number in 10...60 { try mail.deliver("Subject \(number)", as: "new/\(number).m") }
    }

    /// Opens inbox in a terminal of 24 lines, and types these lines.
    private func open(
        _ arguments: String, typing lines: String, environment: [String: String]? = nil
    ) throws -> String {
        let shell = Program(executable: URL(filePath: "/bin/sh"), environment: environment ?? self.environment)
        let command = "stty cols 80 rows 24; \(Program.built("inbox").path) open-url \(arguments)"
        let script = "printf '\(lines)' | script -q -e -c '\(command)' /dev/null"
        let result = try shell("-c", script)
        #expect(result.status == 0, "\(result.output)")
        return result.output.replacingOccurrences(of: "\r\n", with: "\n")
    }

    @Test("The window shows the list in pages, any message, and reasons, until its user closes it")
    func pages() throws {
        let inbox = Program(executable: Program.built("inbox"), environment: mail.environment)
        #expect(try inbox("maildir", mail.url.path).status == 0)
        let text = try open("", typing: #"\n51\nnone\n\n \nq\n"#)
        let questions = text.components(separatedBy: "q closes:")
        #expect(questions.count == 7, "\(text)")
        #expect(questions[0].contains("Subject 60\n") && questions[0].contains("Subject 39\n"))
        #expect(!questions[0].contains("Subject 38\n") && questions[0].hasSuffix("Enter the next page, "))
        #expect(questions[1].contains("Subject 38\n") && !questions[1].contains("Subject 39\n"))
        #expect(questions[2].contains("From: Ada") && questions[2].contains("Text of Subject 10\n"))
        #expect(questions[2].hasSuffix("Enter the list, "))
        #expect(questions[3].contains("There is no message none."))
        #expect(questions[4].contains("Subject 60\n") && questions[5].contains("Subject 38\n"))
        let group = Registry(group: "com.example.tools", environment: ProcessEnvironment(mail.environment))
        let app = try #require(try group.app("com.example.inbox"))
        #expect(app.fields["hold"] == "never" && app.usage.count == 1 && app.badge == 51)
    }

    @Test("A number in the window means the message that the list on the screen has, even if mail has arrived since")
    func numbersOfTheListShown() throws {
        let inbox = Program(executable: Program.built("inbox"), environment: mail.environment)
        #expect(try inbox("maildir", mail.url.path).status == 0)
        let window = try InboxWindow(environment: environment)
        #expect(try window.read(until: "q closes:").contains("Subject 60\n"))
        try mail.deliver("Arrived", as: "new/70.m")
        try window.type("1")
        #expect(try window.read(until: "q closes:").contains("Text of Subject 60\n"))
        try window.type("70.m")
        #expect(try window.read(until: "q closes:").contains("Text of Arrived\n"))
        try window.type("")
        #expect(try window.read(until: "q closes:").contains("Arrived\n"))
        try window.type("1")
        #expect(try window.read(until: "q closes:").contains("Text of Arrived\n"))
        #expect(try window.close() == 0)
    }

    @Test("What another process counts stays in the badge while the window still shows an older list")
    func newerCount() throws {
        // A page that is longer than the pipes from the window to this test, so that inbox waits in the middle of it.
        let words = String(repeating: "word ", count: 3000)
        for number in 10...60 { try mail.deliver("\(words)\(number)", as: "new/\(number).m") }
        let inbox = Program(executable: Program.built("inbox"), environment: mail.environment)
        #expect(try inbox("maildir", mail.url.path).status == 0)
        let window = try InboxWindow(columns: 16_000, environment: environment)
        _ = try window.read(until: "word")
        #expect(try inbox("read", "30.m").status == 0)
        _ = try window.read(until: "51 unread")
        #expect(try window.close() == 0)
        let group = Registry(group: "com.example.tools", environment: ProcessEnvironment(mail.environment))
        #expect(try group.app("com.example.inbox")?.badge == 50)
    }

    @Test("The window shows the message of a link first, and says how to begin without a Maildir")
    func first() throws {
        #expect(try open("", typing: #"q\n"#).contains("inbox maildir PATH"))
        let inbox = Program(executable: Program.built("inbox"), environment: mail.environment)
        #expect(try inbox("maildir", mail.url.path).status == 0)
        let text = try open("inbox://message?id=20.m", typing: "")
        #expect(text.contains("Text of Subject 20\n") && text.contains("q closes:"))
    }

    @Test("In a window of another app, and with output that is not a terminal, inbox prints and ends")
    func notOwn() throws {
        let inbox = Program(executable: Program.built("inbox"), environment: mail.environment)
        #expect(try inbox("maildir", mail.url.path).status == 0)
        let other = mail.environment.merging(["APP_GROUP_WINDOW": "com.example.other", "TERM": "xterm"]) { $1 }
        #expect(try !open("", typing: "", environment: other).contains("q closes:"))
        let piped = Program(executable: inbox.executable, environment: environment)
        #expect(try !piped("open-url").output.contains("q closes:"))
    }
}

/// inbox in a terminal of 24 lines. It waits while what it prints is not read.
private final class InboxWindow {
    private let process: Process
    private let (input, output) = (Pipe(), Pipe())
    private var rest = ""

    init(columns: Int = 80, environment: [String: String]) throws {
        let command = "stty cols \(columns) rows 24; \(Program.built("inbox").path) open-url"
        process = Program(executable: URL(filePath: "/usr/bin/env"), environment: environment)
            .process(["script", "-q", "-e", "-c", command, "/dev/null"])
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
    }

    /// The output up to the end of a text.
    func read(until text: String) throws -> String {
        while true {
            if let end = rest.range(of: text)?.upperBound {
                defer { rest = String(rest[end...]) }
                return String(rest[..<end])
            }
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "The window has been closed after: \(rest.suffix(1000))")
            rest += String(decoding: more, as: UTF8.self).replacingOccurrences(of: "\r", with: "")
        }
    }

    func type(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }

    /// Closes the window, and returns the status of inbox.
    func close() throws -> Int32 {
        try input.fileHandleForWriting.close()
        _ = try output.fileHandleForReading.readToEnd()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
