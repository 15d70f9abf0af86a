// Drives a headless chromium over its own pipe (--remote-debugging-pipe), without any package.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

export class Browser {
  static async start(binary, {width = 900, height = 600} = {}) {
    const browser = new Browser();
    browser.profile = mkdtempSync(path.join(tmpdir(), 'scree-page-'));
    browser.process = spawn(binary, ['--headless=new', '--no-sandbox', '--remote-debugging-pipe', '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader', '--no-first-run', '--disable-dev-shm-usage', '--disable-extensions', '--hide-scrollbars', `--window-size=${width},${height}`,
      `--user-data-dir=${browser.profile}`, 'about:blank'], {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    browser.next = 1, browser.waiting = new Map(), browser.errors = [];
    browser.process.on('exit', (code) => { for (const {reject} of browser.waiting.values()) reject(new Error(`the browser ended with ${code}`)); });
    let rest = '';
    browser.process.stdio[4].on('data', (data) => {
      rest += data;
      for (let end; (end = rest.indexOf('\0')) >= 0; rest = rest.slice(end + 1)) browser.receive(JSON.parse(rest.slice(0, end)));
    });
    const {targetInfos} = await browser.send('Target.getTargets');
    const {targetId} = targetInfos.find((t) => t.type === 'page');
    browser.session = (await browser.send('Target.attachToTarget', {targetId, flatten: true})).sessionId;
    for (const domain of ['Page', 'Runtime', 'Log']) await browser.send(`${domain}.enable`);
    await browser.send('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: false});
    return browser;
  }
  send(method, params = {}) {
    const id = this.next++;
    this.process.stdio[3].write(JSON.stringify({id, method, params, ...(this.session ? {sessionId: this.session} : {})}) + '\0');
    return new Promise((resolve, reject) => this.waiting.set(id, {resolve, reject}));
  }
  receive(message) {
    const {id, method, params} = message;
    if (id) {
      const {resolve, reject} = this.waiting.get(id);
      this.waiting.delete(id);
      return message.error ? reject(new Error(message.error.message)) : resolve(message.result);
    }
    if (method === 'Runtime.exceptionThrown') this.errors.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error') this.errors.push(params.args.map((a) => a.value).join(' '));
    // Messages about chromium itself (its graphics driver) do not come from the page.
    if (method === 'Log.entryAdded' && params.entry.level === 'error' && params.entry.source !== 'rendering') this.errors.push(params.entry.text);
  }
  async open(url) {
    this.errors = [];
    await this.send('Page.navigate', {url: 'about:blank'});
    await this.send('Page.navigate', {url});
  }
  async run(expression) {
    const {result, exceptionDetails} = await this.send('Runtime.evaluate', {expression, awaitPromise: true, returnByValue: true});
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }
  async until(expression, what, seconds = 60) {
    for (const end = Date.now() + 1000 * seconds; Date.now() < end;) {
      if (await this.run(expression).catch(() => false)) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`waited ${seconds} s for ${what}`);
  }
  async key(key) {
    const text = key.length === 1 ? {text: key} : {};
    await this.send('Input.dispatchKeyEvent', {type: 'keyDown', key, ...text}), await this.send('Input.dispatchKeyEvent', {type: 'keyUp', key});
  }
  async click(x, y) {
    for (const type of ['mousePressed', 'mouseReleased']) await this.send('Input.dispatchMouseEvent', {type, x, y, button: 'left', buttons: 1, clickCount: 1});
  }
  async picture() { return Buffer.from((await this.send('Page.captureScreenshot', {format: 'png'})).data, 'base64'); }
  async stop() {
    await this.send('Browser.close').catch(() => {});
    await new Promise((done) => { this.process.exitCode !== null ? done() : this.process.on('exit', done), setTimeout(() => this.process.kill('SIGKILL'), 5000).unref(); });
    rmSync(this.profile, {recursive: true, force: true, maxRetries: 5});
  }
}
