extension HostilePropertyList {
    private static let yes = BinaryDocument([0x09])

    /// Arrays that each refer twice to the next one; the last refers to a text of this many bytes.
    package static func sharing(levels: Int, text: Int) -> BinaryDocument {
        var objects = (1...levels).map { [0xA2, UInt8($0), UInt8($0)] }
        objects.append(BinaryDocument.text(String(repeating: "x", count: text)))
        return BinaryDocument(objects, offsetSize: 4, referenceSize: 1)
    }

    /// Binary property lists with false values.
    package static let binary: [HostilePropertyList] = [
        .init("a different version", yes.with { $0.header = Array("bplist15".utf8) }, "its format is not bplist00"),
        .init("a header alone", Array("bplist00".utf8), "ends before its trailer, at byte 8"),
        .init("no objects", Array("bplist00".utf8) + [UInt8](repeating: 0, count: 32), "ends before its trailer"),
        .init("offsets of zero bytes", yes.with { $0.offsetSize = 0 }, "size other than 1 to 8"),
        .init("offsets of nine bytes", yes.with { $0.offsetSize = 9 }, "size other than 1 to 8"),
        .init("references of zero bytes", yes.with { $0.referenceSize = 0 }, "size other than 1 to 8"),
        .init("references of 255 bytes", yes.with { $0.referenceSize = 255 }, "its trailer, at byte 10,"),
        .init("an object count of zero", yes.with { $0.objectCount = 0 }, "outermost object that is not there"),
        .init("a missing outermost object", yes.with { $0.topObject = 1 }, "outermost object that is not there"),
        .init("an outermost object far away", yes.with { $0.topObject = .max }, "outermost object that is not there"),
        .init("more objects than offsets", yes.with { $0.objectCount = 2 }, "its table of 2 offsets"),
        .init("a huge count", yes.with { $0.objectCount = .max }, "its table of 18446744073709551615 offsets"),
        .init("a table in the header", yes.with { $0.tableStart = 8 }, "does not end where the trailer begins"),
        .init("a table in the trailer", yes.with { $0.tableStart = 10 }, "does not end where the trailer begins"),
        .init("a table far away", yes.with { $0.tableStart = .max }, "does not end where the trailer begins"),
        .init("a table at byte 2^63", yes.with { $0.tableStart = 1 << 63 }, "does not end where the trailer begins"),
        .init("a gap before the trailer", yes.with { $0.gap = [0] }, "does not end where the trailer begins"),
        .init(
            "half an offset", BinaryDocument([[0x09]], offsetSize: 2, referenceSize: 1).with { $0.gap = [0] }, "table"),
        .init("an object in the header", yes.with { $0.offsets = [0: 7] }, "object 0 should begin at byte 7"),
        .init("an object in the table", yes.with { $0.offsets = [0: 9] }, "object 0 should begin at byte 9"),
        .init(
            "an object far away",
            BinaryDocument([[0x09]], offsetSize: 8, referenceSize: 8).with { $0.offsets = [0: .max] },
            "should begin at byte 18446744073709551615"),
        .init("a reference to nothing", BinaryDocument([0xA1, 1]), "a reference names object 1"),
        .init("null", BinaryDocument([0x00]), "object at byte 8 is null"),
        .init("a fill byte", BinaryDocument([0x0F]), "unknown type 0xf"),
        .init("a URL", BinaryDocument([0x0C]), "unknown type 0xc"),
        .init("type 7", BinaryDocument([0x70]), "unknown type 0x70"),
        .init("type 15", BinaryDocument([0xF1]), "unknown type 0xf1"),
        .init("a UID", BinaryDocument([0x80, 1]), "is a UID"),
        .init("an ordered set", BinaryDocument([0xB1, 0]), "is a set"),
        .init("a set", BinaryDocument([0xC1, 0]), "is a set"),
        .init("an integer of 32 bytes", BinaryDocument([0x15] + [UInt8](repeating: 0, count: 32)), "unknown type 0x15"),
        .init("the integer 2^63", BinaryDocument([0x14] + BinaryDocument.number(1 << 63, 16)), "more than 64 bits"),
        .init(
            "an integer of 128 bits", BinaryDocument([0x14, 1] + [UInt8](repeating: 0, count: 15)), "more than 64 bits"),
        .init("a truncated integer", BinaryDocument([0x13, 0, 0]), "runs into the table"),
        .init("a real of two bytes", BinaryDocument([0x21, 0, 0]), "unknown type 0x21"),
        .init("a truncated real", BinaryDocument([0x23, 0]), "runs into the table"),
        .init("a date of four bytes", BinaryDocument([0x32, 0, 0, 0, 0]), "unknown type 0x32"),
        .init("a date that is not a number", BinaryDocument([0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]), "is not a date"),
        .init("an infinite date", BinaryDocument([0x33, 0xFF, 0xF0, 0, 0, 0, 0, 0, 0]), "is not a date"),
        .init("truncated data", BinaryDocument([0x45, 1, 2, 3, 4]), "object at byte 8 runs into the table"),
        .init("a truncated text", BinaryDocument([0x52, 0x41]), "runs into the table"),
        .init("a truncated UTF-16 text", BinaryDocument([0x62, 0, 0x41, 0]), "runs into the table"),
        .init(
            "a huge text", BinaryDocument([0x5F, 0x13] + BinaryDocument.number(.max, 8)), "runs into the table"),
        .init(
            "a UTF-16 text whose size overflows", BinaryDocument([0x6F, 0x13] + BinaryDocument.number(1 << 62, 8)),
            "runs into the table"),
        .init(
            "a size that is not an integer", BinaryDocument([0x5F, 0x41, 1, 0x41]),
            "has a size that is not an integer"),
        .init("a size of 16 bytes", BinaryDocument([0x5F, 0x14] + BinaryDocument.number(1, 16)), "has a size"),
        .init("a truncated size", BinaryDocument([0x5F, 0x13, 0]), "runs into the table"),
        .init("a missing size", BinaryDocument([0x5F]), "runs into the table"),
        .init("ASCII text that is not ASCII", BinaryDocument([0x51, 0xE9]), "ASCII text with other bytes"),
        .init("half a surrogate pair", BinaryDocument([0x61, 0xD8, 0]), "half a surrogate pair"),
        .init(
            "a surrogate pair in the wrong order", BinaryDocument([0x62, 0xDC, 0, 0xD8, 0]), "half a surrogate pair"),
        .init(
            "31 combining marks", BinaryDocument(BinaryDocument.utf16(String(repeating: "\u{301}", count: 31))),
            "combining marks"),
        .init("an array longer than the file", BinaryDocument([0xAF, 0x12, 0, 1, 0, 0]), "runs into the table"),
        .init(
            "an array whose size overflows",
            BinaryDocument([[0xAF, 0x13] + BinaryDocument.number(1 << 61, 8)], offsetSize: 1, referenceSize: 8),
            "runs into the table"),
        .init("a dictionary without values", BinaryDocument([0xD1, 0]), "runs into the table"),
        .init("a key that is not text", BinaryDocument([0xD1, 1, 1], [0x09]), "a key that is not text"),
        .init(
            "a dictionary as its own key", BinaryDocument([0xD1, 0, 1], [0x09]), "object at byte 8 contains itself"),
        .init("a key twice", BinaryDocument([0xD2, 1, 1, 2, 2], [0x51, 0x41], [0x09]), "with the key “A” twice"),
        .init(
            "one key as two objects", BinaryDocument([0xD2, 1, 2, 1, 2], [0x51, 0x41], [0x61, 0, 0x41]), "“A” twice"),
        .init("an array that contains itself", BinaryDocument([0xA1, 0]), "object at byte 8 contains itself"),
        .init("a circle", BinaryDocument([0xA1, 1], [0xD1, 2, 0], [0x51, 0x41]), "contains itself"),
        .init("one array under two numbers", BinaryDocument([0xA1, 1], [0x09]).with { $0.offsets = [1: 8] }, "itself"),
        .init(
            "overlapping arrays",
            BinaryDocument([[UInt8](repeating: 0xA1, count: 40) + [0x09]], offsetSize: 1, referenceSize: 1).with {
                $0.objects += [[UInt8]](repeating: [], count: 0xFF)
                $0.offsets = Dictionary(uniqueKeysWithValues: (0..<40).map { ($0, UInt64(8 + $0)) })
                $0.offsets[0xA1] = 9
            }, "itself"),
        .init(
            "deep arrays",
            BinaryDocument((1...33).map { [0xA1, UInt8($0)] } + [[0x09]], offsetSize: 1, referenceSize: 1),
            "nested more than 32 deep"),
        .init(
            "50,000 nested arrays",
            BinaryDocument(
                (1...50_000).map { [0xA1] + BinaryDocument.number(UInt64($0), 2) } + [[0x09]], offsetSize: 4,
                referenceSize: 2), "nested more than 32 deep"),
        .init("2^30 shared values", sharing(levels: 30, text: 1), "more than 50000 values"),
        .init("16 MB of shared text", sharing(levels: 14, text: 1000), "more than 2097152 bytes of text"),
        .init(
            "many values",
            BinaryDocument(
                BinaryDocument.object(10, count: 50_000, [UInt8](repeating: 1, count: 50_000)), [0x09]
            ).with { $0.offsetSize = 4 }, "more than 50000 values"),
        .init("many bytes", Array("bplist00".utf8) + [UInt8](repeating: 0, count: 1 << 20), "at most 1048576 are read"),
    ]
}
