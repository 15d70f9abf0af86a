// Draws all bodies of one shape, each with the detail that its size on the screen requires. The mesh of a round shape was
// built by subdividing each triangle into four. Undoing these subdivisions step by step gives coarser meshes: 320, 80 and
// 20 triangles for a sphere. Other shapes have one level of detail.
'use strict';

const allowed_sag = 1.5;    // pixels; all levels have equal area, so the outline is off by only about half of it
const allowed_move = 0.05;  // camera motion that needs new levels: fraction of the distance to the nearest body, or rad
const view_margin = 1.2;    // halves of the window; bodies beyond this distance from its centre are out of view

/// Returns the mesh before each triangle abc was subdivided into (a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca), or
/// null if the mesh was not built in this way. `sag` is the distance by which the subdivision moved the midpoints of edges.
/// It is the error of the coarser mesh.
function coarser({vertices, triangles: t}) {
  if (t.length < 12 * 20 || t.length % 12 !== 0) return null;
  const at = (i) => [vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]];
  const triangles = new Uint32Array(t.length / 4);
  let sag = 0;
  for (let k = 0; k < t.length; k += 12) {
    const a = t[k], ab = t[k + 1], ca = t[k + 2], b = t[k + 4], bc = t[k + 5], c = t[k + 8];
    const cut = [a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca];
    if (cut.some((v, m) => v !== t[k + m])) return null;
    triangles.set([a, b, c], k / 4);
    for (const [p, q, middle] of [[a, b, ab], [b, c, bc], [c, a, ca]])
      sag = Math.max(sag, Math.hypot(...sub(at(middle), times(0.5, add(at(p), at(q))))));
  }
  return {vertices, triangles, sag};
}

function areaOf({vertices, triangles: t}) {
  const at = (i) => [vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]];
  let sum = 0;
  for (let k = 0; k < t.length; k += 3)
    sum += 0.5 * Math.hypot(...cross(sub(at(t[k + 1]), at(t[k])), sub(at(t[k + 2]), at(t[k]))));
  return sum;
}

/// Returns the levels of detail from fine to coarse, each with its sag. All have the same surface area. The projected area of a
/// convex body is on average a quarter of its surface area (Cauchy), so bodies do not shrink as they become coarser.
function levelsOf(mesh, round) {
  const levels = [{...mesh, sag: 0}];
  for (let next = round && coarser(mesh), sag = 0; next; next = coarser(next)) {
    const grow = Math.sqrt(areaOf(mesh) / areaOf(next));
    sag += next.sag;
    levels.push({vertices: next.vertices.map((x) => grow * x), triangles: next.triangles, sag});
  }
  return levels;
}

/// The view for which levels were chosen.
class ChosenView {
  constructor(camera, height, aspect) {
    this.eye = camera.eye(), this.back = camera.axes().back, this.shift = camera.shift, this.lift = camera.lift;
    this.focus = camera.focus(aspect), this.pixels = this.focus * height / 2;  // apparent size of an object whose distance equals its length
    this.nearest = Infinity;
  }
  isNear(camera, height, aspect) {
    const now = new ChosenView(camera, height, aspect);
    return Math.hypot(...sub(now.eye, this.eye)) < allowed_move * this.nearest && Math.hypot(...sub(now.back, this.back)) < allowed_move &&
        now.shift === this.shift && now.lift === this.lift && now.focus === this.focus && now.pixels === this.pixels;
  }
}

class Crowd {
  constructor(gl, mesh, round) {
    const levels = levelsOf(mesh, round);
    this.levels = levels.map((level) => new Instances(gl, spreadMesh(level, round), body_row));
    this.sags = levels.map((level) => level.sag), this.radius = 0;
    for (let k = 0; k < mesh.vertices.length; k += 3) this.radius = Math.max(this.radius, Math.hypot(...mesh.vertices.subarray(k, k + 3)));
    this.data = new Float32Array(0), this.count = 0, this.chosenFor = null;
  }
  /// Sets the bodies as rows of position (3), scale, orientation (4), colour. The next `choose` prepares their drawing.
  fill(data, count) { this.data = data, this.count = count, this.chosenFor = null; }
  /// Gives each body the coarsest level that is fine enough, or a coarser one if the bodies would need more than `most`
  /// triangles in total. Does nothing while the camera has hardly moved. The window is `height` pixels high.
  choose(camera, height, aspect, most) {
    if (this.chosenFor && this.chosenFor.isNear(camera, height, aspect)) return;
    const view = this.chosenFor = new ChosenView(camera, height, aspect);
    if (this.levels.length === 1) return this.levels[0].fill(this.data, this.count);
    const chosen = new Uint8Array(this.count), triangles = (counts) => counts.reduce((sum, n, l) => sum + n * this.levels[l].corners / 3, 0);
    let sag = allowed_sag, counts = this.chooseFor(camera, view, aspect, sag, chosen);
    while (triangles(counts) > most && counts.at(-1) < this.count) counts = this.chooseFor(camera, view, aspect, sag *= 1.25, chosen);
    this.fillLevels(chosen, counts);
  }
  /// Chooses the level of each body for an allowed sag in pixels, and returns the number of bodies on each level. Bodies
  /// out of view get the coarsest level, because only their shadows are seen.
  chooseFor(camera, view, aspect, allowed, chosen) {
    const {data, sags, radius} = this, rows = this.levels[0].floats, coarsest = sags.length - 1, counts = sags.map(() => 0);
    const m = camera.matrix(aspect), [ex, ey, ez] = view.eye, high = view.focus, wide = high / aspect;
    for (let i = 0, k = 0; i < chosen.length; ++i, k += rows) {
      const x = data[k], y = data[k + 1], z = data[k + 2], scale = data[k + 3], r = radius * scale;
      const distance = Math.sqrt((x - ex) ** 2 + (y - ey) ** 2 + (z - ez) ** 2), pixels = view.pixels * scale / distance;
      const edge = view_margin * (m[3] * x + m[7] * y + m[11] * z + m[15] + r);
      const across = Math.abs(m[0] * x + m[4] * y + m[8] * z + m[12]) - wide * r;
      const upwards = Math.abs(m[1] * x + m[5] * y + m[9] * z + m[13]) - high * r;
      let level = coarsest;
      if (across < edge && upwards < edge)
        while (level > 0 && sags[level] * pixels > allowed) --level;
      if (distance < view.nearest) view.nearest = distance;
      chosen[i] = level, ++counts[level];
    }
    return counts;
  }
  fillLevels(chosen, counts) {
    const {data, levels} = this, rows = levels[0].floats;
    // Rows are copied as integers. The bits of some colours are a NaN as float, and a copy as float may change them.
    const words = new Uint32Array(data.buffer), parts = counts.map((n) => new Uint32Array(rows * n)), next = counts.map(() => 0);
    for (let i = 0, k = 0; i < chosen.length; ++i, k += rows) {
      const to = parts[chosen[i]], at = rows * next[chosen[i]]++;
      for (let c = 0; c < rows; ++c) to[at + c] = words[k + c];
    }
    levels.forEach((level, l) => level.fill(parts[l], counts[l]));
  }
  draw() { for (const level of this.levels) level.draw(); }
  remove() { for (const level of this.levels) level.remove(); }
}

if (typeof module !== 'undefined') module.exports = {coarser, areaOf, levelsOf};
