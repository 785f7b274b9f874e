/// The header of a program in ELF (Tool Interface Standard, Executable and Linking Format 1.2; System V ABI, chapter 4).
enum ELFHeader {
    private static let magic: [UInt8] = [0x7F, 0x45, 0x4C, 0x46]

    /// What the program runs on; `nil` where this is none.
    static func platform(of bytes: ArraySlice<UInt8>) -> Platform? {
        guard bytes.starts(with: magic), let identity = BinaryView(bytes).part(at: 4, count: 4).map(Array.init),
            1...2 ~= identity[0], 1...2 ~= identity[1], identity[2] == 1, bytes.count >= (identity[0] == 2 ? 64 : 52)
        else { return nil }
        let view = BinaryView(bytes, isBigEndian: identity[1] == 2)
        // An executable, or one that may lie anywhere in memory; neither an object file nor a dump of memory.
        guard let type = view.number(UInt16.self, at: 16), 2...3 ~= type,
            let machine = view.number(UInt16.self, at: 18), view.number(UInt32.self, at: 20) == 1
        else { return nil }
        return Platform(
            operatingSystem: operatingSystem(identity[3]),
            architectures: [architecture(machine, has64Bits: identity[0] == 2, isBigEndian: view.isBigEndian)])
    }

    /// Linux programs say either nothing or GNU.
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
