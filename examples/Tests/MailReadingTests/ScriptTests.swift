import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("The scripts")
struct ScriptTests {
    private let examples = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder("inbox-scripts") }

    private func program(_ path: String, environment: [String: String] = [:]) -> Program {
        Program(executable: examples.appending(path: path), environment: environment)
    }

    @Test("The script into-maildir.sh delivers samples that inbox lists and shows")
    func deliversSamples() throws {
        #expect(try program("samples/into-maildir.sh")(home.path + "/Mail").status == 0)
        let inbox = Program(
            executable: Program.built("inbox"),
            environment: ["XDG_CONFIG_HOME": home.path, "APP_GROUP_HOME": home.path + "/groups"])
        #expect(
            try inbox("maildir", home.path + "/Mail").errors == "inbox: 4 unread, the newest from The Weekly Byte\n")
        #expect(
            try inbox("list").output == """
                1 ● 21 Nov 2025 The Weekly Byte  Seven small tools, and why they last 🛠
                2 ● 20 Nov 2025 Bäckerei Grün    Ihre Rechnung für November
                3 ● 19 Nov 2025 O'Brien, Aoife   Photos of Sunday's walk
                4 ● 18 Nov 2025 李娜             春茶到了 (the spring tea is here)
                5   17 Nov 2025 Вера Соколова    Репетиция переносится на четверг

                """)
        let newsletter = "Seven small tools\nEach does one thing.\n"
        let texts = [newsletter, "Schöne Grüße", "wasn't it?", "今年的春茶到了", "в четверг в 19:00"]
        for (index, text) in texts.enumerated() {
            #expect(try inbox("show", "\(index + 1)").output.contains(text))
        }
    }

    @Test("The script disk-space.sh registers itself and counts full file systems in its badge")
    func countsFullFileSystems() throws {
        try install(
            "launcher", "printf '%s|' \"$APP_GROUP\" \"$@\" >> '\(home.path)/calls'; echo >> '\(home.path)/calls'")
        try install(
            "df",
            """
            echo 'Filesystem 1024-blocks Used Available Capacity Mounted on'
            echo '/dev/a 100 91 9 91% /'
            echo '/dev/b 100 90 10 90% /home'
            echo '/dev/c 100 100 0 100% /srv/a b'
            """)
        let path = "\(home.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"
        let script = program("shell/disk-space.sh", environment: ["PATH": path, "APP_GROUP": ""])
        let result = try script()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "/dev/a 100 91 9 91% /\n/dev/c 100 100 0 100% /srv/a b\n")
        let calls = try String(contentsOf: home.url.appending(path: "calls"), encoding: .utf8).split(separator: "\n")
        let id = "com.example.tools|"
        #expect(
            calls == [
                "\(id)register|com.example.disk-space|--name|Disk space|--scheme|disk-space|--terminal|--icon|"
                    + "/dev/stdin|--|\(script.executable.path)|",
                "\(id)badge|set|com.example.disk-space|2|",
            ])

        var windowed = script
        windowed.environment["APP_GROUP_WINDOW"] = "com.example.disk-space"
        let all = try windowed().output
        #expect(all.contains("/dev/b 100 90 10 90% /home\n") && all.hasSuffix("\n\n\(result.output)"))

        try install("df", "echo 'Filesystem 1024-blocks Used Available Capacity Mounted on'")
        #expect(try script().output == "No file system is more than 90 % full.\n")
        #expect(try String(contentsOf: home.url.appending(path: "calls"), encoding: .utf8).hasSuffix("|0|\n"))
    }

    private func install(_ name: String, _ script: String) throws {
        try ProgramFile.write("#!/bin/sh\n\(script)\n", to: "\(home.path)/\(name)")
    }
}
