// Tests the page's reader against the program's writer: unpacks a recording with viewer/recording.js and compares it with
// the numbers of `scree`. The reader must refuse damaged recordings.
//   node recording_test.mjs VIEWER_FOLDER RECORDING.screc BODIES.csv
// BODIES.csv has the columns frame,id,shape,x,y,z,w,qx,qy,qz,speed,contacts of the run.
import {createRequire} from 'node:module';
import {readFileSync} from 'node:fs';
import path from 'node:path';

const [viewer, recordingFile, bodiesFile] = process.argv.slice(2);
const {Recording, RecordingError} = createRequire(import.meta.url)(path.resolve(viewer, 'recording.js'));
let failures = 0;
const check = (holds, text) => { if (!holds) ++failures, console.log('FAILED:', text); };

const bytes = new Uint8Array(readFileSync(recordingFile));
const recording = await Recording.open(bytes);
const rows = readFileSync(bodiesFile, 'utf8').trim().split('\n').map((line) => line.split(',').map(Number));
const {position_error: placeError, turn_error: turnError} = recording.head;
let worstPlace = 0, worstTurn = 0, contacts = 0;
const seen = new Map();
for (const [f, id, shape, x, y, z, w, qx, qy, qz, speed, touching] of rows) {
  const frame = await recording.frame(f), k = seen.get(f) ?? 0;
  seen.set(f, k + 1);
  check(frame.id[k] === id && frame.shape[k] === shape && frame.contacts[k] === touching, `frame ${f}, body ${id}`);
  worstPlace = Math.max(worstPlace, Math.hypot(frame.position[3 * k] - x, frame.position[3 * k + 1] - y, frame.position[3 * k + 2] - z));
  const t = frame.rotation.subarray(4 * k, 4 * k + 4), q = [w, qx, qy, qz];
  // The angle comes from the distance of the quaternions, which stays accurate when it is small, unlike their product.
  worstTurn = Math.max(worstTurn, 2 * Math.min(Math.hypot(...q.map((v, c) => v - t[c])), Math.hypot(...q.map((v, c) => v + t[c]))));
  check(Math.abs(frame.speed[k] - speed) <= 3e-4 * recording.head.fast * 10 + 1e-9, `speed of body ${id} in frame ${f}`);
}
for (const [f, n] of seen) {
  const frame = await recording.frame(f);
  check(frame.count === n, `frame ${f} has ${frame.count} bodies instead of ${n}`);
  const c = await recording.contacts(f, frame);
  if (c) contacts += c.count;
}
// Single precision of the page's arrays adds a little to both errors.
check(worstPlace <= placeError * 1.01 + 1e-6, `positions are off by ${worstPlace} m, allowed: ${placeError}`);
check(worstTurn <= turnError + 1e-6, `orientations are off by ${worstTurn} rad`);
check(contacts > 0, 'no contacts');
check(recording.meshes.shapes.length === recording.head.shapes.length, 'meshes');

const refused = async (changed, name) => {
  try {
    const damaged = await Recording.open(changed);
    for (let f = 0; f < damaged.count; ++f) await damaged.frame(f);
    check(false, `${name} was accepted`);
  } catch (error) {
    check(error instanceof RecordingError || error instanceof SyntaxError, `${name}: ${error}`);
  }
};
await refused(bytes.subarray(0, bytes.length / 2), 'half a recording');
await refused(new Uint8Array(100), 'zeros');
const flipped = bytes.slice();
flipped[Math.floor(recording.streams[1].byteOffset - bytes.byteOffset + recording.streams[1].length / 2)] ^= 0x10;
await refused(flipped, 'a changed byte');
console.log(`${rows.length} poses: positions within ${worstPlace.toExponential(2)} m (allowed ${placeError.toExponential(2)}), orientations within ${worstTurn.toExponential(2)} rad, ${contacts} contacts`);
process.exit(failures ? 1 : 0);
