/// The layers that a document shows when it is opened: its optional content in the default configuration (ISO 32000-1,
/// 8.11).
struct Layers {
    private var hidden: Set<Int> = []
    private var isShownByDefault = true
    private var shown: Set<Int> = []

    /// Shows every layer.
    init() {}

    init(_ catalog: PDFDictionary, _ table: ObjectTable) throws {
        let properties = try table.resolve(catalog["OCProperties"]).dictionary ?? [:]
        let configuration = try table.resolve(properties["D"]).dictionary ?? [:]
        isShownByDefault = try table.resolve(configuration["BaseState"]).name != "OFF"
        hidden = try Set((table.resolve(configuration["OFF"]).array ?? []).compactMap(\.reference))
        shown = try Set((table.resolve(configuration["ON"]).array ?? []).compactMap(\.reference))
    }

    /// Whether content is shown that belongs to a group, or to a rule about several groups.
    func show(_ object: PDFObject?, _ table: ObjectTable) throws -> Bool {
        guard let object, let dictionary = try table.resolve(object).dictionary else { return true }
        guard try table.resolve(dictionary["Type"]).name == "OCMD" else { return shows(object.reference) }
        let groups = dictionary["OCGs"]
        let all = try table.resolve(groups).array ?? [groups].compactMap(\.self)
        // Each mark may name the same long list.
        try table.spend(all.count)
        let states = all.compactMap(\.reference).map { shows($0) }
        guard !states.isEmpty else { return true }
        return switch try table.resolve(dictionary["P"]).name {
        case "AllOn": states.allSatisfy(\.self)
        case "AnyOff": states.contains(false)
        case "AllOff": !states.contains(true)
        default: states.contains(true)
        }
    }

    private func shows(_ group: Int?) -> Bool {
        guard let group else { return true }
        return isShownByDefault ? !hidden.contains(group) : shown.contains(group)
    }
}
