import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@Suite("visa in its group")
struct GroupTests {
    private let person: Person
    private let server: BadServer
    private let group: Registry

    init() throws {
        person = try Person()
        server = try BadServer()
        group = Registry(group: "com.example.tools", environment: ProcessEnvironment(person.environment))
        try server.put(TablePDF.list(rows: 20, status: "Under review"))
        try person.track("21000000001", "--source", server.address())
        try person.track("21000000003")
        try person.track("21000000002")
    }

    @Test("visa registers its name, its scheme and its own icon")
    func registers() throws {
        let app = try person.app
        #expect(app.name == "Visa")
        #expect(app.schemes == ["visa"])
        #expect(app.availability == .installed)
        #expect(app.icon?.fileName?.hasSuffix(".svg") == true)
        #expect(app.badge == 0)
        #expect(app.fields.isEmpty)
    }

    @Test("The badge counts unseen changes, and fields hold the last status and the last update")
    func badge() throws {
        try person.visa("update")
        #expect(try person.app.badge == 3)
        #expect(try person.visa("status", "21000000002").status == 0)
        #expect(try person.app.badge == 2)
        #expect(try person.status().applications.map(\.changed) == [true, true, false])
        #expect(try person.app.badge == 2)
        #expect(try person.visa("status", "--format", "tsv").status == 0)
        #expect(try person.app.badge == 2)
        #expect(try person.visa("status").output.contains("● 21000000001"))
        #expect(try person.app.badge == 0)
        #expect(try !person.visa("status").output.contains("●"))

        try server.put(TablePDF.list(rows: 20, status: "Issued"))
        try person.visa("update")
        let app = try person.app
        #expect(app.badge == 2)
        #expect(app.fields["last-status"] == .string("Issued, 14-Jun-12"))
        guard case .date = app.fields["last-update"] else {
            Issue.record("The time of the last update is missing")
            return
        }
        #expect(try person.visa("untrack", "21000000001").status == 0)
        #expect(try person.app.badge == 1)
    }

    @Test("Looking at the table corrects a badge that an update has left behind")
    func staleBadge() throws {
        try person.visa("update")
        try person.visa("status")
        try group.setBadge(1, of: "com.example.visa")
        #expect(try person.app.badge == 1)
        try person.visa("status")
        #expect(try person.app.badge == 0)
    }

    @Test("Opening a number's URL shows its status and counts as one use")
    func opensByURL() throws {
        try person.visa("update")
        #expect(try group.open(.url("visa://status?number=21000000001")) == .ended(0))
        let app = try person.app
        #expect(app.badge == 2)
        #expect(app.usage.count == 1)
    }

    @Test(
        "visa opens links to one number and to all numbers",
        arguments: [
            ("visa://status?number=2100%20000%200001", 1), ("VISA://Status?number=21000000001#z", 1), ("visa:", 3),
            ("visa://status", 3),
        ])
    func opensLinks(link: String, count: Int) throws {
        try person.visa("update")
        let result = try person.visa("open-url", link)
        #expect(result.status == 0)
        #expect(result.output.split(separator: "\n").count == count + 1)
    }

    @Test(
        "Links that visa doesn't know are refused",
        arguments: [
            ("visa://status?number=", 65), ("visa://update", 65), ("mailto:a@b", 65), ("visa\u{1B}[2J:", 65),
            ("visa://status?number=21000000009", 66), ("visa://status?number=--history", 65),
            ("visa://status?number=%1B%5B2J", 65), ("visa://status?number=21000000001&x=y", 65),
            ("visa://?number=21000000001", 65), ("visa://status?number=21000000001&number=21000000001", 65),
            ("visa:status", 65), ("visa:/status", 65), ("visa://status/21000000001", 65),
            ("visa://#\(String(repeating: "x", count: 2048))", 65),
        ] as [(String, Int32)])
    func refusesLinks(link: String, status: Int32) throws {
        let result = try person.visa("open-url", link)
        #expect(result.status == status)
        #expect(!result.errors.unicodeScalars.contains("\u{1B}"))
    }

    @Test("visa works without a registry, and says why it has none")
    func worksAlone() throws {
        let alone = try Person(["APP_GROUP_HOME": "/proc/nowhere"])
        try alone.track("21000000001", "--source", server.address())
        #expect(try alone.visa("update").status == 0)
        let result = try alone.visa("status")
        #expect(result.status == 0)
        #expect(result.output.contains("Under review"))
        #expect(result.errors.hasPrefix("visa: "))
    }

    @Test("A change is shown as a desktop notification, by notify-send or else by gdbus", arguments: [true, false])
    func notifies(hasNotifySend: Bool) throws {
        let folder = person.home.appending(path: "bin")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in hasNotifySend ? ["dbus-daemon"] : ["dbus-daemon", "gdbus"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appending(path: name).path, withDestinationPath: "/usr/bin/\(name)")
        }
        if hasNotifySend {
            let script = "#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(person.home.path)/notice'\n"
            try ProgramFile.write(script, to: folder.appending(path: "notify-send").path)
        }
        try server.put(TablePDF.bytes([[TablePDF.header, ["21000000003", "<Issued> & 'ready'", "14-Jun-12"]]]))
        let notices = Program(
            executable: URL(filePath: "/usr/bin/dbus-run-session"),
            environment: person.environment.merging(["PATH": folder.path]) { $1 }
                .filter { $0.key != "DBUS_SESSION_BUS_ADDRESS" })
        let result = try notices.run(
            ["--", Python.interpreter.path, Python.path(of: "notifications.py"), "\(person.home.path)/notice"]
                + [person.visa.executable.path, "update"])
        #expect(result.status == 66)
        let notice = try String(contentsOf: person.home.appending(path: "notice"), encoding: .utf8)
        #expect(notice.contains("21000000003"))
        #expect(notice.contains("&lt;Issued&gt; &amp; &apos;ready&apos;, 14-Jun-12"))
    }

    @Test("A change found by a killed update is shown as a notification later, and only once")
    func tellsAtLast() throws {
        let folder = person.home.appending(path: "bin")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let notices = person.home.appending(path: "notices")
        let script = "#!/bin/sh\nprintf '%s\\n' \"$3: $4\" >> '\(notices.path)'\n"
        try ProgramFile.write(script, to: folder.appending(path: "notify-send").path)
        let path = "\(folder.path):/usr/bin:/bin"
        let desktop = try Person(["PATH": path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none"])

        try server.put(TablePDF.list(rows: 600, status: "Under review"))
        try desktop.track("21000000001", "--source", server.address())
        try desktop.track("21000000003", "--source", server.address("held=0.5"))
        let update = try desktop.start("update")
        // The first table is recorded before the second one arrives.
        try update.waitToHear("21000000003: Under review")
        update.kill()
        #expect(try desktop.status().applications.map(\.changed) == [true, false])
        #expect(!FileManager.default.fileExists(atPath: notices.path))

        try server.go()
        for _ in 0..<2 {
            #expect(try desktop.visa("update").status == 0)
            let told = try String(contentsOf: notices, encoding: .utf8).split(separator: "\n").sorted()
            #expect(told == ["21000000001: Under review, 14-Jun-12", "21000000003: Under review, 14-Jun-12"])
        }
    }

    #if os(Linux)
    @Test("visa loads neither Foundation nor ICU, and loads libcurl only to fetch something")
    func loadsNoFoundation() throws {
        let libraries = try Program(executable: URL(filePath: "/usr/bin/env"))("ldd", person.visa.executable.path)
        try #require(libraries.status == 0)
        #expect(libraries.output.contains("libc.so"))
        #expect(!libraries.output.contains("libcurl.so"))
        #expect(!libraries.output.contains("libFoundation.so"))
        #expect(!libraries.output.contains("lib_FoundationICU.so"))
    }
    #endif
}
