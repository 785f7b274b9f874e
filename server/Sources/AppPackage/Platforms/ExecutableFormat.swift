/// The format of a program and the platform it runs on, recognized from the beginning of its file.
struct ExecutableFormat: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Executable and Linkable Format: Linux and the BSDs.
        case elf
        /// Mach-O: Apple's systems.
        case machO
        /// A script, with the path of the interpreter that runs it, without arguments.
        case script(interpreter: String)
        /// Portable Executable: Windows.
        case portableExecutable
        case unknown
    }

    /// The most bytes of a file that are needed: 64 KiB.
    static let prefixSize = 64 << 10

    let kind: Kind
    let platform: Platform

    static let unknown = ExecutableFormat(kind: .unknown, platform: .unknown)

    private init(kind: Kind, platform: Platform) {
        self.kind = kind
        self.platform = platform
    }

    /// Recognizes the first bytes of a file. A damaged file counts as unknown.
    init(prefix: [UInt8]) {
        let bytes = prefix.prefix(Self.prefixSize)
        if let platform = ELFHeader.platform(of: bytes) {
            self.init(kind: .elf, platform: platform)
        } else if let platform = MachOFile.platform(of: bytes) {
            self.init(kind: .machO, platform: platform)
        } else if let interpreter = ScriptLine.interpreter(of: bytes) {
            self.init(kind: .script(interpreter: interpreter), platform: .anyUnix)
        } else if let platform = PortableExecutable.platform(of: bytes) {
            self.init(kind: .portableExecutable, platform: platform)
        } else {
            self = .unknown
        }
    }
}

/// The header of a program in ELF (Tool Interface Standard, Executable and Linking Format 1.2; System V ABI, chapter 4).
enum ELFHeader {
    private static let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]

    /// The platform of the program; `nil` if the bytes are not a program in this format.
    static func platform(of bytes: ArraySlice<UInt8>) -> Platform? {
        guard bytes.starts(with: magic), let identity = BinaryView(bytes).part(at: 4, count: 4).map(Array.init),
            1...2 ~= identity[0], 1...2 ~= identity[1], identity[2] == 1, bytes.count >= (identity[0] == 2 ? 64 : 52)
        else { return nil }
        let view = BinaryView(bytes, isBigEndian: identity[1] == 2)
        // An executable, position-independent or not, but neither an object file nor a core dump.
        guard let type = view.number(UInt16.self, at: 16), 2...3 ~= type,
            let machine = view.number(UInt16.self, at: 18), view.number(UInt32.self, at: 20) == 1
        else { return nil }
        return Platform(
            operatingSystem: operatingSystem(identity[3]),
            architectures: [architecture(machine, has64Bits: identity[0] == 2, isBigEndian: view.isBigEndian)])
    }

    /// Linux programs have either no value or GNU.
    private static func operatingSystem(_ number: UInt8) -> OperatingSystem {
        switch number {
        case 0, 3: .linux
        case 2: .netBSD
        case 9: .freeBSD
        case 12: .openBSD
        default: OperatingSystem(known: "abi \(number)")
        }
    }

    private static func architecture(_ machine: UInt16, has64Bits: Bool, isBigEndian: Bool) -> Architecture {
        switch (machine, has64Bits, isBigEndian) {
        case (3, false, false): .i386
        case (40, false, false): .arm
        case (62, true, false): .x86_64
        case (183, true, false): .arm64
        default: .machine(machine)
        }
    }
}

/// The headers of a Windows program (Microsoft, "PE Format").
enum PortableExecutable {
    /// The platform of the program; `nil` if the bytes are not a program in this format.
    static func platform(of bytes: ArraySlice<UInt8>) -> Platform? {
        let view = BinaryView(bytes, isBigEndian: false)
        guard bytes.starts(with: "MZ".utf8) else { return nil }
        guard let offset = view.number(UInt32.self, at: 0x3C).map(Int.init),
            view.part(at: offset, count: 4).map(Array.init) == [0x50, 0x45, 0, 0],
            let machine = view.number(UInt16.self, at: offset + 4)
        else { return Platform(operatingSystem: .windows, architectures: []) }
        return Platform(operatingSystem: .windows, architectures: [architecture(machine)])
    }

    private static func architecture(_ machine: UInt16) -> Architecture {
        switch machine {
        case 0x014C: .i386
        case 0x8664: .x86_64
        case 0xAA64: .arm64
        default: .machine(machine)
        }
    }
}

/// The first line of a script, which names its interpreter: `#!/bin/sh` (execve(2); POSIX leaves it undefined).
enum ScriptLine {
    /// The most bytes that Linux reads, without the line feed; macOS reads 511.
    static let maximumLength = 255

    /// The path of the interpreter; `nil` if the file is not a script, or if the path is not text.
    static func interpreter(of bytes: ArraySlice<UInt8>) -> String? {
        guard let line = line(of: bytes) else { return nil }
        let path = line.dropFirst(2).drop(while: isBlank).prefix { !isBlank($0) }
        guard path.first == UInt8(ascii: "/"), !path.contains(0) else { return nil }
        return String(validating: path, as: UTF8.self)
    }

    /// Why systems cannot run a script with this first line, although it names an interpreter; `nil` if they can. It continues the
    /// sentence “The executable …”.
    static func problem(in bytes: ArraySlice<UInt8>) -> String? {
        guard let line = line(of: bytes) else { return nil }
        // The system would look for an interpreter, or pass an argument, with this character at the end of its name.
        guard !line.contains(UInt8(ascii: "\r")) else {
            return "has a carriage return in its first line, as files from Windows do; save it with Unix line endings"
        }
        guard line.count <= maximumLength else {
            return "has a first line of more than \(maximumLength) bytes, and Linux ignores the rest of it; shorten it"
        }
        return nil
    }

    private static func line(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        bytes.starts(with: "#!".utf8) ? bytes.prefix { $0 != UInt8(ascii: "\n") } : nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
