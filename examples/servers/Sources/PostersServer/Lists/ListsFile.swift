import Serving
import ToolSupport

/// A file of a city's lists: CSV (RFC 4180) in UTF-8, with one entry in each record.
///
///     city,kyiv,Київ
///     district,shevchenkivskyi,Шевченківський,kyiv
///     type,pole,Стовп,Опора освітлення,Київміськсвітло,Вулиця
///     law,,"Правила благоустрою, п. 13.3"
///     contact,,reklama@example.org
///
/// The fields are the kind, the code, and the name. A district continues with the code of its city; a type with a description, who
/// keeps such objects, and a heading, which may all be missing. Of `law` and `contact`, only the third field counts. Empty lines,
/// and lines that begin with `#`, are skipped.
enum ListsFile {
    /// The largest file, in bytes.
    static let maximumSize = 4 << 20

    /// - Throws: `invalid`, naming the line and what is wrong in it.
    static func parse(_ text: String) throws(ServiceError) -> CityLists {
        var records = CSVRecords(Array(text.utf8), comment: UInt8(ascii: "#"))
        var reader = ListsReader()
        while let record = try next(of: &records) { try reader.take(record) }
        return try reader.finish()
    }

    private static func next(of records: inout CSVRecords) throws(ServiceError) -> CSVRecords.Record? {
        do { return try records.next() } catch {
            switch error {
            case .openQuote(let line): throw ServiceError(.invalid, "Line \(line): a quote is never closed.")
            case .textAfterQuote(let line):
                throw ServiceError(.invalid, "Line \(line): after a closing quote, a comma is missing.")
            }
        }
    }
}

extension CSVRecords.Record {
    /// A field; `nil` if it is missing or empty.
    fileprivate subscript(index: Int) -> String? {
        fields.indices.contains(index) && !fields[index].isEmpty ? fields[index] : nil
    }
}

/// Collects records, and checks what they refer to.
private struct ListsReader {
    private var lists = CityLists()
    private var codes: [String: Set<String>] = [:]
    private var districtLines: [Int] = []

    mutating func take(_ record: CSVRecords.Record) throws(ServiceError) {
        let kind = record.fields[0]
        switch kind {
        case "city": lists.cities.append(Report.Named(code: try code(record), name: try name(record, upTo: 3)))
        case "district":
            lists.districts.append(
                CityLists.District(
                    code: try code(record), name: try name(record, upTo: 4), city: record[3] ?? ""))
            districtLines.append(record.line)
        case "type":
            lists.types.append(
                CityLists.ObjectType(
                    code: try code(record), name: try name(record, upTo: 6), description: record[3] ?? "",
                    holder: record[4], group: record[5]))
        case "law", "contact":
            guard lists.notices[kind] == nil else { throw fault(record.line, "“\(kind)” is there twice.") }
            lists.notices[kind] = try name(record, upTo: 3)
        default:
            throw fault(
                record.line, "“\(kind.prefix(40))” is not a kind; use city, district, type, law or contact.")
        }
    }

    func finish() throws(ServiceError) -> CityLists {
        for (district, line) in zip(lists.districts, districtLines)
        where codes["city"]?.contains(district.city) != true {
            throw fault(line, "there is no city “\(district.city.prefix(64))” for the district \(district.code).")
        }
        guard !lists.cities.isEmpty || !lists.types.isEmpty else {
            throw ServiceError(.invalid, "The file has no city and no type; nothing was changed.")
        }
        return lists
    }

    private mutating func code(_ record: CSVRecords.Record) throws(ServiceError) -> String {
        let code = record[1] ?? ""
        guard CityLists.isCode(code) else {
            throw fault(record.line, "“\(code.prefix(64))” can't be a code: use 1 to 64 of a-z, 0-9 and . _ -")
        }
        guard codes[record.fields[0], default: []].insert(code).inserted else {
            throw fault(record.line, "the \(record.fields[0]) “\(code)” is there twice.")
        }
        return code
    }

    private func name(_ record: CSVRecords.Record, upTo count: Int) throws(ServiceError) -> String {
        guard record.fields.count <= count else {
            throw fault(
                record.line, "there are \(record.fields.count) fields; a \(record.fields[0]) has \(count) at most.")
        }
        for field in record.fields where !PlainText.isLine(field, upTo: ReportLimits.reasonLength) {
            throw fault(
                record.line,
                "a field is longer than \(ReportLimits.reasonLength) characters, or has control characters.")
        }
        guard let name = record[2] else { throw fault(record.line, "the name is missing.") }
        return name
    }

    private func fault(_ line: Int, _ what: String) -> ServiceError {
        ServiceError(.invalid, "Line \(line): \(what) Nothing was changed.")
    }
}
