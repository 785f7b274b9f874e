import ArgumentParser

/// The types of a field's or a setting's value.
enum FieldType: String, CaseIterable, ExpressibleByArgument {
    case string, integer, date
}
