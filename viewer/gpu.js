// Objects on the graphics card: programs, the shadow map, meshes with their instances, walls.
'use strict';

const attribute_names = ['corner', 'normal', 'position', 'rotation', 'paint', 'start', 'finish'];
const body_row = [[2, 4], [3, 4], [4, 'color']], link_row = [[5, 4], [6, 4], [4, 'color']];

function makeProgram(gl, vertex, fragment) {
  const program = gl.createProgram();
  [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]].forEach(([type, source]) => {
    const shader = gl.createShader(type);
    gl.shaderSource(shader, source), gl.compileShader(shader), gl.attachShader(program, shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error('shader: ' + gl.getShaderInfoLog(shader));
  });
  attribute_names.forEach((name, k) => gl.bindAttribLocation(program, k, name));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error('shader: ' + gl.getProgramInfoLog(program));
  const uniforms = {};
  for (let n = gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS), i = 0; i < n; ++i) {
    const {name} = gl.getActiveUniform(program, i);
    uniforms[name] = gl.getUniformLocation(program, name);
  }
  return {program, uniforms};
}

function makeShadowMap(gl, size) {
  const texture = gl.createTexture(), buffer = gl.createFramebuffer();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, size, size);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE);
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
  for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
  gl.bindFramebuffer(gl.FRAMEBUFFER, buffer);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, texture, 0);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  return {texture, buffer, size};
}

/// A mesh that is drawn once for each row of a buffer. `row` lists the attributes of a row as pairs: the location in the
/// shader, and the number of floats or 'color'.
class Instances {
  constructor(gl, mesh, row) {
    this.gl = gl, this.array = gl.createVertexArray(), this.rows = gl.createBuffer(), this.mesh = gl.createBuffer();
    this.corners = mesh.length / 6, this.count = 0;
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.mesh), gl.bufferData(gl.ARRAY_BUFFER, mesh, gl.STATIC_DRAW);
    for (const k of [0, 1]) gl.enableVertexAttribArray(k), gl.vertexAttribPointer(k, 3, gl.FLOAT, false, 24, 12 * k);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.rows);
    const width = (n) => n === 'color' ? 1 : n, stride = 4 * row.reduce((sum, [, n]) => sum + width(n), 0);
    let offset = 0;
    for (const [k, n] of row) {
      gl.enableVertexAttribArray(k), gl.vertexAttribDivisor(k, 1);
      if (n === 'color') gl.vertexAttribPointer(k, 4, gl.UNSIGNED_BYTE, true, stride, offset);
      else gl.vertexAttribPointer(k, n, gl.FLOAT, false, stride, offset);
      offset += 4 * width(n);
    }
    gl.bindVertexArray(null);
    this.floats = stride / 4;
  }
  fill(data, count) {
    const gl = this.gl;
    this.count = count;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.rows);
    gl.bufferData(gl.ARRAY_BUFFER, data.subarray(0, count * this.floats), gl.DYNAMIC_DRAW);
  }
  draw() {
    if (!this.count) return;
    this.gl.bindVertexArray(this.array);
    this.gl.drawArraysInstanced(this.gl.TRIANGLES, 0, this.corners, this.count);
  }
  remove() {
    this.gl.deleteVertexArray(this.array), this.gl.deleteBuffer(this.rows), this.gl.deleteBuffer(this.mesh);
  }
}

/// A list of vertices that is drawn once, as triangles or lines.
class Drawing {
  constructor(gl, kind, data) {
    this.gl = gl, this.kind = kind, this.array = gl.createVertexArray(), this.buffer = gl.createBuffer();
    this.count = data.length / 3;
    gl.bindVertexArray(this.array), gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0), gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 12, 0), gl.bindVertexArray(null);
  }
  draw() {
    this.gl.bindVertexArray(this.array), this.gl.drawArrays(this.kind, 0, this.count);
  }
  remove() { this.gl.deleteVertexArray(this.array), this.gl.deleteBuffer(this.buffer); }
}

/// Returns the drawings of the faces and edges of a wall. `up` is true if the wall is planar and faces upwards, as the
/// ground does.
function wallDrawings(gl, {vertices, triangles, edges}) {
  const spread = (indices) => {
    const out = new Float32Array(3 * indices.length);
    indices.forEach((v, k) => out.set(vertices.subarray(3 * v, 3 * v + 3), 3 * k));
    return out;
  };
  const faces = spread(triangles), corner = (k) => [...faces.subarray(3 * k, 3 * k + 3)];
  let up = triangles.length > 0;
  for (let t = 0; t < triangles.length && up; t += 3)
    up = unit(cross(sub(corner(t + 1), corner(t)), sub(corner(t + 2), corner(t))))[2] > 0.9;
  return {faces: new Drawing(gl, gl.TRIANGLES, faces), lines: new Drawing(gl, gl.LINES, spread(edges)), up};
}
