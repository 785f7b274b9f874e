/// Makes headers of programs for other machines.
enum ExecutableMaker {
    /// A number of `size` bytes in either order.
    static func number(_ value: UInt64, _ count: Int, isBigEndian: Bool = false) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        return isBigEndian ? bytes.reversed() : bytes
    }

    /// An ELF program without contents.
    static func elf(
        machine: UInt64, has64Bits: Bool = true, isBigEndian: Bool = false, system: UInt8 = 0, type: UInt64 = 2
    ) -> [UInt8] {
        func field(_ value: UInt64, _ count: Int) -> [UInt8] { number(value, count, isBigEndian: isBigEndian) }
        let identity =
            [0x7F, 0x45, 0x4C, 0x46, has64Bits ? 2 : 1, isBigEndian ? 2 : 1, 1, system]
            + [UInt8](repeating: 0, count: 8)
        let size = has64Bits ? 64 : 52
        let head = identity + field(type, 2) + field(machine, 2) + field(1, 4)
        let offsets = [UInt8](repeating: 0, count: has64Bits ? 28 : 16)
        return head + offsets + field(UInt64(size), 2)
            + [UInt8](repeating: 0, count: size - head.count - offsets.count - 2)
    }

    /// The two numbers that stand for a processor in an Apple program.
    typealias Processor = (type: UInt64, subtype: UInt64)

    static let arm64: Processor = (0x0100_000C, 0)
    static let arm64e: Processor = (0x0100_000C, 0x8000_0002)
    static let x86_64: Processor = (0x0100_0007, 3)
    static let armv7: Processor = (12, 9)
    static let i386: Processor = (7, 3)
    static let powerPC: Processor = (18, 0)

    /// An Apple program that consists only of commands.
    static func machO(
        _ processor: Processor, _ commands: [[UInt8]] = [], isBigEndian: Bool = false, fileType: UInt64 = 2,
        count: UInt64? = nil, size: UInt64? = nil
    ) -> [UInt8] {
        let has64Bits = processor.type & 0x0100_0000 != 0
        let fields: [UInt64] = [
            has64Bits ? 0xFEED_FACF : 0xFEED_FACE, processor.type, processor.subtype, fileType,
            count ?? UInt64(commands.count), size ?? UInt64(commands.joined().count), 0,
        ]
        return (fields + (has64Bits ? [0] : [])).flatMap { number($0, 4, isBigEndian: isBigEndian) } + commands.joined()
    }

    /// LC_BUILD_VERSION.
    static func buildVersion(_ platform: UInt64, isBigEndian: Bool = false) -> [UInt8] {
        [0x32, 24, platform, 0x000E_0000, 0x000E_0000, 0].flatMap { number($0, 4, isBigEndian: isBigEndian) }
    }

    /// LC_VERSION_MIN_MACOSX and the like.
    static func minimumVersion(_ command: UInt64) -> [UInt8] {
        [command, 16, 0x0007_0000, 0x0007_0000].flatMap { number($0, 4) }
    }

    /// LC_UUID, which does not matter.
    static let uuid = [0x1B, 24, 1, 2, 3, 4].flatMap { number($0, 4) }

    /// Several programs in one, each on a page of 16 KiB.
    static func fat(_ parts: [(Processor, [UInt8])], has64Bits: Bool = false) -> [UInt8] {
        let page = 1 << 14
        var header = number(has64Bits ? 0xCAFE_BABF : 0xCAFE_BABE, 4, isBigEndian: true)
        header += number(UInt64(parts.count), 4, isBigEndian: true)
        var body: [UInt8] = []
        for (index, (processor, program)) in parts.enumerated() {
            header += entry(processor, UInt64(page * (index + 1)), UInt64(program.count), has64Bits: has64Bits)
            body += program + [UInt8](repeating: 0, count: page - program.count)
        }
        return header + [UInt8](repeating: 0, count: page - header.count) + body
    }

    /// The entry of one part in a fat file's header.
    static func entry(_ processor: Processor, _ offset: UInt64, _ size: UInt64, has64Bits: Bool = false) -> [UInt8] {
        let width = has64Bits ? 8 : 4
        return number(processor.type, 4, isBigEndian: true) + number(processor.subtype, 4, isBigEndian: true)
            + number(offset, width, isBigEndian: true) + number(size, width, isBigEndian: true)
            + number(14, 4, isBigEndian: true) + (has64Bits ? [0, 0, 0, 0] : [])
    }
}
