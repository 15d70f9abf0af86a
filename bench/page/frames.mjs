// Opens pages in headless chromium, plays them and moves about, and prints what a picture takes: node frames.mjs CHROMIUM PAGE.html ...
// Nothing is drawn (draw_counts.mjs), so times are the page's own: CPU time of its main thread, not of a graphics card.
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

/// CPU time in ms of doing `once` so many times, each; the second round counts, when the code is compiled.
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
    await browser.run(`app.ended.abort()`);  // the page's own loop: from here on it draws when it is told
    await countDraws(browser);
    const frames = await browser.run(`app.recording.count`);
    const all = await drawsOf(browser, '', true);
    row(name, 'the next frame', all.calls, Math.round(all.triangles), (await cost(frames, `if (!k) app.recording.blocks.clear(); await app.show(k), ${draw}`)).toFixed(1));
    row(name, '  of it unpacking', '', '', (await cost(frames, `if (!k) app.recording.blocks.clear(); await app.recording.frame(k)`)).toFixed(1));
    const turned = await drawsOf(browser, 'app.camera.turn(0.01, 0)');
    row(name, 'turned a little', turned.calls, Math.round(turned.triangles), (await cost(100, `app.camera.turn(0.003, 0), ${draw}`)).toFixed(1));
    for (const [what, distance] of [['half as far', 0.5], ['among the grains', 0.2], ['very near', 0.03]]) {
      const change = `app.camera.distance = ${distance} * (app.far ??= app.camera.distance)`, near = await drawsOf(browser, change);
      row(name, what, near.calls, Math.round(near.triangles), (await cost(20, `app.camera.turn(0.06, 0), ${draw}`)).toFixed(1));
    }
  }
} finally {
  await browser.stop();
}
