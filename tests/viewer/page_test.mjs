// Tests the replay page in a real browser: it loads without errors, draws, plays, scrubs, picks and repaints; a damaged
// recording shows a message.
//   node page_test.mjs CHROMIUM PAGE.html LARGE.html ROUND.html PLANAR.html [SHOTS_FOLDER]
import {readFileSync, writeFileSync, mkdirSync} from 'node:fs';
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {Browser} from './browser.mjs';
import {countDraws, drawsOf} from './draw_counts.mjs';

const [chromium, page, large, round, planar, shots] = process.argv.slice(2);
const url = pathToFileURL(path.resolve(page)).href;
let failures = 0;
const check = (holds, text) => { console.log(holds ? 'ok' : 'FAILED', text); if (!holds) ++failures; };
const browser = await Browser.start(chromium);
// Returns the picture as numbers: the share of pixels that differ from the first one, and a checksum of the picture.
const look = () => browser.run(`(() => {
  app.scene.draw(app.camera, themes[app.dark ? 'dark' : 'light']);
  const gl = app.scene.gl, n = gl.drawingBufferWidth * gl.drawingBufferHeight, p = new Uint8Array(4 * n);
  gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, p);
  let other = 0, sum = 0;
  for (let i = 0; i < n; ++i) {
    const k = 4 * i;
    if (Math.abs(p[k] - p[0]) + Math.abs(p[k + 1] - p[1]) + Math.abs(p[k + 2] - p[2]) > 24) ++other;
    sum = (sum * 31 + p[k] + 7 * p[k + 1] + 13 * p[k + 2]) % 4294967296;
  }
  return {part: other / n, sum, error: gl.getError()};
})()`);
// Returns one colour channel of each pixel.
const pixels = () => browser.run(`(() => {
  app.scene.draw(app.camera, themes[app.dark ? 'dark' : 'light']);
  const gl = app.scene.gl, n = gl.drawingBufferWidth * gl.drawingBufferHeight, p = new Uint8Array(4 * n);
  gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, p);
  return Array.from({length: n}, (_, i) => p[4 * i + 1]);
})()`);
const ready = () => browser.until(`document.body?.dataset.ready !== undefined`, 'the page');
const shown = (index) => browser.until(`app.index === ${index} && app.frame`, `frame ${index}`);

try {
  await browser.open(url);
  await ready();
  check(await browser.run(`document.body.dataset.ready`) === 'yes', 'the page opens');
  const first = await look();
  check(first.part > 0.02 && first.part < 0.98, `it draws: ${(100 * first.part).toFixed(1)} % of the pixels are not background`);
  check(first.error === 0, 'WebGL reports no error');
  const count = await browser.run(`app.recording.count`);
  // Compares the picture with one in which every body has the finest level, which shows the effect of levels of detail.
  const ball = `app.scene.shapes.find((s) => s.levels.length > 1)`;
  check(await browser.run(`${ball}.levels.map((l) => l.corners / 3).join()`) === '320,80,20', 'a sphere has three levels');
  const coarse = await pixels(), used = await browser.run(`${ball}.levels[0].count`);
  await browser.run(`app.scene.shapes.forEach((s) => { s.kept = s.sags, s.sags = s.sags.map((x, l) => l ? Infinity : 0), s.chosenFor = null; })`);
  const fine = await pixels();
  await browser.run(`app.scene.shapes.forEach((s) => { s.sags = s.kept, s.chosenFor = null; })`);
  const changed = fine.filter((p, i) => Math.abs(p - coarse[i]) > 40).length / fine.length;
  check(used === 0 && changed > 0 && changed < 0.003, `coarser spheres change ${(100 * changed).toFixed(2)} % of the pixels`);
  await browser.key('End');
  await shown(count - 1);
  const last = await look();
  check(last.sum !== first.sum, 'the last frame looks different from the first');
  await browser.run(`$('slider').value = 1, $('slider').oninput()`);
  await shown(1);
  check(true, 'the slider scrubs');
  await browser.key(' ');
  await browser.until(`app.index > 1`, 'playing');
  await browser.key(' ');
  const stoppedAt = await browser.run(`new Promise((r) => setTimeout(() => r(app.index), 300))`);
  check(await browser.run(`new Promise((r) => setTimeout(() => r(app.index), 300))`) === stoppedAt, 'space plays and pauses');
  await browser.key('Home');
  await shown(0);
  const sums = new Set();
  for (const by of await browser.run(`[...$('color').options].map((o) => o.value)`)) {
    await browser.run(`$('color').value = '${by}', $('color').onchange()`);
    sums.add((await look()).sum);
  }
  check(sums.size >= 4, `colours switch: ${sums.size} different pictures`);
  await browser.run(`$('color').value = 'shape', $('color').onchange()`);
  const legend = await browser.run(`$('legend').textContent`);
  check(await browser.run(`app.recording.head.shapes.every((s) => $('legend').textContent.includes(s.name))`), `the legend names the shapes: ${legend}`);
  await browser.key('End');
  await shown(count - 1);
  // Finds a point of the window where the centre of a grain is drawn and where a click hits a grain.
  const point = await browser.run(`(() => {
    const m = app.camera.matrix(innerWidth / innerHeight), f = app.frame;
    for (let i = 0; i < f.count; ++i) {
      const p = [f.position[3 * i], f.position[3 * i + 1], f.position[3 * i + 2], 1], q = [0, 1, 3].map((r) => p.reduce((s, x, c) => s + m[4 * c + r] * x, 0));
      const x = (0.5 + 0.5 * q[0] / q[2]) * innerWidth, y = (0.5 - 0.5 * q[1] / q[2]) * innerHeight;
      if (x > 250 && x < 600 && y > 100 && y < 450 && pick(app, x, y) >= 0) return {x, y};
    }
  })()`);
  await browser.click(point.x, point.y);
  await browser.until(`!$('grain').hidden`, 'the properties of a grain', 10);
  check(/Grain \d+.*speed/.test(await browser.run(`$('grain_text').textContent`)), 'a click shows the properties of a grain');
  await browser.key('Escape');
  for (const [id, value] of [['contacts', 'chains'], ['contacts', 'points'], ['cut', 'y']]) {
    const before = (await look()).sum;
    await browser.run(`$('${id}').value = '${value}', $('${id}').onchange()`);
    await browser.until(`${id === 'contacts' ? `app.contacts && app.scene.${value === 'chains' ? 'links' : 'points'}.count > 0` : 'app.scene.cut[3] < 1e30'}`, value, 10);
    check((await look()).sum !== before, `${id}: ${value} changes the picture`);
  }
  await browser.run(`$('grains').value = 'solid', $('grains').onchange(), $('plots').checked = true, $('plots').onchange()`);
  check(await browser.run(`!$('plot').hidden && $('plot_legend').textContent.includes('kinetic')`), 'plots are shown');
  await browser.until(`location.hash.includes('cut=y')`, 'the address to store the view', 10);
  const hash = await browser.run(`location.hash`), before = await browser.run(`app.camera.toText()`);
  await browser.open(url + hash);
  await ready();
  check(await browser.run(`app.index`) === count - 1 && await browser.run(`app.camera.toText()`) === before && await browser.run(`$('cut').value`) === 'y', 'a link restores the view');
  const dark = await browser.run(`app.dark`);
  await browser.key('t');
  check(await browser.run(`app.dark`) !== dark, 'themes switch');
  check(browser.errors.length === 0, `no errors on the console ${browser.errors.join('; ')}`);
  if (shots) {
    mkdirSync(shots, {recursive: true});
    writeFileSync(path.join(shots, 'page.png'), await browser.picture());
  }

  // Simulates slow drawing with an artificial clock: the page's loop is stopped, and each tick follows after the given
  // number of milliseconds.
  const reopen = async () => { await browser.open(url), await ready(); };
  const ticks = (...waits) => browser.run(`app.ended.abort(), app.drewAt = 0, app.clock ??= 1e6, [0, ${waits.join()}].forEach((ms) => { app.changed(), app.tick(app.clock += ms); })`);
  const given = () => browser.run(`[app.scene.shadowsOn && $('shadows').checked ? 'shadows' : '', app.scene.canvas.width === innerWidth ? 'pixels' : ''].join(' ').trim()`);
  await reopen();
  await ticks(16, 16, 16, 16, 121, 121, 16, 121, 121, 40000, 121, 119);
  check(await given() === 'shadows pixels', 'an occasional slow picture, or a computer that was asleep, changes nothing');
  await ticks(121, 121, 121);
  check(await given() === 'pixels', 'after three slow pictures the page gives up shadows');
  await ticks(500, 500, 500, 16);
  check(await given() === '', 'after three more it gives up pixels');
  await reopen();
  await browser.run(`$('shadows').checked = true, $('shadows').onchange()`);
  await ticks(500, 500, 500, 16);
  check(await given() === 'shadows', 'shadows that the user switched on stay');
  await reopen();
  await browser.run(`app.pace.limit = 0, setInterval(() => app.changed(), 5)`);
  await browser.until(`!app.scene.shadowsOn && !$('shadows').checked`, 'the loop of the page to give up shadows', 20);
  check(browser.errors.length === 0, `the page measures its own pictures ${browser.errors.join('; ')}`);

  const text = readFileSync(page, 'utf8'), mark = 'id="recording">', at = text.indexOf(mark) + mark.length, end = text.indexOf('</script>', at);
  const broken = [['cut in half', text.slice(0, at + Math.floor((end - at) / 8) * 4) + text.slice(end)],
                  ['changed', text.slice(0, at + 400) + 'AAAAAAAAAAAAAAAA' + text.slice(at + 416)], ['empty', text.slice(0, at) + text.slice(end)]];
  for (const [name, content] of broken) {
    const file = path.resolve(page + '.broken.html');
    writeFileSync(file, content);
    await browser.open(pathToFileURL(file).href);
    await ready();
    check(await browser.run(`document.body.dataset.ready`) === 'failed' && /cannot be shown/.test(await browser.run(`$('message').textContent`)), `a recording that is ${name} shows a message`);
  }
  const began = Date.now();
  await browser.open(pathToFileURL(path.resolve(large)).href);
  await ready();
  const n = await browser.run(`app.frame.count`), seen = await look();
  check(n >= 20000 && seen.part > 0.02, `${n} grains open in ${((Date.now() - began) / 1000).toFixed(1)} s with software rendering`);
  await countDraws(browser);
  const told = ({calls, triangles}) => `${calls} calls, ${Math.round(triangles)} triangles`;
  const flat = await drawsOf(browser, '', true), faces = await browser.run(`app.scene.shapes.reduce((sum, s) => sum + s.count * s.levels[0].corners / 3, 0)`);
  check(flat.calls <= 8 && flat.triangles <= 2 * faces + 100, `polyhedra are drawn with all faces, once for the eye and once for the light: ${told(flat)}`);

  await browser.open(pathToFileURL(path.resolve(round)).href);
  await ready();
  await countDraws(browser);
  const spheres = await browser.run(`app.frame.count`), far = await drawsOf(browser, '', true);
  check(spheres === 45000 && far.triangles < 3e6 && far.calls <= 10, `${spheres} spheres from afar, with shadows: ${told(far)}`);
  for (const distance of [0.7, 0.5, 0.3, 0.2, 0.1, 0.03]) {
    const near = await drawsOf(browser, `app.camera.distance = ${distance} * (app.far ??= app.camera.distance)`);
    const counts = await browser.run(`app.scene.shapes[0].levels.map((l) => l.count)`);
    check(near.triangles < 5.1e6 && near.calls <= 8 && counts.reduce((a, b) => a + b) === spheres, `${distance} of the distance: ${told(near)}; ${counts.join(' + ')} spheres`);
  }
  check(await browser.run(`app.scene.shapes[0].levels[0].count`) > 20, 'near spheres have the finest level');
  const sorted = await browser.run(`app.far = app.scene.shapes[0].chosenFor, app.far !== null`);
  await drawsOf(browser, 'app.camera.turn(1e-5, 0)');
  check(sorted && await browser.run(`app.far === app.scene.shapes[0].chosenFor`), 'levels stay the same while the camera hardly moves');
  await drawsOf(browser, 'app.camera.turn(0.3, 0)');
  check(await browser.run(`app.far !== app.scene.shapes[0].chosenFor`), 'levels are chosen again when the camera moves');

  await browser.open(pathToFileURL(path.resolve(planar)).href);
  await ready();
  const {right, up} = await browser.run(`app.camera.axes()`), arch = await look();
  const turn = Math.hypot(right[0] - 1, right[1], right[2], up[0], up[1] - 1, up[2]);
  check(turn < 1e-9 && arch.part > 0.01 && arch.part < 0.5, `a planar run is seen flat, x to the right and y up: ${(100 * arch.part).toFixed(1)} % of the pixels`);
} catch (error) {
  check(false, String(error));
  console.log('on the console:', browser.errors.join('; '));
}
await browser.stop();
console.log(failures ? `${failures} failed` : 'all well');
process.exit(failures ? 1 : 0);
