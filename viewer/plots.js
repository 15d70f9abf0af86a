// Plots columns of the run's history over time, with a mark at the time of the frame.
'use strict';

const plot_colors = ['#5b8fc7', '#e09a4f', '#6fae72', '#c9636e', '#9a83c4', '#a38f78', '#d68fb8', '#57b2b8'];

/// Returns the plots for which the history has columns. Each plot has a name, a unit and lines {name, y}.
function plotsOf(history) {
  if (!history || history.columns[0].length < 2) return [];
  const column = (name) => history.columns[history.names.indexOf(name)];
  const lines = (list) => list.filter(([name]) => column(name)).map(([name, label]) => ({name: label, y: column(name)}));
  const potential = column('potential_J'), fallen = potential && potential.map((x) => x - Math.min(...potential));
  const energies = lines([['kinetic_J', 'kinetic'], ['elastic_J', 'elastic'], ['damping_J', 'lost by damping'], ['friction_J', 'lost by friction'], ['walls_J', 'brought by walls']]);
  if (fallen) energies.splice(1, 0, {name: 'potential, above its least', y: fallen});
  const ofWalls = (letter, unit) => history.names.filter((name) => name.endsWith(`_${letter}x_${unit}`)).map((name) => {
    const wall = name.slice(0, name.length - unit.length - 4), [x, y, z] = ['x', 'y', 'z'].map((a) => column(`${wall}_${letter}${a}_${unit}`));
    return {name: wall, y: x.map((_, i) => Math.hypot(x[i], y[i], z[i]))};
  });
  return [{name: 'Energies', unit: 'J', lines: energies}, {name: 'Forces on walls', unit: 'N', lines: ofWalls('f', 'N')},
          {name: 'Torques on walls', unit: 'Nm', lines: ofWalls('t', 'Nm')},
          {name: 'Contacts per body, mean', unit: '', lines: lines([['coordination', 'coordination number']])}]
      .filter((p) => p.lines.length);
}

const briefly = (x) => x === 0 ? '0' : Math.abs(x) >= 1e5 || Math.abs(x) < 1e-3 ? x.toExponential(1) : String(+x.toPrecision(3));

class PlotView {
  constructor(canvas, legend, history) {
    this.canvas = canvas, this.legend = legend, this.plots = plotsOf(history), this.chosen = 0;
    this.x = history ? history.columns[history.names.indexOf('time_s')] : [];
  }
  area() {
    const {clientWidth: w, clientHeight: h} = this.canvas;
    return {left: 52, right: w - 10, top: 8, bottom: h - 20, w, h};
  }
  timeAt(x) {
    const {left, right} = this.area(), [first, last] = [this.x[0], this.x[this.x.length - 1]];
    return first + (last - first) * Math.max(0, Math.min(1, (x - left) / (right - left)));
  }
  draw(now, ink, faint) {
    const plot = this.plots[this.chosen], ratio = devicePixelRatio || 1, {left, right, top, bottom, w, h} = this.area();
    if (!plot || w === 0) return;
    this.canvas.width = w * ratio, this.canvas.height = h * ratio;
    const pen = this.canvas.getContext('2d');
    pen.scale(ratio, ratio), pen.font = '11px system-ui, sans-serif', pen.lineJoin = 'round';
    let low = 0, high = 0;
    for (const line of plot.lines)
      for (const v of line.y) low = Math.min(low, v), high = Math.max(high, v);
    if (low > -0.02 * high) low = 0;
    if (low === high) high = low + 1;
    const rough = (high - low) / 4, power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find((k) => k * power >= rough), first = this.x[0], last = this.x[this.x.length - 1];
    low = Math.floor(low / step) * step, high = Math.ceil(high / step - 1e-9) * step;
    const atX = (t) => left + (right - left) * (t - first) / (last - first || 1), atY = (v) => bottom - (bottom - top) * (v - low) / (high - low);
    pen.textAlign = 'right', pen.textBaseline = 'middle';
    for (let v = low; v <= high + step / 2; v += step) {
      pen.strokeStyle = faint, pen.lineWidth = 1, pen.beginPath(), pen.moveTo(left, atY(v)), pen.lineTo(right, atY(v)), pen.stroke();
      pen.fillStyle = ink, pen.fillText(briefly(+v.toPrecision(6)) + (v + step > high + step / 2 && plot.unit ? ' ' + plot.unit : ''), left - 6, atY(v));
    }
    pen.textBaseline = 'alphabetic', pen.textAlign = 'left', pen.fillText(briefly(first) + ' s', left, h - 5);
    pen.textAlign = 'right', pen.fillText(briefly(last) + ' s', right, h - 5);
    plot.lines.forEach((line, k) => {
      pen.strokeStyle = plot_colors[k % plot_colors.length], pen.lineWidth = 1.6, pen.beginPath();
      line.y.forEach((v, i) => pen.lineTo(atX(this.x[i]), atY(v)));
      pen.stroke();
    });
    pen.strokeStyle = ink, pen.lineWidth = 1, pen.setLineDash([3, 3]), pen.beginPath();
    pen.moveTo(atX(now), top), pen.lineTo(atX(now), bottom), pen.stroke(), pen.setLineDash([]);
    let i = this.x.findIndex((t) => t >= now - 1e-12);
    if (i < 0) i = this.x.length - 1;
    this.legend.replaceChildren(...plot.lines.map((line, k) => {
      const item = document.createElement('span'), mark = document.createElement('i');
      mark.style.background = plot_colors[k % plot_colors.length];
      item.append(mark, `${line.name} ${briefly(line.y[i])}${plot.unit ? ' ' + plot.unit : ''}`);
      return item;
    }));
  }
}
