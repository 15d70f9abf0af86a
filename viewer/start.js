// Opens the recording in the page, or another one that the user chooses, or reports why it cannot be shown.
'use strict';

function fail(error) {
  const known = error instanceof RecordingError;
  $('message').textContent = (known ? 'This recording cannot be shown: ' : 'The page cannot continue: ') + error.message + (known ? '. Create it again with scree view.' : '.');
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
  if (live !== undefined) watch(app, live).catch(fail);
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
