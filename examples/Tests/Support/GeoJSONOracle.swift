import Foundation
import TestSupport

/// ogrinfo (GDAL) and the Python package geojson, which read GeoJSON.
package enum GeoJSONOracle {
    private static let folder = URL(filePath: #filePath).appending(path: "../../../../.build/tools/geojson-3.2.0")
        .standardized.path

    /// What both read in a document.
    package struct Reading: Decodable, Sendable {
        /// What geojson finds wrong, and what ogrinfo warns of.
        package let faults: [String]
        /// The longitude and the latitude of each point.
        package let points: [[Double]]
        /// The properties of each feature as ogrinfo prints them. A list is `(1:one)`.
        package let features: [[String: String]]
    }

    /// Reads a document. It must be a collection of points.
    package static func read(_ document: String) async throws -> Reading {
        try await Python.run(
            """
            import re, subprocess, tempfile
            sys.path.insert(0, given[0])
            import geojson
            geojson.geometry.DEFAULT_PRECISION = 15
            collection = geojson.loads(given[1])
            faults = [] if collection.is_valid else [str(collection.errors())]
            points = [list(feature.geometry.coordinates) for feature in collection.features]
            with tempfile.NamedTemporaryFile("w", suffix=".geojson", encoding="utf-8") as file:
                file.write(given[1])
                file.flush()
                told = subprocess.run(["ogrinfo", "-al", file.name], capture_output=True, text=True, check=True)
            faults += told.stderr.splitlines()
            if 'GEOGCRS["WGS 84"' not in told.stdout:
                faults.append("The coordinates are not in WGS 84.")
            features, places = [], []
            for line in told.stdout.splitlines():
                if line.startswith("OGRFeature("):
                    features.append({})
                elif found := re.fullmatch(r"  POINT \\((\\S+) (\\S+)\\)", line):
                    places.append([float(found[1]), float(found[2])])
                elif found := re.fullmatch(r"  (\\w+) \\([^)]*\\)+ = (.*)", line):
                    features[-1][found[1]] = found[2]
            # ogrinfo prints 15 digits.
            if len(places) != len(points) or any(abs(a - b) > 1e-9 for p, q in zip(places, points) for a, b in zip(p, q)):
                faults.append(f"ogrinfo reads the points {places}, geojson reads {points}.")
            answer = {"faults": faults, "points": points, "features": features}
            """, given: [folder, document])
    }
}
