// Reads recordings (docs/reference/run-folder.md): the counterpart of src/scree/io/view/recording*.cpp.
'use strict';

class RecordingError extends Error {}

/// Reads whole numbers, stored as seven bits per byte, and floats from bytes.
class NumberReader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  natural() {
    const bytes = this.bytes;
    let n = 0, factor = 1;
    for (;;) {
      if (this.at >= bytes.length) throw new RecordingError('the recording is cut short');
      const b = bytes[this.at++];
      n += (b & 127) * factor;
      if (b < 128) return n;
      factor *= 128;
    }
  }
  whole() {
    const b = this.bytes[this.at];
    if (b < 128) return ++this.at, b & 1 ? -(b + 1 >> 1) : b >> 1;  // most differences are small
    const n = this.natural();
    return n % 2 === 0 ? n / 2 : -(n + 1) / 2;
  }
  real() {
    if (this.at + 4 > this.bytes.length) throw new RecordingError('the recording is cut short');
    this.at += 4;
    return this.view.getFloat32(this.at - 4, true);
  }
  count() {
    const n = this.natural();
    if (n > this.bytes.length) throw new RecordingError('the recording is damaged');
    return n;
  }
}

/// Decompresses bytes with the browser's zlib, which also verifies the checksum at their end.
async function unpack(bytes) {
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch (error) {
    throw new RecordingError('a part of the recording is damaged');
  }
}

function bytesOfBase64(text) {
  const clean = text.trim(), padding = clean.endsWith('==') ? 2 : clean.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array(clean.length / 4 * 3 - padding), piece = 1 << 18;
  for (let from = 0, at = 0; from < clean.length; from += piece) {
    const chunk = atob(clean.slice(from, from + piece));
    for (let i = 0; i < chunk.length; ++i) bytes[at++] = chunk.charCodeAt(i);
  }
  return bytes;
}

/// Returns the head of a recording, and its streams, which are still compressed.
async function openRecording(bytes) {
  if (bytes.length < 16 || String.fromCharCode(...bytes.subarray(0, 8)) !== 'screerec')
    throw new RecordingError('this is not a recording of Scree');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(8, true) !== 1) throw new RecordingError('this recording was written by another version of Scree');
  let at = 16;
  const take = (size) => {
    if (at + size > bytes.length) throw new RecordingError('the recording is cut short');
    at += size;
    return bytes.subarray(at - size, at);
  };
  const head = JSON.parse(new TextDecoder().decode(await unpack(take(view.getUint32(12, true)))));
  return {head, streams: head.streams.map(take)};
}

function decodeMeshes(bytes) {
  const from = new NumberReader(bytes);
  const points = () => Float32Array.from({length: 3 * from.count()}, () => from.real());
  const indices = (n) => Uint32Array.from({length: n * from.count()}, () => from.natural());
  const meshes = {shapes: [], walls: []};
  for (let n = from.count(); n > 0; --n) meshes.shapes.push({vertices: points(), triangles: indices(3)});
  for (let n = from.count(); n > 0; --n)
    meshes.walls.push({vertices: points(), triangles: indices(3), edges: indices(2)});
  return meshes;
}

/// Decodes the frames of a block. A frame has one array per property of the bodies: id, shape, material, scale, position
/// (3), rotation (4, w first), speed, contacts. It also has the poses of the walls, with null for an absent wall. A frame
/// of 45 000 bodies takes some 5 ms, so the function yields to the page between frames.
async function decodeBlock(bytes) {
  const from = new NumberReader(bytes), frameCount = from.count();
  const origin = [from.real(), from.real(), from.real()], length = from.real(), fastest = from.real();
  const bodies = from.count();
  const id = new Int32Array(bodies), shape = new Int32Array(bodies), material = new Int32Array(bodies);
  const scale = new Float32Array(bodies);
  for (let i = 0, before = 0; i < bodies; ++i) id[i] = before += from.whole();
  for (let i = 0; i < bodies; ++i) shape[i] = from.natural();
  for (let i = 0; i < bodies; ++i) material[i] = from.natural();
  for (let i = 0; i < bodies; ++i) scale[i] = from.real();
  const wallCount = from.count(), last = Array.from({length: 9}, () => new Float64Array(bodies));
  const frames = [];
  for (let f = 0; f < frameCount; ++f) {
    if (f > 0) await new Promise((turn) => setTimeout(turn));
    const frame = {time: from.real(), walls: []};
    for (let w = 0; w < wallCount; ++w)
      frame.walls.push(from.natural() === 0 ? null : Array.from({length: 7}, () => from.real()));
    const n = frame.count = from.count(), inOrder = from.natural() === 0, who = new Int32Array(n);
    for (let i = 0; i < n; ++i) {
      who[i] = inOrder ? i : from.natural();
      if (who[i] >= bodies) throw new RecordingError('the recording is damaged');
    }
    for (const column of last)
      for (let i = 0; i < n; ++i) column[who[i]] += from.whole();
    frame.position = new Float32Array(3 * n), frame.rotation = new Float32Array(4 * n);
    frame.speed = new Float32Array(n), frame.contacts = new Uint16Array(n);
    const pick = (values) => inOrder ? values.subarray(0, n) : values.constructor.from(who, (w) => values[w]);
    frame.id = pick(id), frame.shape = pick(shape), frame.material = pick(material), frame.scale = pick(scale);
    for (let i = 0; i < n; ++i) {
      const w = who[i];
      for (let c = 0; c < 3; ++c) frame.position[3 * i + c] = origin[c] + length * last[c][w];
      const norm = Math.sqrt(last[3][w] ** 2 + last[4][w] ** 2 + last[5][w] ** 2 + last[6][w] ** 2) || 1;
      for (let c = 0; c < 4; ++c) frame.rotation[4 * i + c] = last[3 + c][w] / norm;
      frame.speed[i] = fastest * (last[7][w] / 4095) ** 2;
      frame.contacts[i] = last[8][w];
    }
    frames.push(frame);
  }
  if (from.at !== bytes.length) throw new RecordingError('the recording is damaged');
  return frames;
}

/// Decodes the contacts of a frame: the indices a and b of the bodies in the frame (walls are -1, -2, ...), the point (3)
/// and the force.
function decodeContacts(bytes, frame, radii) {
  const from = new NumberReader(bytes), n = from.count(), strongest = from.real();
  const a = new Int32Array(n), b = new Int32Array(n), point = new Float32Array(3 * n), force = new Float32Array(n);
  for (let i = 0, before = 0; i < n; ++i) a[i] = before += from.whole();
  for (let i = 0; i < n; ++i) {
    b[i] = a[i] + from.whole();
    if (a[i] < 0 || a[i] >= frame.count || b[i] >= frame.count) throw new RecordingError('the recording is damaged');
  }
  for (let c = 0; c < 3; ++c) {
    for (let i = 0; i < n; ++i) {
      const body = a[i], unit = frame.scale[body] * radii[frame.shape[body]] / 100;
      point[3 * i + c] = frame.position[3 * body + c] + unit * from.whole();
    }
  }
  for (let i = 0; i < n; ++i) force[i] = strongest * (from.natural() / 4095) ** 2;
  return {count: n, strongest, a, b, point, force};
}

/// A recording to play. It decompresses blocks of frames on request and keeps a few of them.
class Recording {
  static async open(bytes) {
    if (typeof DecompressionStream === 'undefined')
      throw new RecordingError('this browser is too old to unpack the recording (it has no DecompressionStream)');
    const recording = new Recording();
    const {head, streams} = await openRecording(bytes);
    recording.head = head, recording.streams = streams, recording.blocks = new Map(), recording.live = [];
    recording.meshes = decodeMeshes(await unpack(streams[0]));
    recording.radii = head.shapes.map((s) => s.radius);
    recording.times = head.times;
    return recording;
  }
  get count() { return this.times.length; }
  async frame(index) {
    if (this.live.length) return this.live[index];
    const block = Math.floor(index / this.head.frames_per_block);
    return (await this.block(block))[index % this.head.frames_per_block];
  }
  /// Returns a promise of a block, and starts to decompress it if necessary. Keeps the six most recently used blocks.
  block(number) {
    let entry = this.blocks.get(number);
    this.blocks.delete(number);
    if (!entry) {
      entry = unpack(this.streams[1 + number]).then(decodeBlock).then((frames) => {
        frames.forEach((f, k) => f.time = this.times[number * this.head.frames_per_block + k]);
        return frames;
      });
      if (this.blocks.size >= 6) this.blocks.delete(this.blocks.keys().next().value);
    }
    this.blocks.set(number, entry);
    return entry;
  }
  prefetch(index) {
    const block = Math.floor(index / this.head.frames_per_block) + 1;
    if (!this.live.length && block < this.head.blocks) this.block(block).catch(() => {});
  }
  /// Returns the contacts of a frame, or null if none were recorded.
  async contacts(index, frame) {
    if (frame.packedContacts) return decodeContacts(await unpack(frame.packedContacts), frame, this.radii);
    const stream = this.head.contacts[index];
    return stream === undefined || stream < 0 ? null : decodeContacts(await unpack(this.streams[stream]), frame, this.radii);
  }
  /// Adds a frame of a live run. If there are more than 600 frames, drops every second one.
  async add(block, contacts, meshes) {
    const [frame] = await decodeBlock(await unpack(block));
    frame.packedContacts = contacts;
    frame.wallMeshes = decodeMeshes(await unpack(meshes)).walls;
    this.live.push(frame);
    if (this.live.length > 600) this.live = this.live.filter((_, i) => i % 2 === 0);
    this.times = this.live.map((f) => f.time);
  }
}

if (typeof module !== 'undefined')
  module.exports = {NumberReader, Recording, RecordingError, decodeBlock, decodeContacts, decodeMeshes, openRecording, unpack};
