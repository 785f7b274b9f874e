/// What kind of program a file is, and what it runs on, told from its beginning.
struct ExecutableFormat: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Executable and Linkable Format: Linux and the BSDs.
        case elf
        /// Apple's.
        case machO
        /// Text that the named program runs, without its arguments.
        case script(interpreter: String)
        /// Windows'.
        case portableExecutable
        case unknown
    }

    /// How many bytes of a file are needed at most: 64 KiB.
    static let prefixSize = 64 << 10

    let kind: Kind
    let platform: Platform

    static let unknown = ExecutableFormat(kind: .unknown, platform: .unknown)

    private init(kind: Kind, platform: Platform) {
        self.kind = kind
        self.platform = platform
    }

    /// Looks at the first bytes of a file; at a damaged one as at an unknown one.
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
