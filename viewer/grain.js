// Picks the grain under a point of the window and shows its properties.
'use strict';

/// Returns the index of the first body that a ray through a point of the window hits, or -1. Tests the bounding spheres
/// first, then the triangles.
function pick(app, x, y) {
  const {frame, camera, recording} = app, w = innerWidth, h = innerHeight;
  if (!frame) return -1;
  const eye = camera.eye(), ray = camera.ray(2 * x / w - 1, 1 - 2 * y / h, w / h), cut = app.scene.cut;
  let best = -1, nearest = Infinity;
  for (let i = 0; i < frame.count; ++i) {
    const r = frame.scale[i] * recording.radii[frame.shape[i]];
    const to = sub([frame.position[3 * i], frame.position[3 * i + 1], frame.position[3 * i + 2]], eye), along = dot(to, ray);
    if (along < 0 || along - r > nearest || dot(to, to) - along * along > r * r) continue;
    const q = [frame.rotation[4 * i], -frame.rotation[4 * i + 1], -frame.rotation[4 * i + 2], -frame.rotation[4 * i + 3]];
    const from = times(1 / frame.scale[i], turned(q, times(-1, to))), dir = turned(q, ray);
    const {vertices: v, triangles: t} = recording.meshes.shapes[frame.shape[i]];
    for (let k = 0; k < t.length; k += 3) {
      const [a, b, c] = [0, 1, 2].map((m) => [v[3 * t[k + m]], v[3 * t[k + m] + 1], v[3 * t[k + m] + 2]]);
      const e = sub(b, a), g = sub(c, a), p = cross(dir, g), d = dot(e, p);
      if (Math.abs(d) < 1e-300) continue;
      const s = sub(from, a), u = dot(s, p) / d, m = cross(s, e), z = dot(dir, m) / d;
      const distance = dot(g, m) / d * frame.scale[i];
      if (u < 0 || z < 0 || u + z > 1 || distance <= 0 || distance >= nearest) continue;
      if (dot(add(eye, times(distance, ray)), cut) > cut[3]) continue;
      nearest = distance, best = i;
    }
  }
  return best;
}

/// Shows the properties of the chosen grain if it exists in this frame.
function describe(app) {
  const i = app.selected ? app.frame.id.indexOf(app.selected) : -1;
  $('grain').hidden = i < 0;
  if (i < 0) return;
  const f = app.frame, head = app.recording.head, p = [0, 1, 2].map((c) => +f.position[3 * i + c].toPrecision(4));
  const rows = [['shape', head.shapes[f.shape[i]].name], ['size', lengthText(app.painter.size(f, i))],
                ['material', head.materials[f.material[i]] ?? '-'], ['position', p.join(', ') + ' m'],
                ['speed', `${+f.speed[i].toPrecision(3)} m/s`], ['contacts', f.contacts[i]]];
  if (app.contacts) {
    let most = 0;
    for (let c = 0; c < app.contacts.count; ++c)
      if (app.contacts.a[c] === i || app.contacts.b[c] === i) most = Math.max(most, app.contacts.force[c]);
    rows.push(['largest force', `${+most.toPrecision(3)} N`]);
  }
  const title = document.createElement('b'), table = document.createElement('table');
  title.textContent = `Grain ${app.selected}`;
  for (const [name, value] of rows) {
    const row = table.insertRow();
    row.insertCell().textContent = name, row.insertCell().textContent = value;
  }
  $('grain_text').replaceChildren(title, table);
}
