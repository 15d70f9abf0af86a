// Draws a frame with WebGL 2. One draw call per level of detail draws all bodies of a shape (crowd.js). The scene also has
// a shadow map, walls as sheets that are transparent from behind, and the links and points of contacts.
'use strict';

const most_triangles = 5e6;  // limit per pass; applies to shapes that have coarser meshes

function poseMatrix([x, y, z, ...q]) {
  const a = turned(q, [1, 0, 0]), b = turned(q, [0, 1, 0]), c = turned(q, [0, 0, 1]);
  return new Float32Array([...a, 0, ...b, 0, ...c, 0, x, y, z, 1]);
}

class Scene {
  constructor(canvas) {
    const gl = this.gl = canvas.getContext('webgl2', {antialias: true, alpha: false, powerPreference: 'high-performance'});
    if (!gl) throw new Error('this browser does not support WebGL 2, which is needed for drawing. Try another browser, or switch on hardware acceleration in its settings');
    this.canvas = canvas, this.shapes = [], this.walls = [], this.programs = {};
    for (const [name, sources] of Object.entries(shaders)) this.programs[name] = makeProgram(gl, ...sources);
    this.light = unit([0.45, -0.55, 0.95]);
    this.shadowsOn = true, this.cut = [0, 0, 0, 1e38], this.grains = 'solid', this.wallsOn = true;
    this.shadow = makeShadowMap(gl, 2048);
  }
  setCast(meshes, shapes) {
    for (const old of [...this.shapes, this.points, this.links]) if (old) old.remove();
    this.shapes = meshes.shapes.map((m, s) => new Crowd(this.gl, m, shapes[s].round));
    this.points = new Instances(this.gl, spreadMesh(dot_mesh, false), body_row);
    this.links = new Instances(this.gl, linkMesh(), link_row);
    this.setWalls(meshes.walls);
  }
  setWalls(walls) {
    for (const w of this.walls) w.faces.remove(), w.lines.remove();
    this.walls = walls.map((w) => wallDrawings(this.gl, w));
  }
  /// Sets the bodies of a frame and their colours, one number per body with red in the lowest byte.
  setFrame(frame, colors) {
    this.frame = frame;
    const counts = this.shapes.map(() => 0), data = [];
    for (let i = 0; i < frame.count; ++i) ++counts[frame.shape[i]];
    for (const n of counts) data.push(new Float32Array(9 * n));
    const paints = data.map((d) => new Uint32Array(d.buffer)), next = counts.map(() => 0);
    const lower = [Infinity, Infinity, Infinity], upper = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < frame.count; ++i) {
      const s = frame.shape[i], to = data[s], k = 9 * next[s]++;
      for (let c = 0; c < 3; ++c) {
        const x = to[k + c] = frame.position[3 * i + c];
        if (x < lower[c]) lower[c] = x;
        if (x > upper[c]) upper[c] = x;
      }
      to[k + 3] = frame.scale[i];
      for (let c = 0; c < 4; ++c) to[k + 4 + c] = frame.rotation[4 * i + c];
      paints[s][k + 8] = colors[i];
    }
    this.shapes.forEach((shape, s) => shape.fill(data[s], counts[s]));
    this.box = frame.count ? {lower, upper} : null;
    this.shadowStale = true;
  }
  /// Sets the links and the points. A row of a link is start (3), thickness, end (3), 0, colour. A row of a point is
  /// position (3), size, orientation (4), colour.
  setContacts(links, linkCount, points, pointCount) {
    this.links.fill(links, linkCount), this.points.fill(points, pointCount);
  }
  /// Renders the depth of the scene seen from the light, but only if bodies or the cut have moved.
  drawShadows() {
    const gl = this.gl, {lower, upper} = this.box, {program, uniforms} = this.programs.depth;
    const middle = times(0.5, add(lower, upper)), radius = 0.5 * Math.hypot(...sub(upper, lower)) + this.reach;
    const back = this.light, right = unit(cross([0, 0, 1], back)), up = cross(back, right), r = 1 / radius;
    this.shadowProjection = product(new Float32Array([r, 0, 0, 0, 0, r, 0, 0, 0, 0, -r, 0, 0, 0, 0, 1]), lookAlong(middle, right, up, back));
    if (!this.shadowStale) return;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadow.buffer), gl.viewport(0, 0, this.shadow.size, this.shadow.size);
    gl.clear(gl.DEPTH_BUFFER_BIT), gl.useProgram(program), gl.disable(gl.BLEND);
    gl.uniformMatrix4fv(uniforms.projection, false, this.shadowProjection), gl.uniform4fv(uniforms.cut, this.cut);
    for (const s of this.shapes) s.draw();
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    this.shadowStale = false;
  }
  /// Activates a shader program and sets its uniforms. Skips names that are not a uniform of the program.
  use(name, values) {
    const gl = this.gl, {program, uniforms} = this.programs[name];
    gl.useProgram(program);
    for (const [key, value] of Object.entries(values)) {
      const location = uniforms[key];
      if (location === undefined) continue;
      if (value.length === 16) gl.uniformMatrix4fv(location, false, value);
      else if (value.length === 4) gl.uniform4fv(location, value);
      else if (value.length === 3) gl.uniform3fv(location, value);
      else gl.uniform1f(location, value);
    }
    if (uniforms.shadow_map !== undefined) gl.uniform1i(uniforms.shadow_map, 0);
    return uniforms;
  }
  draw(camera, theme) {
    const gl = this.gl, canvas = this.canvas, aspect = canvas.width / canvas.height, eye = camera.eye();
    const shadows = this.shadowsOn && this.grains === 'solid' && this.box ? 1 : 0;
    gl.enable(gl.DEPTH_TEST), gl.depthMask(true);
    for (const s of this.shapes) s.choose(camera, canvas.height, aspect, most_triangles * s.count / (this.frame ? this.frame.count : 1));
    if (shadows) this.drawShadows();
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(...theme.background, 1), gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.activeTexture(gl.TEXTURE0), gl.bindTexture(gl.TEXTURE_2D, this.shadow.texture);
    const common = {projection: camera.matrix(aspect), eye, light: this.light, cut: this.cut,
                    shadows, faint: 1, shadow_projection: this.shadowProjection || new Float32Array(16)};
    this.use('grain', common), gl.disable(gl.BLEND);
    if (this.cut[3] > 1e30) gl.enable(gl.CULL_FACE);  // insides are visible only in bodies that are cut open
    if (this.grains === 'solid') for (const s of this.shapes) s.draw();
    gl.disable(gl.CULL_FACE);
    this.use('grain', {...common, shadows: 0}), this.points.draw();
    this.use('link', {...common, shadows: 0}), this.links.draw();
    gl.enable(gl.BLEND), gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    if (this.wallsOn) this.drawWalls(common, theme);
    if (this.grains === 'faint') {
      this.use('grain', {...common, faint: 0.16}), gl.depthMask(false), gl.enable(gl.CULL_FACE);
      for (const s of this.shapes) s.draw();
      gl.disable(gl.CULL_FACE), gl.depthMask(true);
    }
  }
  drawWalls(common, theme) {
    const gl = this.gl, poses = this.frame ? this.frame.walls : [];
    const each = (visit) => this.walls.forEach((w, k) => poses[k] && visit(w, poseMatrix(poses[k])));
    each((w, pose) => {
      if (!w.up) return;
      this.use('wall', {...common, pose, tint: [...theme.ground, 1], behind: 0.1});
      gl.depthMask(true), gl.enable(gl.POLYGON_OFFSET_FILL), gl.polygonOffset(1, 1);
      gl.enable(gl.CULL_FACE), w.faces.draw();
      gl.depthMask(false), gl.cullFace(gl.FRONT), w.faces.draw();
      gl.cullFace(gl.BACK), gl.disable(gl.CULL_FACE), gl.disable(gl.POLYGON_OFFSET_FILL);
    });
    gl.depthMask(false);
    each((w, pose) => {
      if (w.up) return;
      this.use('wall', {...common, pose, tint: [...theme.wall, 0.30], behind: 0.16});
      w.faces.draw();
    });
    each((w, pose) => {
      this.use('line', {...common, pose, tint: [...theme.line, 0.45]});
      w.lines.draw();
    });
    gl.depthMask(true);
  }
}
