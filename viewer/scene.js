// Draws a frame with WebGL 2: every shape is a triangle mesh, drawn once for all its bodies (instancing); a shadow map;
// walls as sheets that are clear when seen from behind; links and points of contacts.
'use strict';

const shaders = {
  grain: [`#version 300 es
    in vec3 corner, normal; in vec4 place, turn, paint;
    uniform mat4 projection; out vec3 at, facing; out vec4 color;
    vec3 turned(vec4 q, vec3 v) { vec3 t = 2.0 * cross(q.yzw, v); return v + q.x * t + cross(q.yzw, t); }
    void main() {
      at = place.xyz + place.w * turned(turn, corner);
      facing = turned(turn, normal), color = paint;
      gl_Position = projection * vec4(at, 1.0);
    }`, `#version 300 es
    precision highp float; precision highp sampler2DShadow;
    in vec3 at, facing; in vec4 color; out vec4 result;
    uniform vec3 light, eye; uniform vec4 cut; uniform float faint;
    uniform mat4 shadow_projection; uniform sampler2DShadow shadow_map; uniform float shadows;
    float lit(vec3 n) {
      if (shadows == 0.0) return 1.0;
      vec4 p = shadow_projection * vec4(at, 1.0);
      vec3 q = p.xyz * 0.5 + 0.5;
      float step = 1.0 / float(textureSize(shadow_map, 0).x), slack = 0.0012 + 0.003 * (1.0 - max(dot(n, light), 0.0)), sum = 0.0;
      for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y) sum += texture(shadow_map, vec3(q.xy + step * vec2(x, y), q.z - slack));
      return sum / 9.0;
    }
    void main() {
      if (dot(at, cut.xyz) > cut.w) discard;
      vec3 n = normalize(facing);
      // The inside of a body that is cut open, in one tone, looks like the flat face of the cut.
      if (!gl_FrontFacing && cut.w < 1e30) { result = vec4(mix(color.rgb, vec3(0.5), 0.25) * 0.8, faint); return; }
      vec3 towards = normalize(eye - at);
      if (dot(n, towards) < 0.0) n = -n;
      float sky = 0.5 + 0.5 * n.z, key = max(dot(n, light), 0.0) * lit(n), head = max(dot(n, towards), 0.0);
      vec3 tone = vec3(0.36, 0.38, 0.42) + 0.24 * sky + 0.16 * head + vec3(0.60, 0.57, 0.52) * key;
      vec3 shade = color.rgb * tone;
      result = vec4(pow(min(shade, 1.0), vec3(0.95)), faint * color.a);
    }`],
  depth: [`#version 300 es
    in vec3 corner; in vec4 place, turn; uniform mat4 projection; uniform vec4 cut; out vec3 at;
    vec3 turned(vec4 q, vec3 v) { vec3 t = 2.0 * cross(q.yzw, v); return v + q.x * t + cross(q.yzw, t); }
    void main() { at = place.xyz + place.w * turned(turn, corner); gl_Position = projection * vec4(at, 1.0); }`,
  `#version 300 es
    precision highp float; in vec3 at; uniform vec4 cut;
    void main() { if (dot(at, cut.xyz) > cut.w) discard; }`],
  link: [`#version 300 es
    in vec3 corner; in vec4 start, finish, paint; uniform mat4 projection; out vec3 at, facing; out vec4 color;
    void main() {
      vec3 along = finish.xyz - start.xyz, a = normalize(along);
      vec3 u = normalize(cross(abs(a.z) < 0.9 ? vec3(0, 0, 1) : vec3(1, 0, 0), a)), v = cross(a, u);
      facing = corner.x * u + corner.y * v;
      at = start.xyz + corner.z * along + start.w * facing, color = paint;
      gl_Position = projection * vec4(at, 1.0);
    }`, null],
  wall: [`#version 300 es
    in vec3 corner; uniform mat4 projection, pose; out vec3 at;
    void main() { at = (pose * vec4(corner, 1.0)).xyz; gl_Position = projection * vec4(at, 1.0); }`,
  `#version 300 es
    precision highp float; precision highp sampler2DShadow;
    in vec3 at; out vec4 result; uniform vec4 tint; uniform float behind; uniform vec3 eye, light;
    uniform mat4 shadow_projection; uniform sampler2DShadow shadow_map; uniform float shadows;
    void main() {
      vec3 n = normalize(cross(dFdx(at), dFdy(at)));
      float dark = 1.0;
      if (shadows > 0.0 && gl_FrontFacing) {
        vec3 q = (shadow_projection * vec4(at, 1.0)).xyz * 0.5 + 0.5;
        float step = 1.0 / float(textureSize(shadow_map, 0).x), sum = 0.0;
        for (int x = -2; x <= 2; ++x)
          for (int y = -2; y <= 2; ++y) sum += texture(shadow_map, vec3(q.xy + step * vec2(x, y), q.z - 0.001));
        dark = 0.62 + 0.38 * sum / 25.0;
      }
      float tone = 0.86 + 0.14 * abs(n.z);
      result = vec4(tint.rgb * dark * tone, gl_FrontFacing ? tint.a : tint.a * behind);
    }`],
  line: [`#version 300 es
    in vec3 corner; uniform mat4 projection, pose;
    void main() { gl_Position = projection * pose * vec4(corner, 1.0); }`,
  `#version 300 es
    precision highp float; uniform vec4 tint; out vec4 result; void main() { result = tint; }`],
};
shaders.link[1] = shaders.grain[1];

/// Corners and normals of every triangle; of a round shape the normals of its vertices.
function spreadMesh({vertices, triangles}, round) {
  const at = (i) => [vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]];
  const out = new Float32Array(6 * triangles.length), sums = new Float32Array(vertices.length), normals = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [at(triangles[t]), at(triangles[t + 1]), at(triangles[t + 2])], n = cross(sub(b, a), sub(c, a));
    normals.push(unit(n));
    for (let k = 0; k < 3; ++k)
      for (let d = 0; d < 3; ++d) sums[3 * triangles[t + k] + d] += n[d];
  }
  triangles.forEach((v, k) => {
    out.set(at(v), 6 * k);
    out.set(round ? unit([sums[3 * v], sums[3 * v + 1], sums[3 * v + 2]]) : normals[Math.floor(k / 3)], 6 * k + 3);
  });
  return out;
}

const dot_mesh = {  // an octahedron, for points of contact
  vertices: new Float32Array([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]),
  triangles: new Uint32Array([0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5]),
};

function poseMatrix([x, y, z, ...q]) {
  const a = turned(q, [1, 0, 0]), b = turned(q, [0, 1, 0]), c = turned(q, [0, 0, 1]);
  return new Float32Array([...a, 0, ...b, 0, ...c, 0, x, y, z, 1]);
}

class Scene {
  constructor(canvas) {
    const gl = this.gl = canvas.getContext('webgl2', {antialias: true, alpha: false, powerPreference: 'high-performance'});
    if (!gl) throw new Error('this browser offers no WebGL 2, which is needed to draw. Try another browser, or switch on hardware acceleration in its settings');
    this.canvas = canvas, this.shapes = [], this.walls = [], this.programs = {};
    for (const [name, sources] of Object.entries(shaders)) this.programs[name] = this.program(...sources);
    this.light = unit([0.45, -0.55, 0.95]);
    this.shadowsOn = true, this.cut = [0, 0, 0, 1e38], this.grains = 'solid', this.wallsOn = true;
    this.makeShadowMap();
  }
  program(vertex, fragment) {
    const gl = this.gl, program = gl.createProgram();
    [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]].forEach(([type, source]) => {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source), gl.compileShader(shader), gl.attachShader(program, shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error('shader: ' + gl.getShaderInfoLog(shader));
    });
    ['corner', 'normal', 'place', 'turn', 'paint', 'start', 'finish'].forEach((name, k) => gl.bindAttribLocation(program, k, name));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error('shader: ' + gl.getProgramInfoLog(program));
    const uniforms = {};
    for (let n = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS), i = 0; i < n; ++i) {
      const {name} = gl.getActiveUniform(program, i);
      uniforms[name] = gl.getUniformLocation(program, name);
    }
    return {program, uniforms};
  }
  makeShadowMap() {
    const gl = this.gl, size = 2048;
    this.shadowTexture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.shadowTexture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, size, size);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
    for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
    this.shadowBuffer = gl.createFramebuffer(), this.shadowSize = size;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadowBuffer);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, this.shadowTexture, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }
  /// A mesh with a buffer of instances: attributes [place in the shader, how many floats, or 'color'].
  instanced(mesh, attributes) {
    const gl = this.gl, array = gl.createVertexArray(), buffer = gl.createBuffer(), vertices = gl.createBuffer();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, vertices), gl.bufferData(gl.ARRAY_BUFFER, mesh, gl.STATIC_DRAW);
    for (const k of [0, 1]) gl.enableVertexAttribArray(k), gl.vertexAttribPointer(k, 3, gl.FLOAT, false, 24, 12 * k);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    let offset = 0;
    const stride = 4 * attributes.reduce((sum, [, n]) => sum + (n === 'color' ? 1 : n), 0);
    for (const [k, n] of attributes) {
      gl.enableVertexAttribArray(k), gl.vertexAttribDivisor(k, 1);
      if (n === 'color') gl.vertexAttribPointer(k, 4, gl.UNSIGNED_BYTE, true, stride, offset);
      else gl.vertexAttribPointer(k, n, gl.FLOAT, false, stride, offset);
      offset += 4 * (n === 'color' ? 1 : n);
    }
    gl.bindVertexArray(null);
    return {array, buffer, vertices: mesh.length / 6, count: 0, floats: stride / 4};
  }
  fill(instances, data, count) {
    const gl = this.gl;
    instances.count = count;
    gl.bindBuffer(gl.ARRAY_BUFFER, instances.buffer), gl.bufferData(gl.ARRAY_BUFFER, data.subarray(0, count * instances.floats), gl.DYNAMIC_DRAW);
  }
  setCast(meshes, shapes) {
    const body = [[2, 4], [3, 4], [4, 'color']];
    this.shapes = meshes.shapes.map((m, s) => this.instanced(spreadMesh(m, shapes[s].round), body));
    this.points = this.instanced(spreadMesh(dot_mesh, false), body);
    const sides = 6, prism = [];
    for (let k = 0; k < sides; ++k) {
      const [p, q] = [k, k + 1].map((i) => [Math.cos(2 * Math.PI * i / sides), Math.sin(2 * Math.PI * i / sides)]);
      for (const [[x, y], z] of [[p, 0], [q, 0], [q, 1], [p, 0], [q, 1], [p, 1]]) prism.push(x, y, z, x, y, 0);
    }
    this.links = this.instanced(new Float32Array(prism), [[5, 4], [6, 4], [4, 'color']]);
    this.setWalls(meshes.walls);
  }
  setWalls(walls) {
    const gl = this.gl;
    const buffer = (data) => {
      const array = gl.createVertexArray(), b = gl.createBuffer();
      gl.bindVertexArray(array), gl.bindBuffer(gl.ARRAY_BUFFER, b), gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(0), gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 12, 0), gl.bindVertexArray(null);
      return {array, buffer: b, count: data.length / 3};
    };
    for (const w of this.walls)
      for (const part of [w.faces, w.lines]) gl.deleteVertexArray(part.array), gl.deleteBuffer(part.buffer);
    this.walls = walls.map(({vertices, triangles, edges}) => {
      const spread = (indices) => {
        const out = new Float32Array(3 * indices.length);
        indices.forEach((v, k) => out.set(vertices.subarray(3 * v, 3 * v + 3), 3 * k));
        return out;
      };
      const faces = spread(triangles), corner = (k) => [...faces.subarray(3 * k, 3 * k + 3)];
      let up = triangles.length > 0;  // flat, and seen from above: the ground
      for (let t = 0; t < triangles.length && up; t += 3)
        up = unit(cross(sub(corner(t + 1), corner(t)), sub(corner(t + 2), corner(t))))[2] > 0.9;
      return {faces: buffer(faces), lines: buffer(spread(edges)), up};
    });
  }
  /// The bodies of a frame with their colours (one number a body, red in its lowest byte).
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
      for (let c = 0; c < 4; ++c) to[k + 4 + c] = frame.turn[4 * i + c];
      paints[s][k + 8] = colors[i];
    }
    this.shapes.forEach((shape, s) => this.fill(shape, data[s], counts[s]));
    this.box = frame.count ? {lower, upper} : null;
    this.shadowStale = true;
  }
  /// Links: rows of from (3), thickness, to (3), 0, colour; points: rows of place (3), size, turn (4), colour.
  setContacts(links, linkCount, points, pointCount) {
    this.fill(this.links, links, linkCount), this.fill(this.points, points, pointCount);
  }
  drawInstances(instances) {
    const gl = this.gl;
    if (!instances || !instances.count) return;
    gl.bindVertexArray(instances.array), gl.drawArraysInstanced(gl.TRIANGLES, 0, instances.vertices, instances.count);
  }
  /// Depth as the light sees it; made again only when bodies or the cut moved.
  drawShadows() {
    const gl = this.gl, {lower, upper} = this.box, {program, uniforms} = this.programs.depth;
    const middle = times(0.5, add(lower, upper)), radius = 0.5 * Math.hypot(...sub(upper, lower)) + this.reach;
    const back = this.light, right = unit(cross([0, 0, 1], back)), up = cross(back, right), r = 1 / radius;
    this.shadowProjection = product(new Float32Array([r, 0, 0, 0, 0, r, 0, 0, 0, 0, -r, 0, 0, 0, 0, 1]), lookAlong(middle, right, up, back));
    if (!this.shadowStale) return;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadowBuffer), gl.viewport(0, 0, this.shadowSize, this.shadowSize);
    gl.clear(gl.DEPTH_BUFFER_BIT), gl.useProgram(program), gl.disable(gl.BLEND);
    gl.uniformMatrix4fv(uniforms.projection, false, this.shadowProjection), gl.uniform4fv(uniforms.cut, this.cut);
    for (const s of this.shapes) this.drawInstances(s);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    this.shadowStale = false;
  }
  /// Sets what most programs share; those without a uniform of a name pass over it.
  use(name, values) {
    const gl = this.gl, {program, uniforms} = this.programs[name];
    gl.useProgram(program);
    for (const [key, value] of Object.entries(values)) {
      const place = uniforms[key];
      if (place === undefined) continue;
      if (value.length === 16) gl.uniformMatrix4fv(place, false, value);
      else if (value.length === 4) gl.uniform4fv(place, value);
      else if (value.length === 3) gl.uniform3fv(place, value);
      else gl.uniform1f(place, value);
    }
    if (uniforms.shadow_map !== undefined) gl.uniform1i(uniforms.shadow_map, 0);
    return uniforms;
  }
  draw(camera, theme) {
    const gl = this.gl, canvas = this.canvas;
    const shadows = this.shadowsOn && this.grains === 'solid' && this.box ? 1 : 0;
    gl.enable(gl.DEPTH_TEST), gl.depthMask(true);
    if (shadows) this.drawShadows();
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(...theme.background, 1), gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.activeTexture(gl.TEXTURE0), gl.bindTexture(gl.TEXTURE_2D, this.shadowTexture);
    const common = {projection: camera.matrix(canvas.width / canvas.height), eye: camera.eye(), light: this.light, cut: this.cut,
                    shadows, faint: 1, shadow_projection: this.shadowProjection || new Float32Array(16)};
    this.use('grain', common), gl.disable(gl.BLEND);
    if (this.grains === 'solid') for (const s of this.shapes) this.drawInstances(s);
    this.use('grain', {...common, shadows: 0}), this.drawInstances(this.points);
    this.use('link', {...common, shadows: 0}), this.drawInstances(this.links);
    gl.enable(gl.BLEND), gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    if (this.wallsOn) this.drawWalls(common, theme);
    if (this.grains === 'faint') {
      this.use('grain', {...common, faint: 0.16}), gl.depthMask(false), gl.enable(gl.CULL_FACE);
      for (const s of this.shapes) this.drawInstances(s);
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
      gl.enable(gl.CULL_FACE), gl.bindVertexArray(w.faces.array), gl.drawArrays(gl.TRIANGLES, 0, w.faces.count);
      gl.depthMask(false), gl.cullFace(gl.FRONT), gl.drawArrays(gl.TRIANGLES, 0, w.faces.count);
      gl.cullFace(gl.BACK), gl.disable(gl.CULL_FACE), gl.disable(gl.POLYGON_OFFSET_FILL);
    });
    gl.depthMask(false);
    each((w, pose) => {
      if (w.up) return;
      this.use('wall', {...common, pose, tint: [...theme.wall, 0.30], behind: 0.16});
      gl.bindVertexArray(w.faces.array), gl.drawArrays(gl.TRIANGLES, 0, w.faces.count);
    });
    each((w, pose) => {
      this.use('line', {...common, pose, tint: [...theme.line, 0.45]});
      gl.bindVertexArray(w.lines.array), gl.drawArrays(gl.LINES, 0, w.lines.count);
    });
    gl.depthMask(true);
  }
}
