// What the page asks of the graphics card, counted where it asks: the page's own calls are replaced by ones that count
// and draw nothing, so that 45 000 grains take no time where there is no graphics card.

/// From now on the page counts instead of drawing.
export const countDraws = (browser) => browser.run(`{
  const gl = app.scene.gl, triangles = (mode, corners) => mode === gl.TRIANGLES ? corners / 3 : 0;
  window.drawn = {};
  const count = (mode, corners, copies) => { ++drawn.calls, drawn.triangles += triangles(mode, corners) * copies, drawn.copies += copies; };
  gl.drawArrays = (mode, first, corners) => count(mode, corners, 1);
  gl.drawArraysInstanced = (mode, first, corners, copies) => count(mode, corners, copies);
}`);

/// The counts of one picture, after `change` of the page; with the shadows made again, as while playing, or without.
export const drawsOf = (browser, change = '', shadows = false) => browser.run(`(() => {
  ${change};
  app.scene.shadowsOn = true, app.scene.shadowStale = ${shadows}, Object.assign(drawn, {calls: 0, triangles: 0, copies: 0});
  app.scene.draw(app.camera, themes.light);
  return {...drawn};
})()`);
