// The camera orbits a target at a distance and has an angle of view. Vectors are plain arrays.
'use strict';

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const times = (s, a) => [s * a[0], s * a[1], s * a[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => times(1 / (Math.hypot(...a) || 1), a);
const turned = (q, v) => {  // q has w first
  const u = [q[1], q[2], q[3]], t = times(2, cross(u, v));
  return add(add(v, times(q[0], t)), cross(u, t));
};

/// Returns the product of 4 x 4 matrices, stored by columns as WebGL requires.
function product(a, b) {
  const m = new Float32Array(16);
  for (let c = 0; c < 4; ++c)
    for (let r = 0; r < 4; ++r)
      for (let k = 0; k < 4; ++k) m[4 * c + r] += a[4 * k + r] * b[4 * c + k];
  return m;
}
function lookAlong(eye, right, up, back) {
  return new Float32Array([right[0], up[0], back[0], 0, right[1], up[1], back[1], 0, right[2], up[2], back[2], 0,
                           -dot(right, eye), -dot(up, eye), -dot(back, eye), 1]);
}

class Camera {
  constructor() {
    this.target = [0, 0, 0], this.distance = 1, this.yaw = -0.55, this.pitch = 0.38;
    this.lens = 0.6;   // vertical angle of view, rad
    this.lift = 0.07;  // upward shift of the picture, in halves of the window; controls cover its lower edge
    this.shift = 0;    // shift to the right, in halves of the window
  }
  axes() {
    const cp = Math.cos(this.pitch), sp = Math.sin(this.pitch), cy = Math.cos(this.yaw), sy = Math.sin(this.yaw);
    const back = [cp * sy, -cp * cy, sp], right = [cy, sy, 0];
    return {back, right, up: cross(back, right)};
  }
  eye() { return add(this.target, times(this.distance, this.axes().back)); }
  /// Returns the apparent size of an object whose distance equals its length, in halves of the window's height.
  focus(aspect) { return Math.min(aspect, 1) / Math.tan(this.lens / 2); }  // in a narrow window the lens angle is horizontal
  matrix(aspect) {
    const {back, right, up} = this.axes(), near = this.distance / 100, far = this.distance * 100, wide = this.focus(aspect);
    const lens = new Float32Array([wide / aspect, 0, 0, 0, 0, wide, 0, 0, -this.shift, -this.lift, -(far + near) / (far - near), -1, 0, 0,
                                   -2 * far * near / (far - near), 0]);
    return product(lens, lookAlong(this.eye(), right, up, back));
  }
  /// Returns the direction from the camera to a point of the window. x and y range from -1 to 1, and y points upwards.
  ray(x, y, aspect) {
    const {back, right, up} = this.axes(), t = Math.tan(this.lens / 2) / Math.min(aspect, 1);
    return unit(add(times(-1, back), add(times((x - this.shift) * t * aspect, right), times((y - this.lift) * t, up))));
  }
  turn(dx, dy) {
    this.yaw -= dx;
    this.pitch = Math.max(-1.55, Math.min(1.55, this.pitch + dy));
  }
  /// Moves the target parallel to the window, by fractions of its height.
  pan(dx, dy) {
    const {right, up} = this.axes(), size = 2 * this.distance * Math.tan(this.lens / 2);
    this.target = add(this.target, add(times(-dx * size, right), times(dy * size, up)));
  }
  zoom(factor) { this.distance *= Math.max(0.2, Math.min(5, factor)); }
  /// Shows a planar scene from above and far away, with x to the right and y up.
  facePlane() { this.yaw = 0, this.pitch = Math.PI / 2, this.lens = 0.02; }
  fit(box) {
    this.target = times(0.5, add(box.lower, box.upper));
    this.distance = 0.5 * Math.max(1e-9, Math.hypot(...sub(box.upper, box.lower))) / Math.sin(this.lens / 2);
  }
  toText() { return [...this.target, this.distance, this.yaw, this.pitch].map((x) => +x.toPrecision(5)).join(','); }
  fromText(text) {
    const n = text.split(',').map(Number);
    if (n.length !== 6 || n.some((x) => !isFinite(x)) || !(n[3] > 0)) return false;
    this.target = n.slice(0, 3);
    [this.distance, this.yaw, this.pitch] = n.slice(3);
    return true;
  }
}

if (typeof module !== 'undefined') module.exports = {Camera};
