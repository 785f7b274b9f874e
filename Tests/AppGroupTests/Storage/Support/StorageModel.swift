import AppGroup
import TestSupport
import Testing

/// What a storage should hold, in the simplest words; the judge of random operations.
struct StorageModel {
    private(set) var apps: [String: AppRecord] = [:]
    private var images: [AppIcon: [UInt8]] = [:]
    private var settings: [FieldKey: FieldValue] = [:]
    private var recordsUse = true
    private var openings: [AppOpening] = []
    private var lastOpening = AppOpening.Number.none
    private var model: ModelState?
    private var dropsUnusedImages = false

    static let ids: [AppID] = ["org.example.a", "org.example.B", "org.example.c-c", "x.y", "org.example.longer.d"]
    static let schemes: [URLScheme] = ["a", "b", "c", "d"]
    static let keys: [FieldKey] = ["newest", "größe", "caf\u{E9}", "cafe\u{301}"]
    static let images: [AppIcon] = ["1", "2"].map { .image(format: .png, digest: String(repeating: $0, count: 64)) }

    private func key(_ id: AppID) -> String { id.description.lowercased() }

    /// Carries out one operation here and in a storage, with the same random choices.
    mutating func step(
        _ writer: any RegistryWriter, savesImages: Bool = true, _ generator: inout RandomSource
    ) throws -> String {
        let id =
            generator.isOnce(in: 4)
            ? try AppID(generator.pick(Self.ids).description.uppercased()) : generator.pick(Self.ids)
        let isThere = apps[key(id)] != nil
        switch Int.random(in: 0..<15, using: &generator) {
        case 0, 1:
            let app = record(id, &generator)
            try writer.save(app)
            apps[key(id)] = app
            return "save \(app)"
        case 2:
            try writer.delete(id)
            apps[key(id)] = nil
            openings.removeAll { $0.app == id }
            model = nil
            return "delete \(id)"
        case 3:
            let badge = BadgeCount(clamping: Int64.random(in: -1...9, using: &generator))
            #expect(try writer.setBadge(badge, of: id) == isThere)
            apps[key(id)]?.badge = badge
            return "setBadge \(badge) of \(id)"
        case 4:
            let delta = generator.pick([1, -1, 7, .min, .max] as [Int64])
            let sum = (apps[key(id)]?.badge.value).map {
                delta > 1 << 53 ? 1 << 53 - 1 : min(max($0 + max(delta, -1 << 53), 0), 1 << 53 - 1)
            }
            #expect(try writer.addToBadge(delta, of: id)?.value == sum)
            if let sum { apps[key(id)]?.badge = BadgeCount(clamping: sum) }
            return "addToBadge \(delta) of \(id)"
        case 5 where isThere:
            let (field, value) = (generator.pick(Self.keys), value(&generator))
            try writer.setField(field, to: value, of: id)
            apps[key(id)]?.fields[field] = value
            return "setField \(field) to \(value as Any) of \(id)"
        case 6 where isThere:
            let usage = usage(&generator)
            try writer.setUsage(usage, of: id)
            apps[key(id)]?.usage = usage
            return "setUsage \(usage) of \(id)"
        case 7 where savesImages:
            let (icon, bytes) = (generator.pick(Self.images), ExampleImage.png)
            try writer.saveImage(bytes, for: icon)
            images[icon] = bytes
            return "saveImage \(icon)"
        case 8:
            try writer.dropUnusedImages()
            dropsUnusedImages = true
            return "dropUnusedImages"
        case 9:
            let (setting, value) = (generator.pick(Self.keys), value(&generator))
            try writer.setSetting(setting, to: value)
            settings[setting] = value
            return "setSetting \(setting) to \(value as Any)"
        case 10:
            recordsUse = Bool.random(using: &generator)
            try writer.setRecordsUse(recordsUse)
            return "setRecordsUse \(recordsUse)"
        case 11:
            let number = generator.isOnce(in: 2) ? lastOpening : anyNumber(&generator)
            try writer.claimOpening(number)
            for index in openings.indices where openings[index].number == number { openings[index].isClaimed = true }
            return "claimOpening \(number)"
        case 12:
            let number = anyNumber(&generator)
            try writer.removeOpening(number)
            if openings.contains(where: { $0.number == number }), number <= model?.opening ?? .none { model = nil }
            openings.removeAll { $0.number == number }
            return "removeOpening \(number)"
        case 13 where generator.isOnce(in: 3):
            let target = generator.isOnce(in: 4) ? nil : id
            try writer.removeOpenings(of: target)
            openings.removeAll { target == nil || $0.app == target }
            model = nil
            return "removeOpenings of \(target as Any)"
        case 14:
            let state = ModelState(
                format: Int64.random(in: 0...1, using: &generator),
                opening: anyNumber(&generator), bytes: generator.bytes(9))
            try writer.setModelState(state)
            if writer.keepsModel { model = state }
            return "setModelState \(state)"
        default:
            lastOpening = lastOpening.advanced(by: 1)
            let moment = Timestamp(milliseconds: Int64.random(in: .min ... .max, using: &generator))
            let opening = AppOpening(
                number: lastOpening, app: id, moment: moment,
                utcOffset: Int64.random(in: -43_200...43_200, using: &generator),
                isClaimed: Bool.random(using: &generator))
            let number = try writer.appendOpening(
                of: id, at: moment, utcOffset: opening.utcOffset, isClaimed: opening.isClaimed)
            #expect(number == lastOpening)
            openings.append(opening)
            return "appendOpening \(opening)"
        }
    }

    /// The number of an opening that was made, or of none.
    private func anyNumber(_ generator: inout RandomSource) -> AppOpening.Number {
        AppOpening.Number(clamping: .random(in: 0...lastOpening.value, using: &generator))
    }

    /// To be called where a write ends well.
    mutating func commit() {
        if dropsUnusedImages { images = images.filter { image in apps.values.contains { $0.icon == image.key } } }
        dropsUnusedImages = false
    }

    /// Compares everything that can be read.
    func check(_ reader: any RegistryReader, after operation: String) throws {
        let found = try reader.apps()
        #expect(found.count == apps.count, "\(operation)")
        #expect(Dictionary(found.map { (key($0.id), $0) }) { first, _ in first } == apps, "\(operation)")
        for id in Self.ids { #expect(try reader.app(id) == apps[key(id)], "\(operation)") }
        for scheme in Self.schemes {
            let owner = apps.values.first { $0.claims.contains(AppRecord.SchemeClaim(scheme)) }
            #expect(try reader.owner(of: scheme) == owner?.id, "\(operation)")
        }
        let yielding = apps.values.filter { $0.claims.contains { $0.isYielded } }
        #expect(try Set(reader.appsWithYieldedClaims()) == Set(yielding), "\(operation)")
        for icon in Self.images { #expect(try reader.image(icon) == images[icon], "\(operation)") }
        #expect(try reader.settings() == settings, "\(operation)")
        #expect(try reader.recordsUse() == recordsUse, "\(operation)")
        #expect(try reader.lastOpening() == lastOpening, "\(operation)")
        #expect(try reader.openings() == openings, "\(operation)")
        let middle = AppOpening.Number(clamping: lastOpening.value / 2)
        #expect(try reader.openings(after: middle) == openings.filter { $0.number > middle }, "\(operation)")
        for format in 0...1 as ClosedRange<Int64> {
            let expected = model?.format == format ? model : nil
            #expect(try reader.modelState(format: format) == expected, "\(operation)")
            #expect(try reader.modelOpening(format: format) == expected?.opening, "\(operation)")
        }
        for opening in openings { #expect(try reader.opening(opening.number) == opening, "\(operation)") }
    }

    // MARK: - Random values

    private static func digest(_ digit: String) -> PackageDigest {
        PackageDigest(stringLiteral: String(repeating: digit, count: 64))
    }

    /// A record whose schemes nobody else has.
    private func record(_ id: AppID, _ generator: inout RandomSource) -> AppRecord {
        let launches: [AppLaunch] = [
            .terminal("/bin/x", "a b", "%u", ""), .graphical("x"), .desktopFile("x.desktop"),
            .package(
                .init(
                    digest: Self.digest("c"),
                    command: .init(executable: "x", arguments: ["é"], interface: .terminal))),
        ]
        var app = AppRecord(
            id: id, name: generator.pick(["A", "Приём", "x y"]), launch: generator.pick(launches),
            registered: moment(&generator))
        app.icon = generator.pick([nil, .named("mail")] + Self.images)
        let taken = Set(apps.values.filter { $0.id != id }.flatMap(\.schemes))
        app.claims = Self.schemes.filter { !taken.contains($0) }.shuffled(using: &generator).prefix(2).map { .init($0) }
        if generator.isOnce(in: 2) { app.claims.insert(.init(generator.pick(Self.schemes), isYielded: true), at: 0) }
        app.actions = [
            AppAction(id: "a", name: "Приём", icon: "mail", url: "a:b c"), AppAction(id: "B-1", name: "x", url: "b:é"),
        ].shuffled(using: &generator).suffix(Int.random(in: 0...2, using: &generator))
        app.version = generator.pick([nil, "1.0", "2 β"])
        app.availableVersion = generator.pick([nil, "3"])
        app.packages = generator.pick([[], ["c", "d"].map(Self.digest)])
        app.badge = BadgeCount(clamping: Int64.random(in: 0...3, using: &generator))
        for key in Self.keys { app.fields[key] = value(&generator) }
        app.usage = usage(&generator)
        app.preferences = .init(
            isPinned: .random(using: &generator), isHidden: .random(using: &generator),
            recordsUse: .random(using: &generator))
        app.missingSince = generator.isOnce(in: 2) ? moment(&generator) : nil
        app.unregistered = generator.isOnce(in: 3) ? moment(&generator) : nil
        return app
    }

    private func value(_ generator: inout RandomSource) -> FieldValue? {
        generator.pick([
            nil, .string(""), "a\n'\"\u{1B}", .integer(.random(in: .min ... .max, using: &generator)),
            .date(moment(&generator)),
        ])
    }

    private func usage(_ generator: inout RandomSource) -> AppUsage {
        AppUsage(
            count: .random(in: 0...9, using: &generator),
            lastOpened: generator.isOnce(in: 2) ? moment(&generator) : nil,
            lastOpening: .init(clamping: .random(in: 0...9, using: &generator)),
            fast: .random(in: 0...9, using: &generator),
            slow: .random(in: 0...9, using: &generator))
    }

    private func moment(_ generator: inout RandomSource) -> Timestamp {
        Timestamp(milliseconds: .random(in: .min ... .max, using: &generator))
    }
}
