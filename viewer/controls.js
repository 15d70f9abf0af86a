// Binds the controls of the page: settings, pointer and keys.
'use strict';

function bindControls(app) {
  const redraw = () => app.changed();
  $('color').onchange = () => app.paint();
  $('contacts').onchange = () => {
    if ($('contacts').value !== 'none' && $('grains').value === 'solid') $('grains').value = 'faint', $('grains').onchange();
    app.seek(app.index);
  };
  $('grains').onchange = () => { app.scene.grains = $('grains').value, redraw(); };
  $('cut').onchange = $('cut_at').oninput = () => { app.setCut(), redraw(); };
  $('walls').onchange = () => { app.scene.wallsOn = $('walls').checked, redraw(); };
  $('shadows').onchange = () => {
    app.scene.shadowsOn = app.shadowsChosen = $('shadows').checked, app.scene.shadowStale = true, redraw();
  };
  $('plots').onchange = () => { $('plot').hidden = !$('plots').checked, app.makeRoom(), app.drawPlots(); };
  $('plot_kind').onchange = () => { app.plots.chosen = Number($('plot_kind').value), app.drawPlots(), redraw(); };
  const scrub = (e) => { if (e.buttons) app.seekTime(app.plots.timeAt(e.offsetX)); };
  $('plot_canvas').onpointerdown = $('plot_canvas').onpointermove = scrub;
  $('speed').onchange = () => app.rate = Number($('speed').value);
  $('slider').oninput = () => { app.setPlaying(false), app.seek(Number($('slider').value)); };
  $('play').onclick = () => app.setPlaying(!app.playing);
  $('settings').onclick = () => app.showPanel($('panel').hidden);
  $('fit').onclick = () => app.fit();
  $('theme').onclick = () => app.setTheme(!app.dark);
  $('shot').onclick = () => app.save();
  $('help').onclick = () => $('keys').showModal();
  $('grain_close').onclick = () => app.select(-1);
  const {signal} = app.ended;
  addEventListener('resize', () => { app.makeRoom(), app.drawPlots(); }, {signal});
  addEventListener('hashchange', () => { readLink(app), app.setTheme(app.dark), app.seek(app.index); }, {signal});
  bindPointer(app), bindKeys(app);
}

function bindPointer(app) {
  const canvas = app.scene.canvas, held = new Map();
  let moved = 0;
  canvas.onpointerdown = (e) => {
    held.set(e.pointerId, e), moved = held.size > 1 ? 99 : 0;
    canvas.setPointerCapture(e.pointerId), canvas.classList.add('dragging');
  };
  canvas.onpointermove = (e) => {
    const before = held.get(e.pointerId);
    if (!before) return;
    const dx = e.clientX - before.clientX, dy = e.clientY - before.clientY, h = innerHeight;
    moved += Math.abs(dx) + Math.abs(dy);
    if (held.size === 2) {
      const other = [...held.values()].find((p) => p.pointerId !== e.pointerId);
      const span = (p) => Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY) || 1;
      app.camera.zoom(span(before) / span(e)), app.camera.pan(dx / 2 / h, dy / 2 / h);
    } else if (before.buttons & 6 || e.shiftKey) {
      app.camera.pan(dx / h, dy / h);
    } else {
      app.camera.turn(0.006 * dx, 0.006 * dy);
    }
    held.set(e.pointerId, e), app.changed();
  };
  canvas.onpointerup = canvas.onpointercancel = (e) => {
    if (e.type === 'pointerup' && held.size === 1 && moved < 5 && e.button === 0) app.select(pick(app, e.clientX, e.clientY));
    held.delete(e.pointerId), canvas.classList.remove('dragging');
  };
  canvas.ondblclick = (e) => {
    const i = pick(app, e.clientX, e.clientY);
    if (i >= 0) app.camera.target = [...app.frame.position.subarray(3 * i, 3 * i + 3)], app.changed();
  };
  canvas.oncontextmenu = (e) => e.preventDefault();
  canvas.addEventListener('wheel', (e) => {
    e.preventDefault();
    app.camera.zoom(Math.exp(Math.max(-60, Math.min(60, e.deltaY)) * 0.003)), app.changed();
  }, {passive: false, signal: app.ended.signal});
  canvas.addEventListener('webglcontextlost', (e) => { e.preventDefault(), fail(new Error('the graphics card was lost; load the page again')); }, {signal: app.ended.signal});
}

function bindKeys(app) {
  const next = (id) => { $(id).selectedIndex = ($(id).selectedIndex + 1) % $(id).options.length, $(id).onchange(); };
  const flip = (id) => { $(id).checked = !$(id).checked, $(id).onchange(); };
  const look = (yaw, pitch) => { app.camera.yaw = yaw, app.camera.pitch = pitch, app.changed(); };
  const faster = (by) => { $('speed').selectedIndex = Math.max(0, Math.min($('speed').options.length - 1, $('speed').selectedIndex + by)), $('speed').onchange(); };
  const keys = {
    ' ': () => app.setPlaying(!app.playing), ArrowLeft: () => app.seek(app.index - 1), ArrowRight: () => app.seek(app.index + 1),
    Home: () => app.seek(0), End: () => app.seek(app.recording.count - 1), '+': () => faster(1), '=': () => faster(1), '-': () => faster(-1),
    f: () => app.fit(), c: () => next('color'), w: () => flip('walls'), g: () => next('contacts'), x: () => next('cut'),
    l: () => !$('plots_label').hidden && flip('plots'), s: () => $('settings').click(), t: () => $('theme').click(), p: () => app.save(), '?': () => $('keys').showModal(),
    1: () => look(0, 0), 2: () => look(Math.PI / 2, 0), 3: () => look(0, 1.55),
    Escape: () => app.select(-1),
  };
  addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || $('keys').open || !app.frame) return;
    if (['SELECT', 'INPUT'].includes(e.target.tagName) && e.target.type !== 'checkbox' && e.key !== ' ') return;
    if (e.target.tagName === 'BUTTON' && e.key === ' ') return;
    const act = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
    if (act) e.preventDefault(), act();
  }, {signal: app.ended.signal});
}
