// Makes docs/report.png, the picture in README: the report of a run against a faulty server.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const root = join(import.meta.dirname, '..', '..');
const main = join(root, 'dist', 'cli', 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'm2m-picture-'));

const server = spawn(process.execPath, [main, 'serve', '--fault', 'user-in-query-before-header']);
const [printed] = await once(server.stdout.setEncoding('utf8'), 'data');
const variables = Object.fromEntries(
  [...printed.matchAll(/^export (\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]),
);
const args = [main, 'run', '--depth', 'quick', '--seed', '7', '--no-allure', '--out', folder];
spawnSync(process.execPath, args, { env: { ...process.env, ...variables }, stdio: 'inherit' });
server.kill();

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({
  viewport: { width: 1_280, height: 800 },
  colorScheme: 'light',
});
await page.goto(pathToFileURL(join(folder, 'index.html')).href);
await page.screenshot({ path: join(root, 'docs', 'report.png') });
await browser.close();
rmSync(folder, { recursive: true });
