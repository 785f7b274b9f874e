import Serving
import AppGroupText
import Foundation

/// A format of files with reports.
protocol ReportExport: Sendable {
    var head: String { get }
    var tail: String { get }
    func entry(_ report: Report, isFirst: Bool) throws -> String
}

/// A `FeatureCollection` of points (RFC 7946), longitude first.
struct GeoJSONExport: ReportExport {
    let head = #"{"type":"FeatureCollection","features":["#
    let tail = "]}\n"

    func entry(_ report: Report, isFirst: Bool) throws -> String {
        let feature = Feature(
            id: report.number,
            geometry: Point(coordinates: [report.place.longitude, report.place.latitude]),
            properties: Properties(report))
        return (isFirst ? "\n" : ",\n") + String(decoding: try JSON.encode(feature), as: UTF8.self)
    }

    private struct Feature: Encodable {
        let type = "Feature"
        let id: Int64
        let geometry: Point
        let properties: Properties
    }

    private struct Point: Encodable {
        let type = "Point"
        let coordinates: [Double]
    }

    private struct Properties: Encodable {
        let number: Int64
        let status: ReportStatus
        let reason: String?
        let filed: String
        let updated: String
        let taken: String?
        let type: String
        let holder: String?
        let city: String?
        let district: String?
        let address: String?
        let company: String?
        let phones: [String]
        let comment: String?
        /// Whether the reporter has asked for its deletion.
        let withdrawn: Bool

        init(_ report: Report) {
            number = report.number
            status = report.status
            reason = report.reason
            filed = "\(report.filed)"
            updated = "\(report.updated)"
            taken = report.taken
            type = report.type.name
            holder = report.holder
            city = report.city?.name
            district = report.district?.name
            address = report.address.map(PlainText.harmless)
            company = report.company.map(PlainText.harmless)
            phones = report.phones.map(\.dialed)
            comment = report.comment.map(PlainText.harmless)
            withdrawn = report.deletionWanted
        }
    }
}

/// A table in CSV (RFC 4180).
///
/// A spreadsheet takes a field that begins with `=`, `+`, `-` or `@` for a formula, which a reporter could have put there. Such a
/// field gets an apostrophe in front (OWASP, CSV Injection), except numbers of reports, coordinates and phone numbers.
struct CSVExport: ReportExport {
    let head =
        "number,status,reason,filed,updated,taken,latitude,longitude,type,holder,city,district,address,company,phones,"
        + "comment,withdrawn\r\n"
    let tail = ""

    func entry(_ report: Report, isFirst: Bool) -> String {
        let fields: [String] = [
            "\(report.number)", report.status.rawValue, Self.text(report.reason), "\(report.filed)",
            "\(report.updated)", report.taken ?? "", "\(report.place.latitude)", "\(report.place.longitude)",
            Self.text(report.type.name), Self.text(report.holder), Self.text(report.city?.name),
            Self.text(report.district?.name), Self.reported(report.address), Self.reported(report.company),
            report.phones.map(\.dialed).joined(separator: " "), Self.reported(report.comment),
            "\(report.deletionWanted)",
        ]
        return fields.map(Self.quoted).joined(separator: ",") + "\r\n"
    }

    /// What a reporter wrote.
    private static func reported(_ text: String?) -> String { Self.text(text.map(PlainText.harmless)) }

    private static func text(_ text: String?) -> String {
        guard let text, let first = text.unicodeScalars.first else { return "" }
        return "=+-@\t\r".unicodeScalars.contains(first) ? "'\(text)" : text
    }

    private static func quoted(_ field: String) -> String {
        guard field.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else { return field }
        return "\"\(field.escaping(["\"": "\"\""]))\""
    }
}

extension Report.PosterPhone {
    /// The number, and its extension as RFC 3966 has it.
    fileprivate var dialed: String { extensionNumber.map { "\(number);ext=\($0)" } ?? number }
}
