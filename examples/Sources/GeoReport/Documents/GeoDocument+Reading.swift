extension GeoDocument {
    /// Reads the kinds of report.
    /// - Throws: ``GeoError`` if the bytes are no document, or if one has no code or no name.
    public static func services(_ bytes: [UInt8], as format: GeoFormat) throws(GeoError) -> [GeoService] {
        var services: [GeoService] = []
        for node in try GeoNode(bytes, as: format, root: "services").elements("service") {
            let code = try required("service_code", of: node)
            let keywords = (node.text("keywords") ?? "").split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
            services.append(
                GeoService(
                    code: code, name: node.text("service_name") ?? code, description: node.text("description") ?? "",
                    hasDefinition: node.flag("metadata"),
                    kind: node.text("type").flatMap(GeoService.Kind.init) ?? .realtime, keywords: keywords,
                    group: node.text("group")))
        }
        return services
    }

    /// Reads what a kind of report asks for.
    public static func definition(_ bytes: [UInt8], as format: GeoFormat) throws(GeoError) -> GeoServiceDefinition {
        let node = try GeoNode(bytes, as: format, root: "service_definition")
        var attributes: [GeoAttribute] = []
        for (index, attribute) in (node["attributes"]?.elements("attribute") ?? []).enumerated() {
            let kind = try required("datatype", of: attribute)
            guard let kind = GeoAttribute.Kind(rawValue: kind.lowercased()) else {
                throw GeoError("“\(kind)” is not a datatype of GeoReport v2.")
            }
            let choices = (attribute["values"]?.elements("value") ?? []).compactMap { choice in
                choice.text("key").map { GeoAttribute.Choice(key: $0, name: choice.text("name") ?? $0) }
            }
            attributes.append(
                GeoAttribute(
                    code: try required("code", of: attribute), kind: kind,
                    description: attribute.text("description") ?? "", isRequired: attribute.flag("required"),
                    isVariable: attribute.flag("variable"), hint: attribute.text("datatype_description"),
                    order: attribute.number("order").flatMap { Int(exactly: $0) } ?? index + 1, choices: choices))
        }
        return GeoServiceDefinition(serviceCode: try required("service_code", of: node), attributes: attributes)
    }

    /// Reads reports. Their number, status, kind and time must be there.
    public static func requests(_ bytes: [UInt8], as format: GeoFormat) throws(GeoError) -> [GeoRequest] {
        var requests: [GeoRequest] = []
        for node in try GeoNode(bytes, as: format, root: "service_requests").elements("request") {
            let (status, time) = (try required("status", of: node), try required("requested_datetime", of: node))
            guard let status = GeoRequest.Status(rawValue: status.lowercased()) else {
                throw GeoError("“\(status)” is not a status of GeoReport v2; it must be open or closed.")
            }
            guard let time = GeoTime(time) else { throw GeoError("“\(time)” is not a time.") }
            var request = GeoRequest(
                id: try required("service_request_id", of: node), status: status,
                serviceCode: try required("service_code", of: node), requested: time)
            request.statusNotes = node.text("status_notes")
            request.serviceName = node.text("service_name")
            request.description = node.text("description")
            request.agencyResponsible = node.text("agency_responsible")
            request.serviceNotice = node.text("service_notice")
            request.updated = node.time("updated_datetime")
            request.expected = node.time("expected_datetime")
            request.address = node.text("address")
            request.addressID = node.text("address_id")
            request.zipcode = node.text("zipcode")
            request.latitude = node.number("lat")
            request.longitude = node.number("long")
            request.mediaURL = node.text("media_url")
            request.extendedAttributes = node["extended_attributes"]?.texts
            request.notes = node["notes"]?.elements("note").compactMap { note in
                note.time("datetime").map {
                    GeoRequest.Note(time: $0, text: note.text("description") ?? "", kind: note.text("type") ?? "")
                }
            }
            requests.append(request)
        }
        return requests
    }

    /// Reads the answer to new reports.
    public static func receipts(_ bytes: [UInt8], as format: GeoFormat) throws(GeoError) -> [GeoReceipt] {
        try GeoNode(bytes, as: format, root: "service_requests").elements("request").map { node in
            GeoReceipt(
                id: node.text("service_request_id"), token: node.text("token"),
                serviceNotice: node.text("service_notice"), accountID: node.text("account_id"))
        }
    }

    /// Reads the numbers that belong to tokens.
    public static func tokens(_ bytes: [UInt8], as format: GeoFormat) throws(GeoError) -> [GeoToken] {
        var tokens: [GeoToken] = []
        for node in try GeoNode(bytes, as: format, root: "service_requests").elements("request") {
            tokens.append(GeoToken(token: try required("token", of: node), id: node.text("service_request_id")))
        }
        return tokens
    }

    /// Reads why a request was refused.
    public static func faults(_ bytes: [UInt8], as format: GeoFormat) throws(GeoError) -> [GeoFault] {
        try GeoNode(bytes, as: format, root: "errors").elements("error").map { node in
            GeoFault(
                node.number("code").flatMap { Int(exactly: $0) } ?? 0, node.text("description") ?? "No reason is given."
            )
        }
    }

    /// Reads where an interface is. Endpoints of other versions are left out.
    public static func discovery(_ bytes: [UInt8], as format: GeoFormat) throws(GeoError) -> GeoDiscovery {
        let node = try GeoNode(bytes, as: format, root: "discovery")
        guard let changeset = node.time("changeset") else { throw GeoError("The discovery has no changeset.") }
        let endpoints = (node["endpoints"]?.elements("endpoint") ?? []).compactMap { node -> GeoDiscovery.Endpoint? in
            guard node.text("specification") == GeoDiscovery.Endpoint.specification, let url = node.text("url") else {
                return nil
            }
            return GeoDiscovery.Endpoint(
                url: url, changeset: node.time("changeset") ?? changeset,
                kind: node.text("type").flatMap(GeoDiscovery.Endpoint.Kind.init) ?? .production,
                formats: node["formats"]?.elements("format").compactMap(\.text) ?? [])
        }
        return GeoDiscovery(
            changeset: changeset, contact: node.text("contact") ?? "", keyService: node.text("key_service") ?? "",
            endpoints: endpoints)
    }

    private static func required(_ name: String, of node: GeoNode) throws(GeoError) -> String {
        guard let text = node.text(name) else { throw GeoError("“\(name)” is missing.") }
        return text
    }
}
