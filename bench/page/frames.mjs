// Opens pages in headless chromium, plays them, moves the camera, and prints the cost of a picture: node frames.mjs CHROMIUM PAGE.html ...
// The page issues no draw calls (draw_counts.mjs), so times are CPU times of its main thread, without the graphics card.
import path from 'node:path';
import {pathToFileURL} from 'node:url';
import {Browser} from '../../tests/viewer/browser.mjs';
import {countDraws, drawsOf} from '../../tests/viewer/draw_counts.mjs';

const [chromium, ...pages] = process.argv.slice(2);
const browser = await Browser.start(chromium, {width: 1600, height: 1000});
await browser.send('Performance.enable', {timeDomain: 'threadTicks'});
const spent = async () => 1000 * (await browser.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value;
const cell = (x, width = 13) => String(x).padStart(width);
const row = (name, what, ...cells) => console.log(name.padEnd(10) + what.padEnd(26) + cells.map((c) => cell(c)).join(''));

/// Returns the mean CPU time in ms of one execution of `once`, over `times` executions. A first round, in which the browser
/// compiles the code, is not measured.
async function cost(times, once) {
  let before = 0;
  for (const round of [0, 1]) {
    before = await spent();
    await browser.run(`(async () => { for (let k = 0; k < ${times}; ++k) { ${once}; } })()`);
  }
  return ((await spent()) - before) / times;
}
const draw = 'app.scene.draw(app.camera, themes.light)';

try {
  row('', 'a picture', 'calls', 'triangles', 'CPU ms');
  for (const page of pages) {
    const name = path.basename(path.dirname(page));
    await browser.open(pathToFileURL(path.resolve(page)).href);
    await browser.until(`document.body?.dataset.ready === 'yes'`, 'the page');
    await browser.run(`app.ended.abort()`);  // stops the page's own loop, so that it draws only on request
    await countDraws(browser);
    const frames = await browser.run(`app.recording.count`);
    const all = await drawsOf(browser, '', true);
    row(name, 'the next frame', all.calls, Math.round(all.triangles), (await cost(frames, `if (!k) app.recording.blocks.clear(); await app.show(k), ${draw}`)).toFixed(1));
    row(name, '  of which unpacking', '', '', (await cost(frames, `if (!k) app.recording.blocks.clear(); await app.recording.frame(k)`)).toFixed(1));
    const turned = await drawsOf(browser, 'app.camera.turn(0.01, 0)');
    row(name, 'rotated a little', turned.calls, Math.round(turned.triangles), (await cost(100, `app.camera.turn(0.003, 0), ${draw}`)).toFixed(1));
    for (const [what, distance] of [['at half distance', 0.5], ['among the grains', 0.2], ['very near', 0.03]]) {
      const change = `app.camera.distance = ${distance} * (app.far ??= app.camera.distance)`, near = await drawsOf(browser, change);
      row(name, what, near.calls, Math.round(near.triangles), (await cost(20, `app.camera.turn(0.06, 0), ${draw}`)).toFixed(1));
    }
  }
} finally {
  await browser.stop();
}
