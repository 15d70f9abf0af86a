// Vertex and fragment shaders for grains, their depth seen from the light, links, walls and lines.
'use strict';

const shaders = {
  grain: [`#version 300 es
    in vec3 corner, normal; in vec4 position, rotation, paint;
    uniform mat4 projection; out vec3 at, facing; out vec4 color;
    vec3 turned(vec4 q, vec3 v) { vec3 t = 2.0 * cross(q.yzw, v); return v + q.x * t + cross(q.yzw, t); }
    void main() {
      at = position.xyz + position.w * turned(rotation, corner);
      facing = turned(rotation, normal), color = paint;
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
      // The inside of a body that is cut open has a uniform colour, so that it looks like the flat face of the cut.
      if (!gl_FrontFacing && cut.w < 1e30) { result = vec4(mix(color.rgb, vec3(0.5), 0.25) * 0.8, faint); return; }
      vec3 towards = normalize(eye - at);
      if (dot(n, towards) < 0.0) n = -n;
      float sky = 0.5 + 0.5 * n.z, key = max(dot(n, light), 0.0) * lit(n), head = max(dot(n, towards), 0.0);
      vec3 tone = vec3(0.36, 0.38, 0.42) + 0.24 * sky + 0.16 * head + vec3(0.60, 0.57, 0.52) * key;
      vec3 shade = color.rgb * tone;
      result = vec4(pow(min(shade, 1.0), vec3(0.95)), faint * color.a);
    }`],
  depth: [`#version 300 es
    in vec3 corner; in vec4 position, rotation; uniform mat4 projection; uniform vec4 cut; out vec3 at;
    vec3 turned(vec4 q, vec3 v) { vec3 t = 2.0 * cross(q.yzw, v); return v + q.x * t + cross(q.yzw, t); }
    void main() { at = position.xyz + position.w * turned(rotation, corner); gl_Position = projection * vec4(at, 1.0); }`,
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
        q.z = min(q.z, 1.0);  // clamps points beyond the depth range of the shadow map, because not every driver does
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
