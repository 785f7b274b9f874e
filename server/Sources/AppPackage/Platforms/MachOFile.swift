/// An Apple program for one processor or several ("fat"): Apple, mach-o/fat.h and mach-o/loader.h.
enum MachOFile {
    /// The most processors in one file. A Java class file has the same magic number, followed by its version, which is 45 or more.
    private static let maximumSlices: UInt32 = 44

    /// The platform of the program; `nil` if the bytes are not a program in this format.
    static func platform(of bytes: ArraySlice<UInt8>) -> Platform? {
        if let slice = MachOSlice(bytes) { return platform(of: [slice]) }
        return slices(of: bytes).flatMap(platform)
    }

    /// If a file has parts for several systems, such as a device and a simulator, the first part for a device counts.
    private static func platform(of slices: [MachOSlice]) -> Platform? {
        let systems = slices.compactMap(\.operatingSystem)
        let system = systems.first { !$0.isSimulator } ?? systems.first ?? .darwin
        var architectures: [Architecture] = []
        for slice in slices where slice.operatingSystem ?? system == system {
            if !architectures.contains(slice.architecture) { architectures.append(slice.architecture) }
        }
        return Platform(operatingSystem: system, architectures: architectures)
    }

    /// The parts of a fat file. If one is beyond the available bytes, only its processor is known.
    private static func slices(of bytes: ArraySlice<UInt8>) -> [MachOSlice]? {
        let view = BinaryView(bytes)
        let has64Bits: Bool
        switch view.number(UInt32.self, at: 0) {
        case 0xCAFE_BABE: has64Bits = false
        case 0xCAFE_BABF: has64Bits = true
        default: return nil
        }
        guard let count = view.number(UInt32.self, at: 4), 1...maximumSlices ~= count else { return nil }
        let entrySize = has64Bits ? 32 : 20
        var slices: [MachOSlice] = []
        var ranges: [Range<UInt64>] = []
        for index in 0..<Int(count) {
            let entry = 8 + index * entrySize
            guard let type = view.number(UInt32.self, at: entry), let subtype = view.number(UInt32.self, at: entry + 4),
                let offset = number(in: view, at: entry + 8, has64Bits: has64Bits),
                let size = number(in: view, at: entry + (has64Bits ? 16 : 12), has64Bits: has64Bits)
            else { return nil }
            let (end, overflow) = offset.addingReportingOverflow(size)
            guard !overflow, size > 0, offset >= UInt64(8 + Int(count) * entrySize) else { return nil }
            ranges.append(offset..<end)
            let architecture = MachOSlice.architecture(type: type, subtype: subtype)
            guard offset < UInt64(bytes.count) else {
                slices.append(MachOSlice(architecture: architecture, operatingSystem: nil))
                continue
            }
            let part = bytes.dropFirst(Int(offset)).prefix(Int(clamping: size))
            guard let slice = MachOSlice(part), slice.architecture == architecture else { return nil }
            slices.append(slice)
        }
        ranges.sort { $0.lowerBound < $1.lowerBound }
        for (range, next) in zip(ranges, ranges.dropFirst()) where range.upperBound > next.lowerBound { return nil }
        return slices
    }

    private static func number(in view: BinaryView, at offset: Int, has64Bits: Bool) -> UInt64? {
        has64Bits ? view.number(UInt64.self, at: offset) : view.number(UInt32.self, at: offset).map(UInt64.init)
    }
}

/// An Apple program for one processor (Apple, mach-o/loader.h).
struct MachOSlice: Hashable {
    let architecture: Architecture
    /// `nil` if the program does not state it in the available bytes.
    let operatingSystem: OperatingSystem?

    init(architecture: Architecture, operatingSystem: OperatingSystem?) {
        self.architecture = architecture
        self.operatingSystem = operatingSystem
    }

    /// `nil` if the bytes do not begin with the header of an executable, or if its commands contradict it.
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
            // A macOS program that also runs as Catalyst names Catalyst second.
            operatingSystem = operatingSystem ?? Self.operatingSystem(command, view, at: position, type: type)
            position += length
        }
        self.operatingSystem = operatingSystem
    }

    /// Recognizes a processor by the two numbers in both kinds of header; the upper byte of the second has another meaning.
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

    /// The system in an LC_BUILD_VERSION command or one of the older LC_VERSION_MIN commands; `nil` for other commands.
    private static func operatingSystem(
        _ command: UInt32, _ view: BinaryView, at position: Int, type: UInt32
    ) -> OperatingSystem? {
        // These also stood for simulators, which run on Intel processors, while the devices never did.
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
