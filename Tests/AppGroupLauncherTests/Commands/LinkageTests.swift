import TestSupport
import Testing

#if os(Linux)
/// Foundation and its ICU would double the start time of a tool that starts in two milliseconds. The dynamic linker
/// itself lists all libraries that a program needs.
@Suite(.ownGroup) struct LinkageTests {
    private func libraries(of program: BuiltProgram) async throws -> [String] {
        let result = try await RunningProcess.run("/usr/bin/ldd", [program.path])
        #expect(result.ending == .exit(0))
        let names = result.lines.compactMap { $0.split(whereSeparator: \.isWhitespace).first }
            .compactMap { $0.split(separator: "/").last.map(String.init) }
        try #require(names.contains("libswiftCore.so"), "only a dynamic build shows what it needs")
        return names
    }

    @Test("The launcher and a tool that embeds the library need neither Foundation nor ICU")
    func neither() async throws {
        for program in [BuiltProgram.launcher, .embeddingTool] {
            let names = try await libraries(of: program)
            #expect(
                !names.contains {
                    $0 == "libFoundation.so" || $0.contains("ICU") || $0.contains("Internationalization")
                })
            #expect(names.contains { $0.hasPrefix("libsqlite3.so") })
        }
    }

    @Test("A tool that embeds the library needs no part of Foundation at all")
    func embedding() async throws {
        let names = try await libraries(of: .embeddingTool)
        #expect(!names.contains { $0.contains("Foundation") }, "\(names)")
    }
}
#endif
