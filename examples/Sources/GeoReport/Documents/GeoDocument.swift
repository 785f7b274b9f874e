/// The two forms of an Open311 answer (GeoReport v2, <https://wiki.open311.org/GeoReport_v2/>).
public enum GeoFormat: String, Sendable, CaseIterable {
    /// `text/xml`, which every server has.
    case xml
    /// `application/json`.
    case json

    /// The value of `Content-Type`.
    public var contentType: String {
        switch self {
        case .xml: "text/xml; charset=utf-8"
        case .json: "application/json; charset=utf-8"
        }
    }
}

/// Answers of GeoReport v2, as bytes in either format.
public enum GeoDocument {
    /// The kinds of report (GET services).
    public static func write(_ services: [GeoService], as format: GeoFormat) -> [UInt8] {
        written(as: format) { writer in
            writer.list("services", of: "service", services, isRoot: true) { writer, service in
                writer.text("service_code", service.code)
                writer.text("service_name", service.name)
                writer.text("description", service.description)
                writer.flag("metadata", service.hasDefinition)
                writer.text("type", service.kind.rawValue)
                writer.text("keywords", service.keywords.joined(separator: ","))
                writer.text("group", service.group)
            }
        }
    }

    /// The fields of a kind of report (GET services/CODE).
    public static func write(_ definition: GeoServiceDefinition, as format: GeoFormat) -> [UInt8] {
        written(as: format) { writer in
            writer.object("service_definition", isRoot: true) { writer in
                writer.text("service_code", definition.serviceCode)
                writer.list("attributes", of: "attribute", definition.attributes) { writer, attribute in
                    writer.flag("variable", attribute.isVariable)
                    writer.text("code", attribute.code)
                    writer.text("datatype", attribute.kind.rawValue)
                    writer.flag("required", attribute.isRequired)
                    writer.text("datatype_description", attribute.hint)
                    writer.number("order", attribute.order)
                    writer.text("description", attribute.description)
                    if attribute.kind.isList {
                        writer.list("values", of: "value", attribute.choices) { writer, choice in
                            writer.text("key", choice.key)
                            writer.text("name", choice.name)
                        }
                    }
                }
            }
        }
    }

    /// Reports (GET requests, GET requests/ID).
    public static func write(_ requests: some Sequence<GeoRequest>, as format: GeoFormat) -> [UInt8] {
        written(as: format) { writer in
            writer.list("service_requests", of: "request", requests, isRoot: true) { writer, request in
                write(request, to: &writer)
            }
        }
    }

    private static func write(_ request: GeoRequest, to writer: inout GeoWriter) {
        writer.text("service_request_id", request.id)
        writer.text("status", request.status.rawValue)
        writer.text("status_notes", request.statusNotes)
        writer.text("service_name", request.serviceName)
        writer.text("service_code", request.serviceCode)
        writer.text("description", request.description)
        writer.text("agency_responsible", request.agencyResponsible)
        writer.text("service_notice", request.serviceNotice)
        writer.text("requested_datetime", request.requested.description)
        writer.text("updated_datetime", request.updated?.description)
        writer.text("expected_datetime", request.expected?.description)
        writer.text("address", request.address)
        writer.text("address_id", request.addressID)
        writer.text("zipcode", request.zipcode)
        writer.degrees("lat", request.latitude)
        writer.degrees("long", request.longitude)
        writer.text("media_url", request.mediaURL)
        if let attributes = request.extendedAttributes {
            writer.object("extended_attributes") { writer in
                for attribute in attributes { writer.text(named: attribute.name, attribute.value) }
            }
        }
        if let notes = request.notes {
            writer.list("notes", of: "note", notes) { writer, note in
                writer.text("datetime", note.time.description)
                writer.text("description", note.text)
                writer.text("type", note.kind)
            }
        }
    }

    /// The answer to new reports (POST requests).
    public static func write(_ receipts: [GeoReceipt], as format: GeoFormat) -> [UInt8] {
        written(as: format) { writer in
            writer.list("service_requests", of: "request", receipts, isRoot: true) { writer, receipt in
                if let token = receipt.token {
                    writer.text("token", token)
                } else {
                    writer.text("service_request_id", receipt.id)
                }
                writer.text("service_notice", receipt.serviceNotice)
                writer.text("account_id", receipt.accountID)
            }
        }
    }

    /// The numbers that belong to tokens (GET tokens/TOKEN).
    public static func write(_ tokens: [GeoToken], as format: GeoFormat) -> [UInt8] {
        written(as: format) { writer in
            writer.list("service_requests", of: "request", tokens, isRoot: true) { writer, token in
                writer.text("service_request_id", token.id)
                writer.text("token", token.token)
            }
        }
    }

    /// Why a request is refused.
    public static func write(_ faults: [GeoFault], as format: GeoFormat) -> [UInt8] {
        written(as: format) { writer in
            writer.list("errors", of: "error", faults, isRoot: true) { writer, fault in
                writer.number("code", fault.code)
                writer.text("description", fault.description)
            }
        }
    }

    /// Where the interface is (GET discovery).
    public static func write(_ discovery: GeoDiscovery, as format: GeoFormat) -> [UInt8] {
        written(as: format) { writer in
            writer.object("discovery", isRoot: true) { writer in
                writer.text("changeset", discovery.changeset.description)
                writer.text("contact", discovery.contact)
                writer.text("key_service", discovery.keyService)
                writer.list("endpoints", of: "endpoint", discovery.endpoints) { writer, endpoint in
                    writer.text("specification", GeoDiscovery.Endpoint.specification)
                    writer.text("url", endpoint.url)
                    writer.text("changeset", endpoint.changeset.description)
                    writer.text("type", endpoint.kind.rawValue)
                    writer.texts("formats", of: "format", endpoint.formats)
                }
            }
        }
    }

    private static func written(as format: GeoFormat, _ write: (inout GeoWriter) -> Void) -> [UInt8] {
        var writer = GeoWriter(format)
        write(&writer)
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
