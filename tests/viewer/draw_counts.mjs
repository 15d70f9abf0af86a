// Counts the page's calls to the graphics card. The calls are replaced by ones that count and draw nothing, so that
// 45 000 grains take no time on a machine without a graphics card.

/// Replaces the page's drawing calls by counters.
export const countDraws = (browser) => browser.run(`{
  const gl = app.scene.gl, triangles = (mode, corners) => mode === gl.TRIANGLES ? corners / 3 : 0;
  window.drawn = {};
  const count = (mode, corners, copies) => { ++drawn.calls, drawn.triangles += triangles(mode, corners) * copies, drawn.copies += copies; };
  gl.drawArrays = (mode, first, corners) => count(mode, corners, 1);
  gl.drawArraysInstanced = (mode, first, corners, copies) => count(mode, corners, copies);
}`);

/// Counts of one picture after the page has run `change`. With `shadows` the shadows are drawn again, as while playing.
export const drawsOf = (browser, change = '', shadows = false) => browser.run(`(() => {
  ${change};
  app.scene.shadowsOn = true, app.scene.shadowStale = ${shadows}, Object.assign(drawn, {calls: 0, triangles: 0, copies: 0});
  app.scene.draw(app.camera, themes.light);
  return {...drawn};
})()`);
