// Stores the view in the address of the page, so that a link shows the same view again.
'use strict';

function writeLink(app) {
  app.linked = true;
  const state = new URLSearchParams({frame: app.index, color: $('color').value, camera: app.camera.toText(), theme: app.dark ? 'dark' : 'light'});
  if ($('contacts').value !== 'none') state.set('contacts', $('contacts').value);
  if ($('grains').value !== 'solid') state.set('grains', $('grains').value);
  if ($('cut').value) state.set('cut', $('cut').value + $('cut_at').value);
  if (!$('walls').checked) state.set('walls', 'no');
  if (!$('plot').hidden) state.set('plot', app.plots.chosen);
  if (app.selected) state.set('grain', app.selected);
  const hash = '#' + state.toString().replaceAll('%2C', ',');
  try { history.replaceState(null, '', hash); } catch (error) { /* some browsers refuse it on files; the view works without */ }
}

/// Restores the view from the address. Returns true if the address contains the camera.
function readLink(app) {
  const state = new URLSearchParams(location.hash.slice(1));
  const choose = (id, value) => { if ([...$(id).options].some((o) => o.value === value)) $(id).value = value; };
  const whole = (key) => Math.max(0, Math.round(Number(state.get(key)) || 0));
  app.index = whole('frame'), app.selected = whole('grain');
  choose('color', state.get('color')), choose('contacts', state.get('contacts')), choose('grains', state.get('grains'));
  app.scene.grains = $('grains').value;
  const cut = state.get('cut') || '';
  if ('xyz'.includes(cut[0]) && cut.length > 1 && Number(cut.slice(1)) >= 0) $('cut').value = cut[0], $('cut_at').value = cut.slice(1);
  if (state.get('walls') === 'no') $('walls').checked = app.scene.wallsOn = false;
  if (state.has('plot') && app.plots.plots[whole('plot')]) {
    $('plots').checked = true, $('plot').hidden = false, app.plots.chosen = $('plot_kind').value = whole('plot');
  }
  if (['light', 'dark'].includes(state.get('theme'))) app.dark = state.get('theme') === 'dark';
  return app.camera.fromText(state.get('camera') || '');
}
