// The application of the page: its settings, the frame that it shows, and the playback.
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
    if (recording.head.planar) this.camera.facePlane();
    this.painter = new Painter(recording.head), this.pace = new Pace();
    scene.setCast(recording.meshes, recording.head.shapes);
    this.plots = new PlotView($('plot_canvas'), $('plot_legend'), recording.head.history);
    $('plot_kind').replaceChildren(...this.plots.plots.map((p, k) => new Option(p.name, k)));
    $('plots_label').hidden = !this.plots.plots.length;
    $('name').textContent = document.title = recording.head.name;
    this.showPanel(!matchMedia('(max-width: 640px)').matches);
  }
  async start() {
    const restored = readLink(this);
    this.makeRoom(), this.setTheme(this.dark);
    if (this.recording.count) {
      if (!restored) await this.fitRun();
      await this.show(Math.min(this.index, this.recording.count - 1));
    }
    bindControls(this);
    const loop = (now) => {
      if (this.ended.signal.aborted) return;  // another recording was opened
      this.tick(now), requestAnimationFrame(loop);
    };
    loop(performance.now());
    document.body.dataset.ready = 'yes';  // for tests
  }
  /// Returns the radius of the largest body of a frame.
  largest(frame) {
    let r = 1e-9;
    for (let i = 0; i < frame.count; ++i) r = Math.max(r, frame.scale[i] * this.recording.radii[frame.shape[i]]);
    return r;
  }
  /// Returns the bounding box of the bodies in some frames. Ignores strays: one body in a hundred on each side.
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
    if (ticket !== this.ticket) return;  // another frame was requested in the meantime
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
    describe(this);
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
  paintContacts() {
    const none = new Float32Array(0), kind = $('contacts').value, n = this.contacts ? this.contacts.count : 0;
    const {links, points} = n ? contactMarks(this.frame, this.contacts, this.recording.radii, this.painter.sequence) : {links: none, points: none};
    this.scene.setContacts(links, kind === 'chains' ? n : 0, points, kind === 'points' ? n : 0);
  }
  setCut() {
    const axis = 'xyz'.indexOf($('cut').value || '-'), box = this.scene.box;
    $('cut_at').hidden = axis < 0;
    if (axis < 0 || !box) { this.scene.cut = [0, 0, 0, 1e38]; return; }
    const r = this.scene.reach, low = box.lower[axis] - r, high = box.upper[axis] + r;
    const normal = [0, 0, 0];
    normal[axis] = axis === 1 ? -1 : 1;  // removes the half that faces the initial camera
    const at = low + (high - low) * Number($('cut_at').value);
    this.scene.cut = [...normal, normal[axis] * at], this.scene.shadowStale = true;
  }
  select(i) { this.selected = i < 0 ? 0 : this.frame.id[i], this.paint(), describe(this); }
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
    // The browser calls `tick` again once it displays the picture.
    if (this.drewAt && this.pace.tooSlow(now - this.drewAt)) this.giveUp();
    this.drewAt = 0;
    if (this.stale) {
      this.scene.draw(this.camera, themes[this.dark ? 'dark' : 'light']);
      this.stale = false, this.drewAt = document.hidden ? 0 : now;
    }
    if (!this.linked && !this.playing && now - (this.linkedAt || 0) > 400) writeLink(this), this.linkedAt = now;
  }

  /// Reduces the drawing effort: first shadows, then pixels. Shadows that the user switched on stay.
  giveUp() {
    if (this.scene.shadowsOn && !this.shadowsChosen) this.scene.shadowsOn = $('shadows').checked = false;
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
  /// Moves the picture away from the panels. They cover some of the window, and on a phone its lower half.
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
    this.scene.draw(this.camera, themes[this.dark ? 'dark' : 'light']);  // draws in the same task, because the browser then discards the picture
    this.scene.canvas.toBlob((blob) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob), link.download = `${this.recording.head.name}-${this.frame.time.toPrecision(4)}s.png`;
      link.click(), setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    });
  }
}
