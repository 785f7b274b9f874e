import PhotoData

// Reads the photos that `make bench` measures, and prints their places and times: photo-bench FILE…
for path in CommandLine.arguments.dropFirst() {
    let photo = try Photo(reading: PhotoFile(path: path))
    let place = photo.place.map { "\($0.latitude) \($0.longitude)" } ?? "-"
    print("\(path)\t\(photo.size)\t\(photo.time?.description ?? "-")\t\(place)\t\(photo.camera ?? "-")")
}
