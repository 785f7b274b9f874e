import TestSupport
import Testing

@testable import AppGroup
@testable import AppGroupDesktop

@Suite("The cache of types that applications open")
struct TypeCacheTests {
    private let sandbox: LaunchingSandbox
    private var cache: TypeCache {
        TypeCache(of: "\(sandbox.root)/data/applications", environment: sandbox.environment())
    }

    init() throws { sandbox = try LaunchingSandbox() }

    @Test("update-desktop-database is stopped if it takes too long, and that is reported")
    func isSlow() throws {
        try sandbox.program("update-desktop-database", "#!/bin/sh\nexec /bin/sleep 600\n")
        let remarks = cache.update(within: .milliseconds(1))
        #expect(remarks.count == 1 && remarks[0].contains("could not update"), "\(remarks)")
    }

    @Test("A cache is out of date if it lacks a scheme of an entry, or names an entry for one that it no longer offers")
    func isOutOfDate() throws {
        let file = try AppDesktopFileTests.file(name: "Inbox")
        let id = file.app.desktopFileID
        try sandbox.write("data/applications/\(id)", String(decoding: file.bytes, as: UTF8.self))
        let current = "[MIME Cache]\nx-scheme-handler/inbox=\(id);\nx-scheme-handler/mail2=\(id);\n"
        try sandbox.write("data/applications/mimeinfo.cache", current)
        #expect(cache.isCurrent)
        for text in [current + "x-scheme-handler/tea=\(id);\n", "[MIME Cache]\nx-scheme-handler/inbox=\(id);\n"] {
            try sandbox.write("data/applications/mimeinfo.cache", text)
            #expect(!cache.isCurrent, "\(text)")
        }
    }
}
