// Follows a running simulation: requests new frames from the program that serves this page.
'use strict';

async function watch(app, path) {
  app.watching = true;
  let after = -1;
  for (let tries = 0; tries < 5;) {
    try {
      const reply = await fetch(`${path}frame?after=${after}`, {cache: 'no-store'});
      if (reply.status === 204) { app.liveText = ', the run has ended'; break; }
      if (!reply.ok) throw new Error(String(reply.status));
      const bytes = new Uint8Array(await reply.arrayBuffer()), view = new DataView(bytes.buffer);
      after = view.getUint32(0, true), tries = 0;
      const [a, b, c] = [4, 8, 12].map((k) => view.getUint32(k, true));
      const wasLast = app.index >= app.recording.count - 1;
      await app.recording.add(bytes.slice(16, 16 + a), bytes.slice(16 + a, 16 + a + b), bytes.slice(16 + a + b, 16 + a + b + c));
      app.liveText = ', live';
      if (app.recording.count === 1 && !location.hash.includes('camera')) await app.fitRun();
      if (wasLast || !app.frame) await app.show(app.recording.count - 1);
      else $('slider').max = app.recording.count - 1;
    } catch (error) {
      if (error instanceof RecordingError) throw error;
      app.liveText = ', connection lost', ++tries;
      await new Promise((done) => setTimeout(done, 500));
    }
  }
  app.watching = false;
  if (app.frame) $('facts').textContent = $('facts').textContent.replace(/, (live|connection lost)$/, '') + app.liveText;
}
