// Converts meshes to the format of the graphics card: rows of vertex (3) and normal (3), three rows per triangle.
'use strict';

/// Returns the vertices and normals of all triangles. A round shape gets one normal per vertex, another shape one per face.
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

const dot_mesh = {  // an octahedron, for contact points
  vertices: new Float32Array([1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]),
  triangles: new Uint32Array([0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5]),
};

/// Returns a six-sided prism along the z axis from 0 to 1, the mesh of links.
function linkMesh() {
  const sides = 6, rows = [];
  for (let k = 0; k < sides; ++k) {
    const [p, q] = [k, k + 1].map((i) => [Math.cos(2 * Math.PI * i / sides), Math.sin(2 * Math.PI * i / sides)]);
    for (const [[x, y], z] of [[p, 0], [q, 0], [q, 1], [p, 0], [q, 1], [p, 1]]) rows.push(x, y, z, x, y, 0);
  }
  return new Float32Array(rows);
}
