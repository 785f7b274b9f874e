import AppGroupText
import HTTPTypes
import Hummingbird
import MapClusters
import NIOCore
import Serving

/// The map: as GeoJSON, and as a page.
struct MapController {
    let map: MapReports
    let tiles: TileTemplate?

    /// The most marks in an answer: more than a page can show. Without a limit, a few clients that read slowly would take all
    /// memory for answers.
    private static let mostMarks = 10_000

    func addRoutes(to router: some RouterMethods<PostersContext>) {
        router.get("map.geojson", use: features)
        router.get("map", use: page)
        router.get("map/map.js") { request, _ in
            Response.asset(PackageResources.map_js, "text/javascript; charset=utf-8", to: request)
        }
        router.get("map/map.css") { request, _ in
            Response.asset(PackageResources.map_css, "text/css; charset=utf-8", to: request)
        }
    }

    @Sendable private func features(_ request: Request, _ context: PostersContext) async throws -> Response {
        let query = QueryReader(request)
        let text = try query.text("bbox") ?? "-180,-90,180,90"
        guard let box = MapBox(text) else {
            throw ServiceError(
                .malformed, "“\(text.prefix(80))” is not a bbox; write it as WEST,SOUTH,EAST,NORTH in degrees.")
        }
        let zoom = Int(try query.number("zoom", 0...24) ?? 0)
        let entries = try await map.entries(in: box, zoom: zoom)
        guard entries.count <= Self.mostMarks else {
            throw ServiceError(
                .malformed,
                "There are \(entries.count) marks in this area at zoom \(zoom), and at most \(Self.mostMarks) are shown; use a "
                    + "smaller bbox or a lower zoom.")
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/geo+json; charset=utf-8", .cacheControl: "no-store",
                .xContentTypeOptions: "nosniff", .accessControlAllowOrigin: "*",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: Self.document(entries))))
    }

    /// The names of the properties are those of supercluster.
    private static func document(_ entries: [LiveEntry<MapMark>]) -> [UInt8] {
        var writer = FeatureWriter()
        for entry in entries {
            writer.add(at: entry.place) { properties in
                switch entry.content {
                case .mark(let number, let mark):
                    properties.add("number", Int(number))
                    properties.add("status", mark.status.rawValue)
                    properties.add("type", mark.type)
                    properties.add("filed", "\(mark.filed)")
                case .cluster(let id, let expansionZoom):
                    properties.add("cluster", true)
                    properties.add("cluster_id", id.rawValue)
                    properties.add("point_count", entry.count)
                    properties.add("point_count_abbreviated", abbreviated(entry.count))
                    properties.add("expansion_zoom", expansionZoom)
                }
            }
        }
        return writer.finish()
    }

    /// `950`, `1.2k`, `12k`.
    private static func abbreviated(_ count: Int) -> String {
        switch count {
        case ..<1000: return "\(count)"
        case ..<10_000:
            let tenths = (count + 50) / 100
            return tenths % 10 == 0 ? "\(tenths / 10)k" : "\(tenths / 10).\(tenths % 10)k"
        default: return "\((count + 500) / 1000)k"
        }
    }

    @Sendable private func page(_ request: Request, _ context: PostersContext) async throws -> Response {
        let html = String(decoding: PackageResources.map_html, as: UTF8.self)
            .replacing("{{TILES}}", with: tiles.map { MarkupText($0.url).description } ?? "")
            .replacing("{{ATTRIBUTION}}", with: tiles.map { MarkupText($0.attribution).description } ?? "")
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-cache", .xContentTypeOptions: "nosniff",
                .contentSecurityPolicy: contentPolicy, .referrerPolicy: "strict-origin-when-cross-origin",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }

    /// Everything comes from this server, but the tiles from where the administrator said.
    private var contentPolicy: String {
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "img-src 'self'\(tiles.map { " \($0.origin)" } ?? ""); base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    }
}

extension Response {
    /// A file that is part of this program. Browsers keep it, and ask whether it has changed.
    fileprivate static func asset(_ bytes: [UInt8], _ type: String, to request: Request) -> Response {
        let tag = EntityTag(unquoted: "\(BlobDigest(sha256Of: bytes))")
        let headers: HTTPFields = [
            .contentType: type, .cacheControl: "no-cache", .eTag: tag.description, .xContentTypeOptions: "nosniff",
        ]
        if let known = request.headers[.ifNoneMatch], tag.isNamed(in: known, weakly: true) {
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = Self("referrer-policy")!
}
