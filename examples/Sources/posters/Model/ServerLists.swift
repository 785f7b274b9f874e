import ToolDatabase
import ToolProgram

/// What reports can choose from: cities, districts and types of objects.
struct ServerLists: Codable {
    var cities: [Report.Named] = []
    var districts: [District] = []
    var types: [ObjectType] = []

    struct District: Codable {
        let code: String
        let name: String
        /// The code of its city.
        let city: String
    }

    struct ObjectType: Codable {
        let code: String
        let name: String
        let description: String
        /// Who keeps objects of this type.
        var holder: String?
    }

    /// The district that a person means: by its code, its name, or a part of its name that no other one has.
    func district(_ what: String) throws(ToolError) -> District {
        try choice(what, from: districts, kind: "district") { ($0.code, $0.name) }
    }

    /// The type of object that a person means, in the same way.
    func type(_ what: String) throws(ToolError) -> ObjectType {
        try choice(what, from: types, kind: "type") { ($0.code, $0.name) }
    }

    private func choice<Entry>(
        _ what: String, from entries: [Entry], kind: String, _ names: (Entry) -> (code: String, name: String)
    ) throws(ToolError) -> Entry {
        try NamedChoice.pick(
            what, from: entries, id: { names($0).code }, names: { [names($0).name] },
            shown: { "“\(names($0).name)” (\(names($0).code))" }, advice: "Use the code.",
            none: .notFound("There is no \(kind) “\(what)”. To list them: posters lists"))
    }

    /// The name of a district; empty for none.
    func districtName(_ code: String?) -> String { districts.first { $0.code == code }?.name ?? code ?? "" }

    /// The name of a type; empty for none.
    func typeName(_ code: String?) -> String { types.first { $0.code == code }?.name ?? code ?? "" }

    /// The name of a city.
    func city(_ code: String) -> String { cities.first { $0.code == code }?.name ?? code }
}
