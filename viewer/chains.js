// Turns the contacts of a frame into shapes to draw. Force chains are links between the centres of bodies. The thickness
// of a link grows with the square root of the force. Points show where bodies touch.
'use strict';

/// Returns the rows of links and of points for Scene.setContacts, one row per contact in each list.
function contactMarks(frame, contacts, radii, sequence) {
  const n = contacts.count, links = new Float32Array(9 * n), points = new Float32Array(9 * n);
  const linkPaint = new Uint32Array(links.buffer), pointPaint = new Uint32Array(points.buffer);
  for (let i = 0; i < n; ++i) {
    const a = contacts.a[i], b = contacts.b[i], k = 9 * i, fraction = Math.sqrt(contacts.force[i] / (contacts.strongest || 1));
    const r = frame.scale[a] * radii[frame.shape[a]];
    for (let c = 0; c < 3; ++c) {
      links[k + c] = frame.position[3 * a + c];
      links[k + 4 + c] = b < 0 ? contacts.point[3 * i + c] : frame.position[3 * b + c];
      points[k + c] = contacts.point[3 * i + c];
    }
    links[k + 3] = 0.35 * r * fraction, points[k + 3] = r * (0.05 + 0.12 * fraction), points[k + 4] = 1;
    linkPaint[k + 8] = pointPaint[k + 8] = sequence[Math.round(255 * fraction)];
  }
  return {links, points};
}
