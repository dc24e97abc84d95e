import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest';
import { scopeIsGate } from '../scope.ts';
import { executablePath } from './chromium-path.ts';

/** Defines a suite of the gate that runs in Chromium, and fails without it. */
export function describeInBrowser(name: string, tests: (browser: () => Browser) => void): void {
  // On a busy machine a page takes a minute.
  describe.runIf(scopeIsGate)(name, { timeout: 240_000 }, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      if (executablePath === undefined) expect.fail('Install Chromium, or set CHROMIUM_PATH.');
      // Chromium refuses to run as root with its sandbox.
      const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
      browser = await chromium.launch({ executablePath, args });
    });
    afterAll(() => browser?.close());
    tests(() => browser ?? expect.fail('Chromium did not start'));
  });
}

/** What a page did that a static document must not do. */
export interface Seen {
  /** Requested URLs, except that of the page. */
  readonly requests: string[];
  /**
   * Uncaught errors, and errors and warnings of the console, including violations of the page's
   * policy.
   */
  readonly complaints: string[];
  /** Calls of `xss`, dialogs, new windows, and navigations to another document. */
  readonly alarms: string[];
}

/** The value of `seen` for a page that behaves. */
export const quiet: Seen = { requests: [], complaints: [], alarms: [] };

export interface Opened {
  readonly page: Page;
  readonly seen: Seen;
  /** Shows another document in the same page. */
  readonly show: (html: string, hash?: string) => Promise<void>;
}

const address = 'https://report.example/index.html';

/**
 * Opens a document in a new browser context without network, with that Content-Security-Policy,
 * watches it, and closes it when the test ends.
 */
export async function openPage(
  browser: Browser,
  html: string,
  options: BrowserContextOptions & { readonly hash?: string; readonly policy?: string } = {},
): Promise<Opened> {
  const { hash = '', policy, ...rest } = options;
  const headers = policy === undefined ? {} : { 'content-security-policy': policy };
  const context = await browser.newContext({ reducedMotion: 'reduce', ...rest });
  onTestFinished(() => context.close());
  const seen: Seen = { requests: [], complaints: [], alarms: [] };
  let document = html;
  await context.route('**/*', (route) => {
    const url = route.request().url();
    if (url.split('#')[0] === address)
      return route.fulfill({ contentType: 'text/html', headers, body: document });
    seen.requests.push(url);
    return route.abort();
  });
  await context.exposeFunction('xss', (which: unknown) => {
    seen.alarms.push(`xss(${String(which)})`);
  });
  const page = await context.newPage();
  context.on('page', (opened) => seen.alarms.push(`a window: ${opened.url()}`));
  page.on('dialog', (dialog) => {
    seen.alarms.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => {
    if (frame.url().split('#')[0] !== address) seen.alarms.push(`a navigation: ${frame.url()}`);
  });
  page.on('pageerror', (error) => seen.complaints.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.complaints.push(message.text());
  });
  const show = async (next: string, at = ''): Promise<void> => {
    document = next;
    if (at !== '') {
      // Without this, a URL that differs only in its fragment would not load a new document.
      await page.goto('about:blank');
      seen.alarms.splice(seen.alarms.indexOf('a navigation: about:blank'), 1);
    }
    await page.goto(`${address}${at}`);
  };
  await page.goto(`${address}${hash}`);
  return { page, seen, show };
}

interface Anatomy {
  readonly parts: readonly string[];
  readonly links: readonly string[];
}

/**
 * Expects that pages with hostile text have the elements of harmless ones, only links to `ours`,
 * and run nothing.
 */
export async function expectText(
  browser: Browser,
  pagesWith: (text: string) => readonly string[],
  {
    harmless,
    hostile,
    ours,
  }: { harmless: readonly string[]; hostile: readonly string[]; ours: RegExp },
): Promise<void> {
  const { page, seen, show } = await openPage(browser, '', { bypassCSP: true });
  const known = new Set<string>();
  for (const text of [...harmless, ...hostile]) {
    for (const html of pagesWith(text)) {
      await show(html);
      const { parts, links } = await page.evaluate<Anatomy>(anatomy);
      if (harmless.includes(text)) for (const part of parts) known.add(part);
      const strange = parts.filter((part) => !known.has(part));
      const away = links.filter((link) => !ours.test(link));
      expect({ text, strange, away }).toEqual({ text, strange: [], away: [] });
    }
  }
  expect(seen).toEqual(quiet);
}

/**
 * Unfolds the page. Returns its elements with their attribute names, and its URLs. Runs in the
 * page.
 */
const anatomy = `(() => {
  const all = [...document.querySelectorAll('*')];
  for (const one of all) if (one.tagName === 'DETAILS') one.open = true;
  return {
    parts: [...new Set(all.map((one) => [one.tagName, ...[...one.attributes].map(({ name }) => name)].join(' ')))],
    links: all.flatMap((one) => [...one.attributes]
      .filter(({ name }) => /^(href|src|srcset|action|data|poster|xlink:href)$/.test(name)).map(({ value }) => value)),
  };
})()`;
