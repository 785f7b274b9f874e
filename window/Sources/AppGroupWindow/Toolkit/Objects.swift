#if canImport(CAdwaita)
package import CAdwaita

/// Any widget.
package typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// The widget, for functions that take a class without a public structure, such as `GtkLabel`.
    package var opaque: OpaquePointer { OpaquePointer(self) }

    /// The widget, for functions that take a class with a public structure, such as `GtkBox`.
    package func cast<Class>(_ type: Class.Type = Class.self) -> UnsafeMutablePointer<Class> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Class.self)
    }

    package func addClass(_ name: String) { gtk_widget_add_css_class(self, name) }

    package func setClass(_ name: String, _ isSet: Bool) {
        if isSet { gtk_widget_add_css_class(self, name) } else { gtk_widget_remove_css_class(self, name) }
    }

    package var isVisible: Bool {
        get { gtk_widget_get_visible(self) != 0 }
        nonmutating set { gtk_widget_set_visible(self, newValue ? 1 : 0) }
    }
}

extension OpaquePointer {
    /// The object, for functions that take a class with a public structure, such as `GtkWidget`.
    package func cast<Class>(_ type: Class.Type = Class.self) -> UnsafeMutablePointer<Class> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Class.self)
    }
}

/// Keeps a Swift object alive for as long as a GObject lives.
package func keep(_ object: AnyObject, with owner: UnsafeMutableRawPointer, as name: String) {
    g_object_set_data_full(
        owner.assumingMemoryBound(to: GObject.self), name, Unmanaged.passRetained(object).toOpaque(),
        { Unmanaged<AnyObject>.fromOpaque($0!).release() })
}

/// The Swift object that is kept alive under a name.
package func kept<Kept: AnyObject>(_ type: Kept.Type = Kept.self, with owner: UnsafeMutableRawPointer, as name: String)
    -> Kept?
{
    g_object_get_data(owner.assumingMemoryBound(to: GObject.self), name).flatMap {
        Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() as? Kept
    }
}
#endif
