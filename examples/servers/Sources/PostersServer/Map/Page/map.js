// A map of reports without a library: it pans, zooms and pinches, shows clusters as buttons, and fetches nothing but this
// server's answers and the tiles that its administrator has chosen. Positions on the map are web Mercator from 0 to 1.
"use strict";

const element = (id) => document.getElementById(id);
const map = element("map"), grid = element("grid"), tiles = element("tiles"), marks = element("marks");
const template = map.dataset.tiles;
const NEAREST = 19, FURTHEST = 1, FIT = 8, FAR = 3, TILE = 256;
const view = { x: 0.5, y: 0.5, zoom: 2 };
let features = [], shown = null, typeNames = {}, chosen = null, opener = null, request = 0;

// Projection

const mapX = (longitude) => longitude / 360 + 0.5;
const mapY = (latitude) => {
    const sine = Math.sin(latitude * Math.PI / 180);
    return Math.min(1, Math.max(0, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)));
};
const longitudeOf = (x) => (x - 0.5) * 360;
const latitudeOf = (y) => Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360 / Math.PI - 90;
const worldSize = () => TILE * 2 ** view.zoom;
const wrap = (x) => x - Math.floor(x);
const size = () => ({ width: map.clientWidth, height: map.clientHeight });
// The copy of a place that is nearest to the middle, in pixels from the top left corner.
const pixel = (x, y) => {
    const { width, height } = size();
    return { left: (wrap(x - view.x + 0.5) - 0.5) * worldSize() + width / 2, top: (y - view.y) * worldSize() + height / 2 };
};

// Looking around

function look(x, y, zoom) {
    view.zoom = Math.min(NEAREST, Math.max(FURTHEST, zoom));
    view.x = wrap(x);
    view.y = Math.min(1, Math.max(0, y));
    draw();
}

// Zooms so that the place at a point of the screen stays there.
function zoomAt(left, top, zoom) {
    const { width, height } = size();
    const before = worldSize(), [dx, dy] = [left - width / 2, top - height / 2];
    const after = TILE * 2 ** Math.min(NEAREST, Math.max(FURTHEST, zoom));
    look(view.x + dx / before - dx / after, view.y + dy / before - dy / after, zoom);
}

const zoomBy = (steps) => { zoomAt(size().width / 2, size().height / 2, Math.round(view.zoom + steps)); search(); };

function fit(list, joined) {
    if (list.length === 0) return look(0.5, 0.4, 2);
    const xs = list.map((f) => mapX(f.geometry.coordinates[0])).sort((a, b) => a - b);
    const ys = list.map((f) => mapY(f.geometry.coordinates[1]));
    // The widest gap between two neighbors stays outside, which may be anywhere around the earth.
    let gap = 1 - xs[xs.length - 1] + xs[0], west = xs[0];
    for (let i = 1; i < xs.length; i++) if (xs[i] - xs[i - 1] > gap) { gap = xs[i] - xs[i - 1]; west = xs[i]; }
    // The reports of a cluster lie around its place.
    const pad = list.some((f) => f.properties.cluster) ? 2 * 40 / 512 / 2 ** joined : 1e-9;
    const [north, south] = [Math.min(...ys), Math.max(...ys)], { width, height } = size();
    const zoom = Math.log2(Math.min((width - 100) / (1 - gap + 2 * pad), (height - 120) / (south - north + 2 * pad)) / TILE);
    look(west + (1 - gap) / 2, (north + south) / 2, Math.min(15, Math.floor(zoom)));
}

// Drawing

let isDrawing = false;
function draw() {
    if (isDrawing) return;
    isDrawing = true;
    requestAnimationFrame(() => { isDrawing = false; drawGrid(); drawTiles(); placeMarks(); moved(); });
}

// Meridians and parallels, with degrees at the edges: what a map without tiles has to show.
function drawGrid() {
    const { width, height } = size(), ratio = devicePixelRatio || 1, context = grid.getContext("2d");
    if (grid.width !== width * ratio || grid.height !== height * ratio) { grid.width = width * ratio; grid.height = height * ratio; }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const style = getComputedStyle(map), scale = worldSize();
    const wanted = 360 * 120 / scale;
    const step = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45].find((s) => s >= wanted) || 90;
    const digits = Math.max(0, Math.ceil(-Math.log10(step)));
    const label = (degrees, positive, negative) =>
        `${Math.abs(degrees).toFixed(digits)}°${degrees > step / 2 ? positive : degrees < -step / 2 ? negative : ""}`;
    context.strokeStyle = style.getPropertyValue("--line");
    context.fillStyle = style.getPropertyValue("--label");
    context.font = "11px system-ui, sans-serif";
    context.beginPath();
    const west = longitudeOf(view.x - width / 2 / scale), east = longitudeOf(view.x + width / 2 / scale);
    for (let n = Math.ceil(west / step); n * step <= east; n++) {
        const left = Math.round((mapX(n * step) - view.x) * scale + width / 2) + 0.5;
        context.moveTo(left, 0);
        context.lineTo(left, height);
        const degrees = ((n * step + 540) % 360 + 360) % 360 - 180;
        context.fillText(label(degrees, "E", "W"), left + 3, height - 34);
    }
    const south = Math.max(-85, latitudeOf(view.y + height / 2 / scale)), north = Math.min(85, latitudeOf(view.y - height / 2 / scale));
    for (let n = Math.ceil(south / step); n * step <= north; n++) {
        const top = Math.round((mapY(n * step) - view.y) * scale + height / 2) + 0.5;
        context.moveTo(0, top);
        context.lineTo(width, top);
        context.fillText(label(n * step, "N", "S"), 4, top - 3);
    }
    context.stroke();
}

const loaded = new Map();
function drawTiles() {
    if (!template) return;
    const zoom = Math.min(NEAREST, Math.round(view.zoom)), count = 2 ** zoom, scale = worldSize() / count / TILE;
    const { width, height } = size(), needed = new Set();
    const [centerX, centerY] = [view.x * count, view.y * count], [w, h] = [width / 2 / TILE / scale, height / 2 / TILE / scale];
    for (let y = Math.max(0, Math.floor(centerY - h)); y <= Math.min(count - 1, Math.floor(centerY + h)); y++) {
        for (let x = Math.floor(centerX - w); x <= Math.floor(centerX + w); x++) {
            const key = `${zoom}/${x}/${y}`;
            needed.add(key);
            let image = loaded.get(key);
            if (!image) {
                image = document.createElement("img");
                image.alt = "";
                image.draggable = false;
                // Without a tile, the lines below it stay visible.
                image.addEventListener("error", () => { image.hidden = true; });
                const values = { z: zoom, x: (x % count + count) % count, y };
                image.src = template.replace(/\{([zxy])\}/g, (_, name) => values[name]);
                loaded.set(key, image);
                tiles.append(image);
            }
            const [left, top] = [(x - centerX) * TILE * scale + width / 2, (y - centerY) * TILE * scale + height / 2];
            image.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
        }
    }
    for (const [key, image] of loaded) if (!needed.has(key)) { image.remove(); loaded.delete(key); }
}

function placeMarks() {
    const places = new Map();
    for (const button of marks.children) {
        const [longitude, latitude] = button.feature.geometry.coordinates;
        let { left, top } = pixel(mapX(longitude), mapY(latitude));
        // Marks in the same spot are spread around it once the map is close.
        const key = `${Math.round(left / 12)} ${Math.round(top / 12)}`, rank = places.get(key) || 0;
        places.set(key, rank + 1);
        if (rank > 0 && !button.feature.properties.cluster) {
            const [angle, distance] = [rank * 2.4, 14 * Math.sqrt(rank) + 8];
            [left, top] = [left + distance * Math.cos(angle), top + distance * Math.sin(angle)];
        }
        button.style.transform = `translate(${left}px, ${top}px)`;
    }
}

function showMarks() {
    const hadFocus = marks.contains(document.activeElement);
    marks.replaceChildren(...features.map(markOf));
    placeMarks();
    if (hadFocus) (marks.querySelector(".chosen") || map).focus();
}

function markOf(feature) {
    const button = document.createElement("button"), properties = feature.properties;
    button.type = "button";
    button.feature = feature;
    if (properties.cluster) {
        button.className = `cluster ${properties.point_count < 100 ? "small" : properties.point_count < 1000 ? "medium" : "large"}`;
        button.textContent = properties.point_count_abbreviated;
        button.setAttribute("aria-label", `${properties.point_count} reports. Zoom in.`);
        button.addEventListener("click", () => openCluster(feature));
    } else {
        button.className = properties.status;
        button.classList.toggle("chosen", properties.number === chosen);
        const name = typeNames[properties.type] || properties.type;
        button.title = `${name}, ${properties.status}`;
        button.setAttribute("aria-label", `Report ${properties.number}: ${name}, ${properties.status}`);
        button.addEventListener("click", () => openReport(properties.number));
    }
    return button;
}

// Searching

function box() {
    const { width, height } = size(), scale = worldSize();
    const [west, east] = [longitudeOf(view.x - width / 2 / scale), longitudeOf(view.x + width / 2 / scale)];
    const [south, north] = [latitudeOf(Math.min(1, view.y + height / 2 / scale)), latitudeOf(Math.max(0, view.y - height / 2 / scale))];
    return (east - west >= 360 ? [-180, south, 180, north] : [west, south, east, north]).map((n) => n.toFixed(6)).join(",");
}

async function ask(address) {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error((await answer.json().catch(() => null))?.error?.message || `The server answered ${answer.status}.`);
    return answer.json();
}

// Asks for what is in view. Clusters are as far apart as the server joins them on tiles of 512 pixels, so its zoom is one less.
async function search(area = box()) {
    const number = ++request;
    element("search").hidden = true;
    try {
        const answer = await ask(`map.geojson?bbox=${area}&zoom=${Math.max(0, Math.round(view.zoom) - 1)}`);
        if (number !== request) return;
        features = answer.features;
        shown = { x: view.x, y: view.y, zoom: view.zoom };
        // A frame that was drawn meanwhile may have offered to search again.
        element("search").hidden = true;
        problem(null);
        showMarks();
        const count = features.reduce((sum, f) => sum + (f.properties.point_count || 1), 0);
        element("summary").textContent = count === 0 ? "No reports in this area." : count === 1 ? "1 report in this area." : `${count.toLocaleString("en")} reports in this area.`;
    } catch (error) {
        if (number !== request) return;
        problem(error instanceof TypeError ? "The server can't be reached. The map shows what it had before." : error.message);
        element("search").hidden = false;
    }
}

function problem(text) {
    element("problem").hidden = text === null;
    element("problem").textContent = text ?? "";
}

// Offers to search again once the map was moved by a part of its size, and remembers the place in the address.
let timer = 0;
function moved() {
    // Until the first answer, the address says what to show.
    if (!shown) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
        const place = `#${view.zoom.toFixed(1).replace(".0", "")}/${latitudeOf(view.y).toFixed(5)}/${longitudeOf(view.x).toFixed(5)}`;
        if (location.hash !== place) history.replaceState(null, "", place);
    }, 200);
    const { width, height } = size(), scale = worldSize();
    const dx = (wrap(view.x - shown.x + 0.5) - 0.5) * scale, dy = (view.y - shown.y) * scale;
    if (Math.abs(dx) > width / 10 || Math.abs(dy) > height / 10 || view.zoom !== shown.zoom) element("search").hidden = false;
}

function openCluster(feature) {
    const [longitude, latitude] = feature.geometry.coordinates;
    look(mapX(longitude), mapY(latitude), Math.max(view.zoom + 1, feature.properties.expansion_zoom + 1));
    map.focus();
    search();
}

// One report

async function openReport(number) {
    opener = document.activeElement;
    chosen = number;
    for (const button of marks.children) button.classList.toggle("chosen", button.feature.properties.number === number);
    try {
        const [report] = await ask(`open311/v2/requests/${number}.json?extensions=true`);
        if (chosen !== number) return;
        showReport(report);
        problem(null);
    } catch (error) {
        problem(error instanceof TypeError ? `The server can't be reached, so report ${number} can't be shown.` : error.message);
    }
}

function showReport(report) {
    const details = element("details"), list = document.createElement("dl"), extra = report.extended_attributes || {};
    element("heading").textContent = `Report ${report.service_request_id}: ${report.service_name}`;
    details.replaceChildren();
    for (let n = 1; extra[`photo${n}`]; n++) {
        const image = document.createElement("img");
        image.src = new URL(extra[`photo${n}`]).pathname;
        image.alt = `Photo ${n} of report ${report.service_request_id}`;
        details.append(image);
    }
    const time = (text) => new Date(text).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
    const rows = [
        ["Status", report.status_notes], ["Reported", time(report.requested_datetime)], ["Company", extra.company],
        ["Address", report.address], ["District", [extra.district, extra.city].filter(Boolean).join(", ")],
        ["Maintained by", report.agency_responsible], ["Place", `${report.lat.toFixed(5)}, ${report.long.toFixed(5)}`],
        ["History", (report.notes || []).map((note) => `${time(note.datetime)}: ${note.description}`).join("\n")],
    ];
    for (const [name, value] of rows) {
        if (!value) continue;
        const [term, text] = [document.createElement("dt"), document.createElement("dd")];
        [term.textContent, text.textContent] = [name, value];
        list.append(term, text);
    }
    details.append(list);
    element("panel").hidden = false;
    element("heading").focus();
    draw();
}

function closePanel() {
    if (element("panel").hidden) return;
    element("panel").hidden = true;
    chosen = null;
    for (const button of marks.children) button.classList.remove("chosen");
    (opener && opener.isConnected ? opener : map).focus();
    draw();
}

// Hands: one finger or the mouse moves the map, two fingers zoom it.

const pointers = new Map();
let moves = 0, wasDragged = false;
const isControl = (event) => event.target.closest("button") && !event.target.closest("#marks");
map.addEventListener("pointerdown", (event) => {
    if (isControl(event) || event.button > 0) return;
    if (pointers.size === 0) moves = 0;
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
});
addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const others = [...pointers.entries()].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y], frame = map.getBoundingClientRect();
    moves += Math.abs(dx) + Math.abs(dy);
    if (moves < 5) return;
    map.classList.add("moving");
    if (others.length === 0) {
        look(view.x - dx / worldSize(), view.y - dy / worldSize(), view.zoom);
    } else {
        const distance = (a) => Math.hypot(a.x - others[0].x, a.y - others[0].y);
        const ratio = distance({ x: event.clientX, y: event.clientY }) / Math.max(1, distance(before));
        const middle = { x: (event.clientX + others[0].x) / 2 - frame.left, y: (event.clientY + others[0].y) / 2 - frame.top };
        look(view.x - dx / 2 / worldSize(), view.y - dy / 2 / worldSize(), view.zoom);
        zoomAt(middle.x, middle.y, view.zoom + Math.log2(ratio));
    }
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
});
for (const kind of ["pointerup", "pointercancel"]) {
    addEventListener(kind, (event) => {
        if (!pointers.delete(event.pointerId) || pointers.size > 0) return;
        map.classList.remove("moving");
        wasDragged = moves >= 5;
        setTimeout(() => { wasDragged = false; }, 50);
        if (shown && Math.abs(view.zoom - shown.zoom) > 0.01) search();
    });
}
// A button that was dragged was not clicked.
map.addEventListener("click", (event) => { if (wasDragged) event.stopPropagation(); }, true);
// People who move through the marks by keyboard see the one that has the focus.
marks.addEventListener("focusin", (event) => {
    const [longitude, latitude] = event.target.feature.geometry.coordinates, { width, height } = size();
    const { left, top } = pixel(mapX(longitude), mapY(latitude));
    if (left < 0 || top < 0 || left > width || top > height) look(mapX(longitude), mapY(latitude), view.zoom);
});
map.addEventListener("dblclick", (event) => {
    if (event.target.closest("button")) return;
    const frame = map.getBoundingClientRect();
    zoomAt(event.clientX - frame.left, event.clientY - frame.top, Math.round(view.zoom + 1));
    search();
});
let wheel = 0;
map.addEventListener("wheel", (event) => {
    event.preventDefault();
    const frame = map.getBoundingClientRect(), lines = event.deltaMode === 1 ? 30 : 1;
    zoomAt(event.clientX - frame.left, event.clientY - frame.top, view.zoom - Math.max(-60, Math.min(60, event.deltaY * lines)) / 120);
    clearTimeout(wheel);
    wheel = setTimeout(() => { zoomBy(0); }, 250);
}, { passive: false });
map.addEventListener("keydown", (event) => {
    const step = 0.25, { width, height } = size(), scale = worldSize();
    const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (directions) look(view.x + directions[0] * step * width / scale, view.y + directions[1] * step * height / scale, view.zoom);
    else if (event.key === "+" || event.key === "=") zoomBy(1);
    else if (event.key === "-") zoomBy(-1);
    else return;
    event.preventDefault();
});
addEventListener("keydown", (event) => { if (event.key === "Escape") closePanel(); });
addEventListener("resize", draw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
element("search").addEventListener("click", () => search());
element("in").addEventListener("click", () => zoomBy(1));
element("out").addEventListener("click", () => zoomBy(-1));
element("all").addEventListener("click", start);
element("close").addEventListener("click", closePanel);

// Shows all reports, or the place in the address.
async function start(event) {
    draw();
    try {
        const types = await ask("open311/v2/services.json");
        typeNames = Object.fromEntries(types.map((type) => [type.service_code, type.service_name]));
        const place = location.hash.match(/^#([\d.]+)\/(-?[\d.]+)\/(-?[\d.]+)$/);
        if (place && !event) look(mapX(Number(place[3])), mapY(Number(place[2])), Number(place[1]));
        else {
            const world = async (zoom) => fit((await ask(`map.geojson?bbox=-180,-90,180,90&zoom=${zoom}`)).features, zoom);
            // Reports all over a continent may be more marks than the server sends at once.
            await world(FIT).catch((error) => { if (error instanceof TypeError) throw error; return world(FAR); });
        }
    } catch (error) {
        problem(error instanceof TypeError ? "The server can't be reached. Try again later." : error.message);
        return;
    }
    await search();
}
start();
