// Computes the colour of each body from the chosen property, and the legend of the colours.
'use strict';

const packed = (r, g, b) => (255 << 24 | Math.round(b) << 16 | Math.round(g) << 8 | Math.round(r)) >>> 0;
const channels = (hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16));

/// Returns the colour of a number. Hues advance by the golden angle, so successive numbers have clearly different colours.
function hueColor(n) {
  const hue = n * 137.508 % 360 / 60, x = (k) => {
    const t = (hue + k) % 6;
    return 205 - 115 * Math.max(0, Math.min(1, Math.min(t, 4 - t)));
  };
  return packed(x(5), x(3), x(1));
}

class Painter {
  constructor(head) {
    this.head = head;
    const stops = head.sequence_colors.map(channels);
    this.sequence = Uint32Array.from({length: 256}, (_, i) => {
      const position = i / 255 * (stops.length - 1), k = Math.min(stops.length - 2, Math.floor(position)), t = position - k;
      return packed(...stops[k].map((v, c) => (1 - t) * v + t * stops[k + 1][c]));
    });
    this.kinds = head.kind_colors.map((c) => packed(...channels(c)));
    this.fastest = head.fast || 0, this.most = head.most_contacts || 0, this.sizes = [Infinity, -Infinity];
  }
  kind(k) { return this.kinds[k % this.kinds.length]; }
  size(frame, i) { return frame.scale[i] * this.head.shapes[frame.shape[i]].diameter; }
  /// Extends the colour ranges by the values of a frame. If the head of a recording gives the ranges of speeds and contact
  /// counts, only the range of sizes is extended.
  look(frame) {
    for (let i = 0; i < frame.count; ++i) {
      const d = this.size(frame, i);
      if (d < this.sizes[0]) this.sizes[0] = d;
      if (d > this.sizes[1]) this.sizes[1] = d;
      if (!this.head.fast && frame.speed[i] > this.fastest) this.fastest = frame.speed[i];
      if (!this.head.most_contacts && frame.contacts[i] > this.most) this.most = frame.contacts[i];
    }
  }
  colors(frame, by, selected) {
    this.look(frame);
    const out = new Uint32Array(frame.count), sequence = this.sequence;
    const ranged = (value, low, high) => sequence[Math.max(0, Math.min(255, Math.round(255 * (value - low) / (high - low || 1))))];
    const [small, large] = this.sizes;
    for (let i = 0; i < frame.count; ++i) {
      out[i] = by === 'speed' ? ranged(frame.speed[i], 0, this.fastest)
             : by === 'size' ? (large - small < 1e-3 * large ? this.kind(0) : ranged(this.size(frame, i), small, large))
             : by === 'contacts' ? ranged(frame.contacts[i], 0, this.most)
             : by === 'material' ? this.kind(frame.material[i])
             : by === 'id' ? hueColor(frame.id[i])
             : this.kind(frame.shape[i]);
      if (frame.id[i] === selected) out[i] = packed(255, 64, 32);
    }
    return out;
  }
  legend(by, element) {
    const text = (tag, content, parent) => {
      const e = document.createElement(tag);
      e.append(content), parent.append(e);
      return e;
    };
    const bar = (low, high) => {
      const strip = document.createElement('div'), ends = document.createElement('div');
      strip.className = 'bar', strip.style.background = `linear-gradient(90deg, ${this.head.sequence_colors.join(',')})`;
      ends.className = 'ends', text('span', low, ends), text('span', high, ends);
      element.append(strip, ends);
    };
    const kinds = (names) => names.forEach((name, k) => {
      const row = document.createElement('div'), mark = document.createElement('i');
      mark.style.background = this.head.kind_colors[k % this.head.kind_colors.length];
      row.append(mark, name), element.append(row);
    });
    element.replaceChildren();
    const [small, large] = this.sizes;
    if (by === 'speed') bar('0', `${briefly(this.fastest)} m/s and more`);
    else if (by === 'contacts') bar('0', String(this.most));
    else if (by === 'size') large - small < 1e-3 * large ? kinds([`all ${lengthText(large)}`]) : bar(lengthText(small), lengthText(large));
    else if (by === 'material') kinds(this.head.materials);
    else if (by === 'shape') kinds(this.head.shapes.map((s) => s.name));
  }
}

function lengthText(x) {
  const [factor, name] = x >= 1 ? [1, 'm'] : x >= 1e-3 ? [1e3, 'mm'] : [1e6, 'µm'];
  return `${+(factor * x).toPrecision(3)} ${name}`;
}

if (typeof module !== 'undefined') module.exports = {hueColor, lengthText};
