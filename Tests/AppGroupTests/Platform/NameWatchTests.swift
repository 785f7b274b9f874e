import AppGroupPlatform
import Foundation
import TestSupport
import Testing

@Suite("Watching names", .ownGroup)
struct NameWatchTests {
    let folder = TestGroup.current.folder
    let files = FileManager.default

    func watch(_ path: String) throws -> NameWatch {
        let watch = try NameWatch()
        watch.watch([
            NameWatch.Target(
                folder: ExactPath(Paths.parent(of: path)), names: [ExactPath(Paths.lastComponent(of: path))])
        ])
        #expect(watch.isReliable && watch.take().isEmpty)
        return watch
    }

    func makeFolder(_ path: String) throws {
        try files.createDirectory(atPath: "\(folder)/\(path)", withIntermediateDirectories: true)
    }

    func touch(_ path: String) { #expect(files.createFile(atPath: "\(folder)/\(path)", contents: nil)) }

    @Test("A name is noticed in a folder that is made later, as are its end and its return")
    func missingFolders() throws {
        let watch = try watch("\(folder)/a/b/c/name")
        for _ in 0..<2 {
            for path in ["a", "a/b", "a/b/c"] {
                try makeFolder(path)
                #expect(!watch.take().isEmpty, "\(path)")
            }
            touch("a/b/c/other")
            #expect(watch.take().isEmpty)
            touch("a/b/c/name")
            #expect(!watch.take().isEmpty)
            try files.removeItem(atPath: "\(folder)/a")
            #expect(!watch.take().isEmpty)
        }
    }

    @Test("A folder above a name is noticed when it is moved, and when another one takes its place")
    func movedFolders() throws {
        try makeFolder("a/b/c")
        let watch = try watch("\(folder)/a/b/c/name")
        try files.moveItem(atPath: "\(folder)/a", toPath: "\(folder)/moved")
        #expect(!watch.take().isEmpty)
        touch("moved/b/c/name")
        #expect(watch.take().isEmpty)
        try files.moveItem(atPath: "\(folder)/moved", toPath: "\(folder)/a")
        #expect(!watch.take().isEmpty)
        try files.removeItem(atPath: "\(folder)/a/b/c/name")
        #expect(!watch.take().isEmpty)
    }

    @Test("Symbolic links are followed to the files behind a name, and noticed when they lead elsewhere")
    func links() throws {
        for path in ["versions/1", "versions/2", "bin"] { try makeFolder(path) }
        touch("versions/1/program")
        try files.createSymbolicLink(atPath: "\(folder)/current", withDestinationPath: "versions/1")
        try files.createSymbolicLink(atPath: "\(folder)/bin/name", withDestinationPath: "../current/program")
        let watch = try watch("\(folder)/bin/name")
        try files.removeItem(atPath: "\(folder)/versions/1/program")
        #expect(!watch.take().isEmpty)
        touch("versions/2/program")
        #expect(watch.take().isEmpty)
        try files.removeItem(atPath: "\(folder)/current")
        try files.createSymbolicLink(atPath: "\(folder)/current", withDestinationPath: "versions/2")
        #expect(!watch.take().isEmpty)
        try files.removeItem(atPath: "\(folder)/versions/2/program")
        #expect(!watch.take().isEmpty)
        touch("versions/1/program")
        #expect(watch.take().isEmpty)
    }

    @Test("A loop of symbolic links is watched like a missing file")
    func loop() throws {
        try files.createSymbolicLink(atPath: "\(folder)/loop", withDestinationPath: "loop")
        let watch = try watch("\(folder)/loop/name")
        try files.removeItem(atPath: "\(folder)/loop")
        try makeFolder("loop")
        #expect(!watch.take().isEmpty)
        touch("loop/name")
        #expect(!watch.take().isEmpty)
    }

    @Test("Each name has its subject, and either contents or permissions matter")
    func subjects() throws {
        let (one, two) = (NameWatch.Subjects(rawValue: 1), NameWatch.Subjects(rawValue: 2))
        try makeFolder("x")
        for name in ["x/one", "two"] { touch(name) }
        let watch = try NameWatch()
        watch.watch([
            NameWatch.Target(folder: ExactPath("\(folder)/x"), names: ["one"], subjects: one),
            NameWatch.Target(folder: ExactPath(folder), names: ["two"], subjects: two, detail: .permissions),
        ])
        for (name, subject) in [("x/one", one), ("two", two)] {
            try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(folder)/\(name)")
            #expect(watch.take() == (subject == two ? two : []))
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder)/\(name)"))
            try file.write(contentsOf: Data("text".utf8))
            try file.close()
            #expect(watch.take() == (subject == one ? one : []))
            try files.removeItem(atPath: "\(folder)/\(name)")
            #expect(watch.take() == subject)
        }
        watch.watch([])
        touch("two")
        #expect(watch.take().isEmpty)
    }

    @Test("Two folders whose names differ only in how a letter is composed are both watched")
    func composedNames() throws {
        let folders = ["caf\u{E9}", "cafe\u{301}"]
        for name in folders { try makeFolder(name) }
        let watch = try NameWatch()
        watch.watch(
            Set(folders.map { NameWatch.Target(folder: ExactPath("\(folder)/\($0)"), names: ["name"]) }))
        #expect(watch.take().isEmpty)
        for name in folders {
            touch("\(name)/name")
            #expect(!watch.take().isEmpty, "\(name.utf8.count) bytes")
        }
    }

    @Test("A watch that has too many folders is not reliable")
    func tooManyFolders() throws {
        let watch = try NameWatch()
        let paths = (0..<1100).map { "many/\($0)" }
        for path in paths { try makeFolder(path) }
        watch.watch(Set(paths.map { NameWatch.Target(folder: ExactPath("\(folder)/\($0)"), names: ["name"]) }))
        #expect(!watch.isReliable)
        watch.watch([NameWatch.Target(folder: ExactPath(folder), names: ["name"])])
        #expect(watch.isReliable)
    }
}
