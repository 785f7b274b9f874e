// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions are documented in their header.

import AppGroup
import AppGroupPlatform
public import CAppGroupLibrary

/// A registry, and how long its calls may wait.
final class GroupHandle: Sendable {
    let registry: Registry
    private let limit = Exclusive(Duration.milliseconds(450))

    /// How long a call waits for another writer.
    var patience: Duration {
        get { limit.withLock { $0 } }
        set { limit.withLock { $0 = newValue } }
    }

    init(_ group: GroupID) { registry = Registry(group: group) }
}

/// The group of a handle, for a call.
func group(_ pointer: OpaquePointer?) throws -> GroupHandle { try Handle<GroupHandle>.object(pointer, "group") }

/// The id of an app, from the caller.
func appID(_ pointer: UnsafePointer<CChar>?) throws -> AppID { try AppID(text(pointer, "id")) }

/// The key of a field or setting, from the caller.
private func fieldKey(_ pointer: UnsafePointer<CChar>?) throws -> FieldKey { try FieldKey(text(pointer, "key")) }

@c @implementation
public func appgroup_group_open(
    _ group: UnsafePointer<CChar>!, _ result: UnsafeMutablePointer<OpaquePointer?>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let result = try place(result, "result")
        result.pointee = nil
        result.pointee = Handle(GroupHandle(try GroupID(text(group, "group")))).pointer
    }
}

@c @implementation
public func appgroup_group_set_patience(_ group: OpaquePointer!, _ milliseconds: Int32) {
    perform { Handle<GroupHandle>.object(group)?.patience = .milliseconds(max(0, milliseconds)) }
}

@c @implementation
public func appgroup_group_close(_ group: OpaquePointer!) { perform { Handle<GroupHandle>.free(group) } }

@c @implementation
public func appgroup_register(
    _ group: OpaquePointer!, _ app: OpaquePointer!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let group = try AppGroupLibrary.group(group)
        let app = try Handle<AppHandle>.object(app, "app").withLock { try $0.checked(in: group.registry.environment) }
        try group.registry.register(app, patience: group.patience)
    }
}

@c @implementation
public func appgroup_unregister(
    _ group: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let group = try AppGroupLibrary.group(group)
        try group.registry.unregister(appID(id), patience: group.patience)
    }
}

@c @implementation
public func appgroup_badge_set(
    _ group: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ badge: Int64, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let group = try AppGroupLibrary.group(group)
        try group.registry.setBadge(BadgeCount(clamping: badge), of: appID(id), patience: group.patience)
    }
}

@c @implementation
public func appgroup_badge_add(
    _ group: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ delta: Int64, _ now: UnsafeMutablePointer<Int64>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        now?.pointee = 0
        let group = try AppGroupLibrary.group(group)
        let badge = try group.registry.addToBadge(delta, of: appID(id), patience: group.patience)
        now?.pointee = badge.value
    }
}

@c @implementation
public func appgroup_field_set(
    _ group: OpaquePointer!, _ id: UnsafePointer<CChar>!, _ key: UnsafePointer<CChar>!,
    _ value: UnsafePointer<appgroup_value>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let group = try AppGroupLibrary.group(group)
        try group.registry.setField(
            fieldKey(key), to: AppGroupLibrary.value(value), of: appID(id), patience: group.patience)
    }
}

@c @implementation
public func appgroup_total(
    _ group: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ result: UnsafeMutablePointer<Int64>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let result = try place(result, "result")
        result.pointee = 0
        let registry = try AppGroupLibrary.group(group).registry
        result.pointee = try key == nil ? registry.totalBadge().value : registry.totalField(fieldKey(key))
    }
}

@c @implementation
public func appgroup_setting_get(
    _ group: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ result: UnsafeMutablePointer<appgroup_value>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let result = try place(result, "result")
        result.pointee = .none
        let setting = try AppGroupLibrary.group(group).registry.setting(fieldKey(key))
        result.pointee = appgroup_value(setting) { UnsafePointer(CString.forCaller($0)) }
    }
}

@c @implementation
public func appgroup_setting_set(
    _ group: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ value: UnsafePointer<appgroup_value>!,
    _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> appgroup_status {
    attempt(error) {
        let group = try AppGroupLibrary.group(group)
        try group.registry.setSetting(fieldKey(key), to: AppGroupLibrary.value(value), patience: group.patience)
    }
}
