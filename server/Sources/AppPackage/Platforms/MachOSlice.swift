/// An Apple program for one processor (Apple, mach-o/loader.h).
struct MachOSlice: Hashable {
    let architecture: Architecture
    /// `nil` where the program does not say it, or not in the bytes at hand.
    let operatingSystem: OperatingSystem?

    init(architecture: Architecture, operatingSystem: OperatingSystem?) {
        self.architecture = architecture
        self.operatingSystem = operatingSystem
    }

    /// `nil` where the bytes do not begin with the header of an executable, or its commands contradict it.
    init?(_ bytes: ArraySlice<UInt8>) {
        let isBigEndian: Bool
        let headerSize: Int
        switch BinaryView(bytes).number(UInt32.self, at: 0) {
        case 0xFEED_FACE: (isBigEndian, headerSize) = (true, 28)
        case 0xCEFA_EDFE: (isBigEndian, headerSize) = (false, 28)
        case 0xFEED_FACF: (isBigEndian, headerSize) = (true, 32)
        case 0xCFFA_EDFE: (isBigEndian, headerSize) = (false, 32)
        default: return nil
        }
        let view = BinaryView(bytes, isBigEndian: isBigEndian)
        let executable: UInt32 = 2
        guard let type = view.number(UInt32.self, at: 4), let subtype = view.number(UInt32.self, at: 8),
            view.number(UInt32.self, at: 12) == executable, let count = view.number(UInt32.self, at: 16),
            let size = view.number(UInt32.self, at: 20), bytes.count >= headerSize, size / 8 >= count
        else { return nil }
        architecture = Self.architecture(type: type, subtype: subtype)

        var operatingSystem: OperatingSystem?
        var position = headerSize
        let end = headerSize + Int(size)
        for _ in 0..<count {
            guard position + 8 <= min(end, bytes.count) else { break }
            guard let command = view.number(UInt32.self, at: position),
                let length = view.number(UInt32.self, at: position + 4).map(Int.init), length >= 8,
                length <= end - position
            else { return nil }
            // A macOS program that serves Catalyst too says so second.
            operatingSystem = operatingSystem ?? Self.operatingSystem(command, view, at: position, type: type)
            position += length
        }
        self.operatingSystem = operatingSystem
    }

    /// By the two numbers that both kinds of header give for a processor; the upper byte of the second holds other things.
    static func architecture(type: UInt32, subtype: UInt32) -> Architecture {
        switch (type, subtype & 0x00FF_FFFF) {
        case (7, _): .i386
        case (12, _): .arm
        case (0x0100_0007, _): .x86_64
        case (0x0100_000C, 2): .arm64e
        case (0x0100_000C, _): .arm64
        default: .machine(type)
        }
    }

    /// What LC_BUILD_VERSION or one of the older LC_VERSION_MIN commands says; `nil` for other commands.
    private static func operatingSystem(
        _ command: UInt32, _ view: BinaryView, at position: Int, type: UInt32
    ) -> OperatingSystem? {
        // These served simulators too, which run on Intel's processors where the devices never did.
        let isSimulator = type == 7 || type == 0x0100_0007
        switch command {
        case 0x24: return .macOS
        case 0x25: return isSimulator ? .iOSSimulator : .iOS
        case 0x2F: return isSimulator ? .tvOSSimulator : .tvOS
        case 0x30: return isSimulator ? .watchOSSimulator : .watchOS
        case 0x32: return view.number(UInt32.self, at: position + 8).map(platform)
        default: return nil
        }
    }

    private static func platform(_ number: UInt32) -> OperatingSystem {
        switch number {
        case 1: .macOS
        case 2: .iOS
        case 3: .tvOS
        case 4: .watchOS
        case 6: .macCatalyst
        case 7: .iOSSimulator
        case 8: .tvOSSimulator
        case 9: .watchOSSimulator
        case 11: .visionOS
        case 12: .visionOSSimulator
        default: OperatingSystem(known: "apple platform \(number)")
        }
    }
}
