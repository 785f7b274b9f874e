import AppGroup
import AppGroupText

/// The way a page in a file shows later versions of that file: the browser neither reloads it nor moves the part that the user
/// looks at.
///
/// A page may not read files, but it may load itself again in a hidden frame, which then passes its content on. So that
/// no other page can ask for the content, the frame must know a secret that is in the file.
public struct PageUpdates: Hashable, Sendable {
    /// The same in all versions of the file that one process writes.
    let secret: String

    /// Updates with a new random secret.
    public init() {
        secret = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()
    }

    package init(secret: String) { self.secret = secret }

    /// The part of the page's policy that allows this one script, and frames from the page's own place.
    static let policy: String = {
        let digest = Base64.encode(SHA256.digest(of: Array(script.utf8)))
        return "; script-src 'sha256-\(digest)'; frame-src 'self'"
    }()

    /// Without scripts, the page reloads itself.
    static let fallback = "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>"

    /// The element at the end of the page that keeps it up to date.
    var element: String { "<script data-secret=\"\(secret)\">\(Self.script)</script>" }

    /// In a frame that this page created, the script passes on the content; if the frame does not know the secret, it only
    /// says that it was asked. In the page, it asks for the content two seconds after the last answer, or later if
    /// loading takes long, and not while the page is hidden. Elements that are still the same stay, and so do the
    /// position and the focus. If the file has another secret, another process writes it now, and the page is reloaded.
    private static let script = """
        (()=>{\
        const mark='launcher:',secret=document.currentScript.dataset.secret;\
        if(name.startsWith(mark)){\
        parent.postMessage(name===mark+secret?document.documentElement.outerHTML:'',\
        location.protocol==='file:'?'*':location.origin);\
        return}\
        let frame,began,waiting=0;\
        const find=(root,key)=>[...root.querySelectorAll('[data-app]')].find(each=>each.dataset.app===key);\
        const show=text=>{\
        const next=new DOMParser().parseFromString(text,'text/html');\
        const [was,now]=[document,next].map(each=>each.querySelector('main'));\
        const [style,look]=[document,next].map(each=>each.querySelector('style'));\
        if(!now)return;\
        document.title=next.title;\
        if(style.textContent!==look.textContent)style.textContent=look.textContent;\
        if(was.isEqualNode(now))return;\
        const held=document.activeElement?.closest('[data-app]')?.dataset.app,[x,y]=[scrollX,scrollY];\
        for(const fresh of now.querySelectorAll('[data-app]')){\
        const old=find(was,fresh.dataset.app);\
        if(!old)continue;\
        if(old.isEqualNode(fresh)){fresh.replaceWith(old);continue}\
        const [image,other]=[old,fresh].map(each=>each.querySelector('img'));\
        if(image&&other&&image.isEqualNode(other))other.replaceWith(image)}\
        was.setAttribute('aria-label',now.getAttribute('aria-label'));\
        was.setAttribute('style',now.getAttribute('style'));\
        was.replaceChildren(...now.childNodes);\
        if(held)find(was,held)?.querySelector('a')?.focus({preventScroll:true});\
        scrollTo(x,y)};\
        const ask=()=>{\
        clearTimeout(waiting);\
        frame?.remove();\
        waiting=setTimeout(ask,30000);\
        if(document.hidden)return;\
        frame=document.createElement('iframe');\
        frame.hidden=true;frame.name=mark+secret;frame.src=location.href.split('#')[0];\
        began=performance.now();\
        document.body.append(frame)};\
        addEventListener('message',event=>{\
        if(!frame||event.source!==frame.contentWindow||typeof event.data!=='string')return;\
        if(!event.data)return location.reload();\
        frame.remove();frame=null;\
        clearTimeout(waiting);\
        waiting=setTimeout(ask,Math.max(2000,10*(performance.now()-began)));\
        show(event.data)});\
        document.addEventListener('visibilitychange',()=>document.hidden||ask());\
        waiting=setTimeout(ask,2000)})()
        """
}
