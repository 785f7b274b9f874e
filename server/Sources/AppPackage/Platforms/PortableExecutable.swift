/// The headers of a Windows program (Microsoft, "PE Format").
enum PortableExecutable {
    /// What the program runs on; `nil` where this is none.
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
