import GeoReport

/// Answers with everything that can be in them.
enum Samples {
    static let nasty = "ТОВ «Ромашка», O'Brien <b> & \"co\" \\ ]]> \u{1F4CD}\nsecond line"

    static let services = [
        GeoService(
            code: "pole", name: "Pole \(nasty)", description: nasty, hasDefinition: true, keywords: ["pole", "lamp"],
            group: "street"),
        GeoService(code: "001", name: "Fence"),
    ]

    static let definition = GeoServiceDefinition(
        serviceCode: "001",
        attributes: [
            GeoAttribute(
                code: "district", kind: .singlevaluelist, description: "District?", isRequired: true, order: 1,
                choices: [.init(key: "1", name: "Голосіївський"), .init(key: "2", name: "Obolon & <b>")]),
            GeoAttribute(
                code: "phone", kind: .string, description: "Phone on the poster", isRequired: false, hint: "+380…",
                order: 2),
            GeoAttribute(
                code: "kinds", kind: .multivaluelist, description: "Kinds", isRequired: false, order: 3,
                choices: [.init(key: "a", name: "A")]),
            GeoAttribute(
                code: "note", kind: .text, description: "Read this.", isRequired: false, isVariable: false, order: 4),
        ])

    static let whole: GeoRequest = {
        var request = GeoRequest(
            id: "0017", status: .closed, serviceCode: "001", requested: GeoTime("2026-05-06T07:08:09+03:00")!)
        request.statusNotes = "rejected: \(nasty)"
        request.serviceName = "Fence"
        request.description = nasty
        request.agencyResponsible = "Holder"
        request.serviceNotice = "Soon"
        request.updated = GeoTime("2026-05-07T00:00:00Z")!
        request.expected = GeoTime("2026-06-07T00:00:00Z")!
        request.address = "вул. Хрещатик, 1"
        request.addressID = "77"
        request.zipcode = "01001"
        (request.latitude, request.longitude) = (50.4501, 30.5234)
        request.mediaURL = "https://example.com/media/1?a=b&c=d"
        request.extendedAttributes = [.init("company", nasty), .init("state", "rejected")]
        request.notes = [.init(time: GeoTime("2026-05-06T09:00:00Z")!, text: nasty, kind: "rejected")]
        return request
    }()

    static let bare = GeoRequest(id: "18", status: .open, serviceCode: "002", requested: GeoTime(seconds: 0))

    static let discovery = GeoDiscovery(
        changeset: GeoTime("2026-01-02T03:04:05Z")!, contact: "311@example.com, & more",
        keyService: "https://example.com/register",
        endpoints: [
            .init(
                url: "https://example.com/open311/v2", changeset: GeoTime("2026-01-02T03:04:05Z")!,
                formats: ["text/xml", "application/json"]),
            .init(
                url: "https://test.example.com/open311/v2", changeset: GeoTime("2026-01-02T03:04:05Z")!, kind: .test,
                formats: ["text/xml"]),
        ])
}
