/// An Apple program, for one processor or several ("fat"): Apple, mach-o/fat.h and mach-o/loader.h.
enum MachOFile {
    /// Processors in one file. A Java class file has the same magic number, then its version, which is 45 or more.
    private static let maximumSlices: UInt32 = 44

    /// What the program runs on; `nil` where this is none.
    static func platform(of bytes: ArraySlice<UInt8>) -> Platform? {
        if let slice = MachOSlice(bytes) { return platform(of: [slice]) }
        return slices(of: bytes).flatMap(platform)
    }

    /// A file may hold parts for several systems, a device and a simulator: then what the first for a device says counts.
    private static func platform(of slices: [MachOSlice]) -> Platform? {
        let systems = slices.compactMap(\.operatingSystem)
        let system = systems.first { !$0.isSimulator } ?? systems.first ?? .darwin
        var architectures: [Architecture] = []
        for slice in slices where slice.operatingSystem ?? system == system {
            if !architectures.contains(slice.architecture) { architectures.append(slice.architecture) }
        }
        return Platform(operatingSystem: system, architectures: architectures)
    }

    /// The parts of a fat file; of one that lies beyond the bytes at hand only the processor is known.
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
