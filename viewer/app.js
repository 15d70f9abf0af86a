// The page: what is chosen, what is shown, and how it answers to hands and keys.
'use strict';

const $ = (id) => document.getElementById(id);
const themes = {
  light: {background: [0.953, 0.957, 0.965], ground: [0.90, 0.905, 0.915], wall: [0.55, 0.63, 0.75], line: [0.2, 0.25, 0.35]},
  dark: {background: [0.082, 0.094, 0.114], ground: [0.155, 0.172, 0.2], wall: [0.45, 0.55, 0.7], line: [0.8, 0.87, 1]},
};

class App {
  constructor(recording, scene) {
    this.recording = recording, this.scene = scene, this.camera = new Camera(), this.ended = new AbortController();
    this.index = 0, this.playing = false, this.selected = 0, this.rate = 20, this.stale = true, this.linked = false;
    this.dark = matchMedia('(prefers-color-scheme: dark)').matches;
    this.painter = new Painter(recording.head);
    scene.setCast(recording.meshes, recording.head.shapes);
    this.plots = new PlotView($('plot_canvas'), $('plot_legend'), recording.head.history);
    $('plot_kind').replaceChildren(...this.plots.plots.map((p, k) => new Option(p.name, k)));
    $('plots_label').hidden = !this.plots.plots.length;
    $('name').textContent = document.title = recording.head.name;
    this.showPanel(!matchMedia('(max-width: 640px)').matches);
  }
  async start() {
    const restored = this.readLink();
    this.makeRoom(), this.setTheme(this.dark);
    if (this.recording.count) {
      if (!restored) await this.fitRun();
      await this.show(Math.min(this.index, this.recording.count - 1));
    }
    this.bind();
    const loop = (now) => {
      if (this.ended.signal.aborted) return;  // another recording was opened
      this.tick(now), requestAnimationFrame(loop);
    };
    requestAnimationFrame(loop);
    document.body.dataset.ready = 'yes';  // for tests
  }
  /// The radius of the largest body of a frame.
  largest(frame) {
    let r = 1e-9;
    for (let i = 0; i < frame.count; ++i) r = Math.max(r, frame.scale[i] * this.recording.radii[frame.shape[i]]);
    return r;
  }
  /// Everything that is ever shown, but for strays: the box of all but one body in a hundred on each side.
  async boxOf(indices) {
    const box = {lower: [Infinity, Infinity, Infinity], upper: [-Infinity, -Infinity, -Infinity]};
    for (const index of indices) {
      const frame = await this.recording.frame(index), r = this.largest(frame);
      for (let c = 0; c < 3; ++c) {
        const all = Float32Array.from({length: frame.count}, (_, i) => frame.position[3 * i + c]).sort();
        if (!all.length) continue;
        box.lower[c] = Math.min(box.lower[c], all[Math.floor(0.01 * (all.length - 1))] - r);
        box.upper[c] = Math.max(box.upper[c], all[Math.ceil(0.99 * (all.length - 1))] + r);
      }
    }
    return box.lower[0] > box.upper[0] ? {lower: [-1, -1, -1], upper: [1, 1, 1]} : box;
  }
  async fitRun() { this.camera.fit(await this.boxOf([0, this.recording.count - 1])); }
  async fit() { this.camera.fit(await this.boxOf([this.index])), this.changed(); }

  async show(index) {
    const ticket = this.ticket = (this.ticket || 0) + 1;
    const frame = await this.recording.frame(index);
    const wanted = $('contacts').value !== 'none';
    const contacts = wanted ? await this.recording.contacts(index, frame) : null;
    if (ticket !== this.ticket) return;  // another frame was asked for meanwhile
    this.index = index, this.frame = frame, this.contacts = contacts;
    if (frame.wallMeshes && this.shownMeshes !== frame.wallMeshes) this.scene.setWalls(this.shownMeshes = frame.wallMeshes);
    $('contact_note').hidden = !wanted || contacts !== null;
    $('contact_note').textContent = 'no contacts were recorded for this frame';
    this.paint();
    this.recording.prefetch(index);
    const n = this.recording.count;
    $('slider').max = n - 1, $('slider').value = index;
    $('time').value = `${frame.time.toPrecision(4)} s`;
    $('facts').textContent = `${frame.count.toLocaleString('en')} grains, frame ${index + 1}/${n}` + (this.liveText || '');
    this.describe();
    this.drawPlots();
  }
  paint() {
    if (!this.frame) return;
    const by = $('color').value;
    this.scene.reach = this.largest(this.frame);
    this.scene.setFrame(this.frame, this.painter.colors(this.frame, by, this.selected));
    this.painter.legend(by, $('legend'));
    this.paintContacts();
    this.setCut();
    this.changed();
  }
  /// Force chains: links from centre to centre, thick as the root of the force. Points: where bodies touch.
  paintContacts() {
    const {frame, contacts, scene} = this, kind = $('contacts').value;
    if (!contacts) return scene.setContacts(new Float32Array(0), 0, new Float32Array(0), 0);
    const n = contacts.count, links = new Float32Array(9 * n), points = new Float32Array(9 * n), radii = this.recording.radii;
    const linkPaint = new Uint32Array(links.buffer), pointPaint = new Uint32Array(points.buffer);
    for (let i = 0; i < n; ++i) {
      const a = contacts.a[i], b = contacts.b[i], k = 9 * i, part = Math.sqrt(contacts.force[i] / (contacts.strongest || 1));
      const r = frame.scale[a] * radii[frame.shape[a]], color = this.painter.sequence[Math.round(255 * part)];
      for (let c = 0; c < 3; ++c) {
        links[k + c] = frame.position[3 * a + c];
        links[k + 4 + c] = b < 0 ? contacts.point[3 * i + c] : frame.position[3 * b + c];
        points[k + c] = contacts.point[3 * i + c];
      }
      links[k + 3] = 0.35 * r * part, points[k + 3] = r * (0.05 + 0.12 * part), points[k + 4] = 1;
      linkPaint[k + 8] = pointPaint[k + 8] = color;
    }
    scene.setContacts(links, kind === 'chains' ? n : 0, points, kind === 'points' ? n : 0);
  }
  setCut() {
    const axis = 'xyz'.indexOf($('cut').value || '-'), box = this.scene.box;
    $('cut_at').hidden = axis < 0;
    if (axis < 0 || !box) { this.scene.cut = [0, 0, 0, 1e38]; return; }
    const r = this.scene.reach, low = box.lower[axis] - r, high = box.upper[axis] + r;
    const normal = [0, 0, 0];
    normal[axis] = axis === 1 ? -1 : 1;  // what is nearer to the eye at the beginning is taken away
    const at = low + (high - low) * Number($('cut_at').value);
    this.scene.cut = [...normal, normal[axis] * at], this.scene.shadowStale = true;
  }
  describe() {
    const i = this.selected ? this.frame.id.indexOf(this.selected) : -1;
    $('grain').hidden = i < 0;
    if (i < 0) return;
    const f = this.frame, head = this.recording.head, p = [0, 1, 2].map((c) => +f.position[3 * i + c].toPrecision(4));
    const rows = [['shape', head.shapes[f.shape[i]].name], ['size', lengthText(this.painter.size(f, i))],
                  ['material', head.materials[f.material[i]] ?? '-'], ['position', p.join(', ') + ' m'],
                  ['speed', `${+f.speed[i].toPrecision(3)} m/s`], ['contacts', f.contacts[i]]];
    if (this.contacts) {
      let most = 0;
      for (let c = 0; c < this.contacts.count; ++c)
        if (this.contacts.a[c] === i || this.contacts.b[c] === i) most = Math.max(most, this.contacts.force[c]);
      rows.push(['largest force', `${+most.toPrecision(3)} N`]);
    }
    const title = document.createElement('b'), table = document.createElement('table');
    title.textContent = `Grain ${this.selected}`;
    for (const [name, value] of rows) {
      const row = table.insertRow();
      row.insertCell().textContent = name, row.insertCell().textContent = value;
    }
    $('grain_text').replaceChildren(title, table);
  }
  /// The body that is hit first by a ray through a point of the window: bounding spheres, then triangles.
  pick(x, y) {
    const {frame, camera, recording} = this, w = innerWidth, h = innerHeight;
    if (!frame) return -1;
    const eye = camera.eye(), ray = camera.ray(2 * x / w - 1, 1 - 2 * y / h, w / h), cut = this.scene.cut;
    let best = -1, nearest = Infinity;
    for (let i = 0; i < frame.count; ++i) {
      const r = frame.scale[i] * recording.radii[frame.shape[i]];
      const to = sub([frame.position[3 * i], frame.position[3 * i + 1], frame.position[3 * i + 2]], eye), along = dot(to, ray);
      if (along < 0 || along - r > nearest || dot(to, to) - along * along > r * r) continue;
      const q = [frame.turn[4 * i], -frame.turn[4 * i + 1], -frame.turn[4 * i + 2], -frame.turn[4 * i + 3]];
      const from = times(1 / frame.scale[i], turned(q, times(-1, to))), dir = turned(q, ray);
      const {vertices: v, triangles: t} = recording.meshes.shapes[frame.shape[i]];
      for (let k = 0; k < t.length; k += 3) {
        const [a, b, c] = [0, 1, 2].map((m) => [v[3 * t[k + m]], v[3 * t[k + m] + 1], v[3 * t[k + m] + 2]]);
        const e = sub(b, a), g = sub(c, a), p = cross(dir, g), d = dot(e, p);
        if (Math.abs(d) < 1e-300) continue;
        const s = sub(from, a), u = dot(s, p) / d, m = cross(s, e), z = dot(dir, m) / d;
        const distance = dot(g, m) / d * frame.scale[i];
        if (u < 0 || z < 0 || u + z > 1 || distance <= 0 || distance >= nearest) continue;
        if (dot(add(eye, times(distance, ray)), cut) > cut[3]) continue;
        nearest = distance, best = i;
      }
    }
    return best;
  }
  select(i) { this.selected = i < 0 ? 0 : this.frame.id[i], this.paint(), this.describe(); }
  drawPlots() {
    const style = getComputedStyle(document.documentElement);
    if (!$('plot').hidden && this.frame) this.plots.draw(this.frame.time, style.getPropertyValue('--ink'), style.getPropertyValue('--line'));
  }
  changed() { this.stale = true, this.linked = false; }

  tick(now) {
    const canvas = this.scene.canvas, ratio = Math.min(devicePixelRatio || 1, 2) * (this.coarse ? 0.6 : 1);
    const w = Math.round(innerWidth * ratio), h = Math.round(innerHeight * ratio);
    if (canvas.width !== w || canvas.height !== h) canvas.width = w, canvas.height = h, this.stale = true;
    if (this.playing && !this.busy && now - (this.shownAt || 0) >= 1000 / this.rate - 4) {
      this.shownAt = now, this.busy = true;
      const next = this.index + 1 < this.recording.count ? this.index + 1 : this.watching ? this.index : 0;
      (next === this.index ? Promise.resolve() : this.show(next)).catch(fail).finally(() => this.busy = false);
    }
    if (this.drewAt) this.measure(now - this.drewAt);  // the browser calls again when the picture is on its way
    this.drewAt = 0;
    if (this.stale) {
      this.scene.draw(this.camera, themes[this.dark ? 'dark' : 'light']);
      this.stale = false, this.drewAt = document.hidden ? 0 : now;
    }
    if (!this.linked && !this.playing && now - (this.linkedAt || 0) > 400) this.writeLink(), this.linkedAt = now;
  }
  /// Where drawing is slow (no graphics card), shadows go first, then pixels.
  measure(ms) {
    this.slow = ms > 120 && ms < 30000 ? (this.slow || 0) + 1 : 0;
    if (this.slow < 3) return;
    this.slow = 0;
    if (this.scene.shadowsOn) this.scene.shadowsOn = $('shadows').checked = false;
    else this.coarse = true;
    this.changed();
  }

  setTheme(dark) {
    this.dark = dark;
    document.documentElement.classList.toggle('dark', dark);
    this.changed(), this.drawPlots();
  }
  showPanel(on) {
    $('panel').hidden = !on, $('settings').setAttribute('aria-expanded', on);
    this.makeRoom();
  }
  /// Panels cover a part of the window, on a phone its lower half: the picture moves away from them.
  makeRoom() {
    const phone = matchMedia('(max-width: 640px)').matches, plot = !$('plot').hidden;
    this.camera.lift = phone && (plot || !$('panel').hidden) ? 0.42 : plot ? 0.16 : 0.07;
    this.camera.shift = plot && !phone ? 0.16 : 0, this.changed();
  }
  setPlaying(on) {
    this.playing = on;
    $('play_icon').setAttribute('d', on ? 'M5 4h4v12H5zM11 4h4v12h-4z' : 'M6 4l10 6-10 6z');
  }
  seek(index) { this.show(Math.max(0, Math.min(this.recording.count - 1, index))).catch(fail); }
  seekTime(t) {
    const ts = this.recording.times;
    this.seek(ts.reduce((best, x, i) => Math.abs(x - t) < Math.abs(ts[best] - t) ? i : best, 0));
  }
  save() {
    this.scene.draw(this.camera, themes[this.dark ? 'dark' : 'light']);  // in the same turn: the picture is not kept longer
    this.scene.canvas.toBlob((blob) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob), link.download = `${this.recording.head.name}-${this.frame.time.toPrecision(4)}s.png`;
      link.click(), setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }

  // What is seen, in the address.
  writeLink() {
    this.linked = true;
    const state = new URLSearchParams({frame: this.index, color: $('color').value, camera: this.camera.toText(), theme: this.dark ? 'dark' : 'light'});
    if ($('contacts').value !== 'none') state.set('contacts', $('contacts').value);
    if ($('grains').value !== 'solid') state.set('grains', $('grains').value);
    if ($('cut').value) state.set('cut', $('cut').value + $('cut_at').value);
    if (!$('walls').checked) state.set('walls', 'no');
    if (!$('plot').hidden) state.set('plot', this.plots.chosen);
    if (this.selected) state.set('grain', this.selected);
    const hash = '#' + state.toString().replaceAll('%2C', ',');
    try { history.replaceState(null, '', hash); } catch (error) { /* some browsers refuse it on files; the view works without */ }
  }
  readLink() {
    const state = new URLSearchParams(location.hash.slice(1));
    const choose = (id, value) => { if ([...$(id).options].some((o) => o.value === value)) $(id).value = value; };
    const whole = (key) => Math.max(0, Math.round(Number(state.get(key)) || 0));
    this.index = whole('frame'), this.selected = whole('grain');
    choose('color', state.get('color')), choose('contacts', state.get('contacts')), choose('grains', state.get('grains'));
    this.scene.grains = $('grains').value;
    const cut = state.get('cut') || '';
    if ('xyz'.includes(cut[0]) && cut.length > 1 && Number(cut.slice(1)) >= 0) $('cut').value = cut[0], $('cut_at').value = cut.slice(1);
    if (state.get('walls') === 'no') $('walls').checked = this.scene.wallsOn = false;
    if (state.has('plot') && this.plots.plots[whole('plot')]) {
      $('plots').checked = true, $('plot').hidden = false, this.plots.chosen = $('plot_kind').value = whole('plot');
    }
    if (['light', 'dark'].includes(state.get('theme'))) this.dark = state.get('theme') === 'dark';
    return this.camera.fromText(state.get('camera') || '');
  }

  bind() {
    const redraw = () => this.changed();
    $('color').onchange = () => this.paint();
    $('contacts').onchange = () => {
      if ($('contacts').value !== 'none' && $('grains').value === 'solid') $('grains').value = 'faint', $('grains').onchange();
      this.seek(this.index);
    };
    $('grains').onchange = () => { this.scene.grains = $('grains').value, redraw(); };
    $('cut').onchange = $('cut_at').oninput = () => { this.setCut(), redraw(); };
    $('walls').onchange = () => { this.scene.wallsOn = $('walls').checked, redraw(); };
    $('shadows').onchange = () => { this.scene.shadowsOn = $('shadows').checked, this.scene.shadowStale = true, redraw(); };
    $('plots').onchange = () => { $('plot').hidden = !$('plots').checked, this.makeRoom(), this.drawPlots(); };
    $('plot_kind').onchange = () => { this.plots.chosen = Number($('plot_kind').value), this.drawPlots(), redraw(); };
    const scrub = (e) => { if (e.buttons) this.seekTime(this.plots.timeAt(e.offsetX)); };
    $('plot_canvas').onpointerdown = $('plot_canvas').onpointermove = scrub;
    $('speed').onchange = () => this.rate = Number($('speed').value);
    $('slider').oninput = () => { this.setPlaying(false), this.seek(Number($('slider').value)); };
    $('play').onclick = () => this.setPlaying(!this.playing);
    $('settings').onclick = () => this.showPanel($('panel').hidden);
    $('fit').onclick = () => this.fit();
    $('theme').onclick = () => this.setTheme(!this.dark);
    $('shot').onclick = () => this.save();
    $('help').onclick = () => $('keys').showModal();
    $('grain_close').onclick = () => this.select(-1);
    const {signal} = this.ended;
    addEventListener('resize', () => { this.makeRoom(), this.drawPlots(); }, {signal});
    addEventListener('hashchange', () => { this.readLink(), this.setTheme(this.dark), this.seek(this.index); }, {signal});
    this.bindPointer(), this.bindKeys();
  }
  bindPointer() {
    const canvas = this.scene.canvas, held = new Map();
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
        this.camera.zoom(span(before) / span(e)), this.camera.pan(dx / 2 / h, dy / 2 / h);
      } else if (before.buttons & 6 || e.shiftKey) {
        this.camera.pan(dx / h, dy / h);
      } else {
        this.camera.turn(0.006 * dx, 0.006 * dy);
      }
      held.set(e.pointerId, e), this.changed();
    };
    canvas.onpointerup = canvas.onpointercancel = (e) => {
      if (e.type === 'pointerup' && held.size === 1 && moved < 5 && e.button === 0) this.select(this.pick(e.clientX, e.clientY));
      held.delete(e.pointerId), canvas.classList.remove('dragging');
    };
    canvas.ondblclick = (e) => {
      const i = this.pick(e.clientX, e.clientY);
      if (i >= 0) this.camera.target = [...this.frame.position.subarray(3 * i, 3 * i + 3)], this.changed();
    };
    canvas.oncontextmenu = (e) => e.preventDefault();
    canvas.addEventListener('wheel', (e) => {
      e.preventDefault();
      this.camera.zoom(Math.exp(Math.max(-60, Math.min(60, e.deltaY)) * 0.003)), this.changed();
    }, {passive: false, signal: this.ended.signal});
    canvas.addEventListener('webglcontextlost', (e) => { e.preventDefault(), fail(new Error('the graphics card was lost; load the page again')); }, {signal: this.ended.signal});
  }
  bindKeys() {
    const next = (id) => { $(id).selectedIndex = ($(id).selectedIndex + 1) % $(id).options.length, $(id).onchange(); };
    const flip = (id) => { $(id).checked = !$(id).checked, $(id).onchange(); };
    const look = (yaw, pitch) => { this.camera.yaw = yaw, this.camera.pitch = pitch, this.changed(); };
    const faster = (by) => { $('speed').selectedIndex = Math.max(0, Math.min($('speed').options.length - 1, $('speed').selectedIndex + by)), $('speed').onchange(); };
    const keys = {
      ' ': () => this.setPlaying(!this.playing), ArrowLeft: () => this.seek(this.index - 1), ArrowRight: () => this.seek(this.index + 1),
      Home: () => this.seek(0), End: () => this.seek(this.recording.count - 1), '+': () => faster(1), '=': () => faster(1), '-': () => faster(-1),
      f: () => this.fit(), c: () => next('color'), w: () => flip('walls'), g: () => next('contacts'), x: () => next('cut'),
      l: () => !$('plots_label').hidden && flip('plots'), s: () => $('settings').click(), t: () => $('theme').click(), p: () => this.save(), '?': () => $('keys').showModal(),
      1: () => look(0, 0), 2: () => look(Math.PI / 2, 0), 3: () => look(0, 1.55),
      Escape: () => this.select(-1),
    };
    addEventListener('keydown', (e) => {
      if (e.ctrlKey || e.metaKey || e.altKey || $('keys').open || !this.frame) return;
      if (['SELECT', 'INPUT'].includes(e.target.tagName) && e.target.type !== 'checkbox' && e.key !== ' ') return;
      if (e.target.tagName === 'BUTTON' && e.key === ' ') return;
      const act = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
      if (act) e.preventDefault(), act();
    }, {signal: this.ended.signal});
  }
  /// A run that is going on: asks the program that serves this page for the frames after the last.
  async watch(path) {
    this.watching = true;
    let after = -1;
    for (let tries = 0; tries < 5;) {
      try {
        const reply = await fetch(`${path}frame?after=${after}`, {cache: 'no-store'});
        if (reply.status === 204) { this.liveText = ', the run has ended'; break; }
        if (!reply.ok) throw new Error(String(reply.status));
        const bytes = new Uint8Array(await reply.arrayBuffer()), view = new DataView(bytes.buffer);
        after = view.getUint32(0, true), tries = 0;
        const [a, b, c] = [4, 8, 12].map((k) => view.getUint32(k, true));
        const wasLast = this.index >= this.recording.count - 1;
        await this.recording.add(bytes.slice(16, 16 + a), bytes.slice(16 + a, 16 + a + b), bytes.slice(16 + a + b, 16 + a + b + c));
        this.liveText = ', live';
        if (this.recording.count === 1 && !location.hash.includes('camera')) await this.fitRun();
        if (wasLast || !this.frame) await this.show(this.recording.count - 1);
        else $('slider').max = this.recording.count - 1;
      } catch (error) {
        if (error instanceof RecordingError) throw error;
        this.liveText = ', connection lost', ++tries;
        await new Promise((done) => setTimeout(done, 500));
      }
    }
    this.watching = false;
    if (this.frame) $('facts').textContent = $('facts').textContent.replace(/, (live|connection lost)$/, '') + this.liveText;
  }
}

function fail(error) {
  const known = error instanceof RecordingError;
  $('message').textContent = (known ? 'This recording cannot be shown: ' : 'The page cannot go on: ') + error.message + (known ? '. Make it again with scree view.' : '.');
  $('message').hidden = false;
  document.body.dataset.ready = 'failed';
}

let app;
async function begin(bytes) {
  const recording = await Recording.open(bytes);
  $('message').hidden = true;
  const scene = app ? app.scene : new Scene($('scene'));
  if (app) app.ended.abort();
  app = new App(recording, scene);
  await app.start();
  if (recording.head.notes.length) $('facts').title = recording.head.notes.join(' ');
  const live = document.body.dataset.live;
  if (live !== undefined) app.watch(live).catch(fail);
}
async function beginFile(file) { begin(new Uint8Array(await file.arrayBuffer())).catch(fail); }

if (typeof document !== 'undefined') {
  addEventListener('dragover', (e) => e.preventDefault());
  addEventListener('drop', (e) => { e.preventDefault(); if (e.dataTransfer.files[0]) beginFile(e.dataTransfer.files[0]); });
  $('file').onchange = () => { if ($('file').files[0]) beginFile($('file').files[0]); };
  $('message').textContent = 'unpacking ...', $('message').hidden = false;
  setTimeout(() => {
    try {
      begin(bytesOfBase64($('recording').textContent)).catch(fail);
      $('recording').textContent = '';
    } catch (error) {
      fail(new RecordingError('it is damaged'));
    }
  }, 30);
}
