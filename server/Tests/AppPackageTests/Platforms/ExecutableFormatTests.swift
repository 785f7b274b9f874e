@testable import AppPackage
import Foundation
import TestSupport
import Testing

private typealias Maker = ExecutableMaker

@Suite("Executable formats")
struct ExecutableFormatTests {
    /// A file's format, its platform, and its name in file(1).
    private static let examples: [(bytes: [UInt8], platform: String, judged: [String])] = [
        (Maker.elf(machine: 62), "Linux (x86_64)", ["ELF 64-bit LSB executable", "x86-64"]),
        (Maker.elf(machine: 62, system: 3, type: 3), "Linux (x86_64)", ["ELF 64-bit LSB", "x86-64", "GNU/Linux"]),
        (Maker.elf(machine: 183), "Linux (aarch64)", ["ELF 64-bit", "aarch64"]),
        (Maker.elf(machine: 183, isBigEndian: true), "Linux (machine 183)", ["ELF 64-bit MSB", "aarch64"]),
        (Maker.elf(machine: 62, has64Bits: false), "Linux (machine 62)", ["ELF 32-bit", "x86-64"]),
        (Maker.elf(machine: 3, has64Bits: false), "Linux (i386)", ["ELF 32-bit LSB", "80386"]),
        (Maker.elf(machine: 40, has64Bits: false), "Linux (arm)", ["ELF 32-bit LSB", "ARM"]),
        (Maker.elf(machine: 243), "Linux (machine 243)", ["RISC-V"]),
        (Maker.elf(machine: 22, isBigEndian: true), "Linux (machine 22)", ["ELF 64-bit MSB", "S/390"]),
        (Maker.elf(machine: 62, system: 9), "FreeBSD (x86_64)", ["FreeBSD"]),
        (Maker.elf(machine: 62, system: 2), "NetBSD (x86_64)", ["NetBSD"]),
        (Maker.elf(machine: 62, system: 12), "OpenBSD (x86_64)", ["OpenBSD"]),
        (Maker.elf(machine: 62, system: 64), "abi 64 (x86_64)", ["ELF"]),
        (
            Maker.machO(Maker.arm64, [Maker.uuid, Maker.buildVersion(2)]), "iOS (arm64)",
            ["Mach-O 64-bit arm64 executable"]
        ),
        (Maker.machO(Maker.arm64e, [Maker.buildVersion(1)]), "macOS (arm64e)", ["Mach-O 64-bit arm64e"]),
        (Maker.machO(Maker.x86_64, [Maker.buildVersion(1)]), "macOS (x86_64)", ["Mach-O 64-bit x86_64 executable"]),
        (Maker.machO(Maker.x86_64, [Maker.buildVersion(7)]), "iOS Simulator (x86_64)", ["Mach-O 64-bit x86_64"]),
        (Maker.machO(Maker.arm64, [Maker.buildVersion(3)]), "tvOS (arm64)", ["Mach-O"]),
        (Maker.machO(Maker.arm64, [Maker.buildVersion(4)]), "watchOS (arm64)", ["Mach-O"]),
        (Maker.machO(Maker.arm64, [Maker.buildVersion(11)]), "visionOS (arm64)", ["Mach-O"]),
        (Maker.machO(Maker.arm64, [Maker.buildVersion(6)]), "Mac Catalyst (arm64)", ["Mach-O"]),
        (Maker.machO(Maker.arm64, [Maker.buildVersion(1), Maker.buildVersion(6)]), "macOS (arm64)", ["Mach-O"]),
        (Maker.machO(Maker.arm64, [Maker.buildVersion(99)]), "apple platform 99 (arm64)", ["Mach-O"]),
        (Maker.machO(Maker.armv7, [Maker.minimumVersion(0x25)]), "iOS (arm)", ["Mach-O armv7 executable"]),
        (Maker.machO(Maker.i386, [Maker.minimumVersion(0x25)]), "iOS Simulator (i386)", ["Mach-O i386 executable"]),
        (Maker.machO(Maker.x86_64, [Maker.minimumVersion(0x24)]), "macOS (x86_64)", ["Mach-O"]),
        (Maker.machO(Maker.x86_64), "a system of Apple’s (x86_64)", ["Mach-O"]),
        (
            Maker.machO(Maker.powerPC, [Maker.buildVersion(1, isBigEndian: true)], isBigEndian: true),
            "macOS (machine 18)", ["Mach-O ppc executable"]
        ),
        (
            Maker.fat([
                (Maker.armv7, Maker.machO(Maker.armv7, [Maker.minimumVersion(0x25)])),
                (Maker.arm64, Maker.machO(Maker.arm64, [Maker.buildVersion(2)])),
            ]), "iOS (arm, arm64)", ["Mach-O universal binary with 2 architectures", "armv7", "arm64"]
        ),
        (
            Maker.fat([
                (Maker.x86_64, Maker.machO(Maker.x86_64, [Maker.buildVersion(7)])),
                (Maker.arm64, Maker.machO(Maker.arm64, [Maker.buildVersion(2)])),
            ]), "iOS (arm64)", ["Mach-O universal binary"]
        ),
        // The last two parts begin beyond the bytes that are examined.
        (
            Maker.fat(
                [Maker.x86_64, Maker.arm64, Maker.i386, Maker.arm64e].map {
                    ($0, Maker.machO($0, [Maker.buildVersion(1)]))
                }), "macOS (x86_64, arm64, i386, arm64e)", ["universal binary with 4"]
        ),
        (
            Maker.fat([(Maker.arm64, Maker.machO(Maker.arm64, [Maker.buildVersion(1)]))], has64Bits: true),
            "macOS (arm64)", []
        ),
        (Array("#!/bin/sh\n".utf8), "Unix", ["shell script"]),
        (Array("#! /usr/bin/env python3\r\nprint()".utf8), "Unix", ["Python script"]),
        (Array("MZ".utf8) + [UInt8](repeating: 0, count: 62), "Windows", ["MS-DOS executable"]),
        (
            Array("MZ".utf8) + [UInt8](repeating: 0, count: 58) + [64, 0, 0, 0] + Array("PE\0\0".utf8)
                + Maker.number(0x8664, 2) + [UInt8](repeating: 0, count: 18), "Windows (x86_64)", ["PE", "x86-64"]
        ),
    ]

    @Test("The platform of a program agrees with file(1)", arguments: examples.indices)
    func saysPlatform(index: Int) throws {
        let example = Self.examples[index]
        #expect(ExecutableFormat(prefix: example.bytes).platform.description == example.platform)
        let folder = try TemporaryFolder()
        let answer = try Finished.run(["/usr/bin/file", "--brief", folder.write("program", example.bytes)]).output
        for word in example.judged { #expect(answer.contains(word), "\(answer)") }
    }

    @Test(
        "A program of this machine fits this machine",
        arguments: ["/usr/bin/true", "/usr/bin/python3", CommandLine.arguments[0]])
    func fitsHere(path: String) throws {
        let file = try #require(FileHandle(forReadingAtPath: path))
        let format = ExecutableFormat(prefix: [UInt8](try file.read(upToCount: ExecutableFormat.prefixSize) ?? Data()))
        #expect(format.platform.misfit(on: .current) == nil)
        #expect(format.platform.architectures == [Machine.current.architecture])
    }

    #if os(Linux)
    @Test(
        "A program built on this machine fits it, and its object file is not a program",
        arguments: [("-static", true), ("-pie", true), ("-c", false)])
    func judgesBuilt(option: String, isProgram: Bool) throws {
        let folder = try TemporaryFolder()
        let source = try folder.write("a.c", "int main(void) { return 0; }\n".utf8)
        let program = "\(folder.path)/a"
        let built = try Finished.run(["/usr/bin/gcc", option, "-o", program, source])
        try #require(built.status == 0, "\(built.errors)")
        let format = ExecutableFormat(prefix: [UInt8](try Data(contentsOf: URL(filePath: program))))
        #expect((format.kind == .elf) == isProgram)
        #expect((format.platform.misfit(on: .current) == nil) == isProgram)
    }
    #endif

    #if os(Linux)
    @Test(
        "A script is accepted exactly if the system reads its whole first line and finds the interpreter",
        arguments: [
            ("#!/bin/echo hello\n", "hello"), ("#!/bin/echo hello", "hello"),
            ("#! \t /bin/echo \t hello \t \n", "hello"),
            ("#!/bin/echo hello\r\n", "hello"), ("#!/bin/echo\r\nhello", "hello"), ("#!/bin/echo\rhello\n", "hello"),
            (line(of: 254), line(of: 254, "")), (line(of: 255), line(of: 255, "")), (line(of: 256), line(of: 256, "")),
            (line(of: 300), line(of: 300, "")),
        ])
    func isStarted(text: String, argument: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("script", text.utf8)
        #expect(chmod(path, 0o755) == 0)
        var run = try Finished.run(["/usr/bin/env", path])
        // A process that another test starts at this moment may hold the file open for a while.
        while run.errors.hasSuffix("Text file busy\n") { run = try Finished.run(["/usr/bin/env", path]) }
        let output = run.output + run.errors
        let isWhole = output == "\(argument) \(path)\n"
        #expect((ScriptLine.problem(in: Array(text.utf8)[...]) == nil) == isWhole, "\(output)")
    }

    /// A first line of this many bytes; with an empty beginning, only the interpreter's argument.
    private static func line(of count: Int, _ beginning: String = "#!/bin/echo ") -> String {
        beginning + String(repeating: "a", count: count - 13) + "z" + (beginning.isEmpty ? "" : "\n")
    }
    #endif

    @Test(
        "A script names its interpreter",
        arguments: [
            ("#!/bin/sh\n", "/bin/sh"), ("#! \t/bin/sh -e", "/bin/sh"), ("#!/bin/sh\r\n", "/bin/sh"),
            ("#!/bin/é", "/bin/é"),
            ("#!\n/bin/sh", nil), ("#!", nil), ("#!sh\n", nil), ("#!/bin/\0\n", nil), ("# !/bin/sh", nil),
        ])
    func namesInterpreter(text: String, interpreter: String?) {
        let format = ExecutableFormat(prefix: Array(text.utf8))
        #expect(format.kind == interpreter.map { .script(interpreter: $0) } ?? .unknown)
    }

    /// Files that contradict themselves.
    private static let hostile: [[UInt8]] = [
        [], [0x7F], Array("\u{7F}ELF".utf8), Array(Maker.elf(machine: 62).dropLast()), Maker.elf(machine: 62, type: 1),
        Maker.elf(machine: 62, type: 4), Array("\u{7F}ELF".utf8) + [3, 1, 1] + [UInt8](repeating: 0, count: 99),
        Array("\u{7F}ELF".utf8) + [2, 0, 1] + [UInt8](repeating: 0, count: 99),
        Array("\u{7F}ELF".utf8) + [2, 1, 0] + [UInt8](repeating: 0, count: 99),
        // The four bytes that Java programs share with Apple's.
        [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52] + [UInt8](repeating: 0, count: 9999),
        [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 0], [0xCA, 0xFE, 0xBA, 0xBE, 0xFF, 0xFF, 0xFF, 0xFF],
        [0xCA, 0xFE, 0xBA, 0xBF],
        [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2] + Maker.entry(Maker.arm64, 0x4000, 64),
        [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 45]
            + (1...45).flatMap { Maker.entry(Maker.arm64, 0x10_0000 * $0, 64) },
        // Parts inside the header, inside each other, without size, and out of range.
        [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 1] + Maker.entry(Maker.arm64, 0, 4096),
        [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 2] + Maker.entry(Maker.arm64, 0x40_0000, 0x4001)
            + Maker.entry(Maker.x86_64, 0x40_4000, 64),
        [0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 1] + Maker.entry(Maker.arm64, 0x40_0000, 0),
        [0xCA, 0xFE, 0xBA, 0xBF, 0, 0, 0, 1] + Maker.entry(Maker.arm64, .max - 9, 64, has64Bits: true),
        // A part for another processor than announced, and one that is not a program.
        Maker.fat([(Maker.arm64, Maker.machO(Maker.x86_64))]), Maker.fat([(Maker.arm64, [1, 2, 3])]),
        Maker.fat([(Maker.arm64, Maker.fat([(Maker.arm64, Maker.machO(Maker.arm64))]).prefix(9999).map(\.self))]),
        Maker.machO(Maker.arm64, fileType: 6), Maker.machO(Maker.arm64, fileType: 1),
        Array(Maker.machO(Maker.arm64).dropLast()),
        // More commands than fit into their size, a command without length, and one longer than all of them.
        Maker.machO(Maker.arm64, count: 0xFFFF_FFFF), Maker.machO(Maker.arm64, [Maker.uuid], count: 9),
        Maker.machO(Maker.arm64, [Maker.number(0x32, 4) + Maker.number(0, 4)]),
        Maker.machO(Maker.arm64, [Maker.number(0x32, 4) + Maker.number(0xFFFF_FFFF, 4)]),
        Maker.machO(Maker.arm64, [Maker.number(0x32, 4) + Maker.number(0xFFFF_FFF8, 4)], size: 0xFFFF_FFFF - 99),
        Array("PK\u{3}\u{4}".utf8), Array("<html>".utf8), [UInt8](repeating: 0xFF, count: 70_000),
    ]

    @Test("A file that contradicts itself is not taken for a program", arguments: hostile.indices)
    func refuses(index: Int) {
        let format = ExecutableFormat(prefix: Self.hostile[index])
        #expect(format == .unknown)
        #expect(format.platform.misfit(on: .current) != nil)
    }

    @Test("A program with more load commands than are read is judged by the first ones")
    func toleratesLength() {
        let program = Maker.machO(Maker.arm64, [Maker.buildVersion(2)], count: 0x0FFF_FFFF, size: 0xFFFF_FFFF)
        #expect(ExecutableFormat(prefix: program).platform.description == "iOS (arm64)")
    }

    @Test("Random bytes are judged without failing", arguments: [1, 2] as [UInt64])
    func survivesFuzz(seed: UInt64) {
        MutatedBytes.each(seed: seed, of: Self.examples.map(\.bytes)) { bytes in
            let format = ExecutableFormat(prefix: bytes)
            #expect(format.platform.architectures.count <= 44)
            #expect((format.kind == .unknown) == (format.platform == .unknown))
        }
    }
}
