import AppGroupPlatform
import Feeds

// Reads feeds that `make bench` measures: feed-bench FILE…
for path in CommandLine.arguments.dropFirst() {
    let feed = try FeedDocument.read(Files.contents(of: path, limit: 100 << 20))
    print("\(path): \(feed.items.count) items\(feed.damage.map { ", damaged: \($0)" } ?? "")")
}
