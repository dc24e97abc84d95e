import { expect, test } from 'vitest';
import type { Result } from '../../../engine/result.ts';
import { renderConformanceReport } from '../../../reports/html/conformance-report.tsx';
import { sample } from '../../scope.ts';
import { describeInBrowser, openPage } from '../browser.ts';
import { hostileStrings, poison } from '../hostile-strings.ts';
import { nonConformant } from '../results.ts';

/** A little of everything: a page of it loads in a moment, and has every kind of text all the same. */
function small(result: Result): Result {
  const failures = result.failures.filter(({ requirement }) =>
    /^(errors\/m|http\/answers|orders\/wrong)/.test(requirement),
  );
  const ids = new Set([
    ...failures.map(({ requirement }) => requirement),
    'token/issued',
    'guides/colour',
    'auth/missing',
  ]);
  const few = result.requirements.filter(({ id }) => ids.has(id));
  return {
    ...result,
    failures,
    requirements: few.map((one) => ({ ...one, endpoints: one.endpoints.slice(0, 4) })),
    observations: result.observations.slice(0, 3),
    latency: result.latency.slice(0, 2),
  };
}

/** Which elements with which attributes a page consists of, unfolded, and where it leads or loads from. In the page. */
const anatomy = `(() => {
  const all = [...document.querySelectorAll('*')];
  for (const one of all) if (one.tagName === 'DETAILS') one.open = true;
  return {
    parts: [...new Set(all.map((one) => [one.tagName, ...[...one.attributes].map(({ name }) => name)].join(' ')))],
    links: all.flatMap((one) => [...one.attributes]
      .filter(({ name }) => /^(href|src|srcset|action|data|poster|xlink:href)$/.test(name)).map(({ value }) => value)),
  };
})()`;

interface Anatomy {
  readonly parts: readonly string[];
  readonly links: readonly string[];
}

test('the corpus has at least 60 strings, all different', () => {
  expect(new Set(hostileStrings).size).toBe(hostileStrings.length);
  expect(hostileStrings.length).toBeGreaterThanOrEqual(60);
});

describeInBrowser('hostile text in the report', (browser) => {
  test('what runs is noticed: where a page does not escape them, elements of the corpus do', async () => {
    const opened = await openPage(browser(), '', { bypassCSP: true });
    const ran: string[] = [];
    for (const payload of hostileStrings.slice(0, 44)) {
      opened.seen.alarms.length = 0;
      await opened.show(`<!DOCTYPE html><body><p>${payload}</p>`).catch(() => undefined);
      await opened.page.waitForLoadState('load').catch(() => undefined);
      if (opened.seen.alarms.length > 0) ran.push(payload);
    }
    await opened.close();
    expect(ran.length).toBeGreaterThanOrEqual(15);
  });

  test('none of it runs, asks for anything or becomes an element, even where no policy forbids it', async () => {
    const result = small(nonConformant);
    const opened = await openPage(browser(), '', { bypassCSP: true });
    const { page, seen, show } = opened;
    const known = new Set<string>();
    for (const harmless of [
      'x',
      'harmless '.repeat(400),
      '{"a":[1]}',
      'status 401 /responseId, HARNESS_X',
      'Date: x',
    ]) {
      await show(renderConformanceReport(poison(result, harmless)));
      for (const part of (await page.evaluate<Anatomy>(anatomy)).parts) known.add(part);
    }
    for (const payload of sample('hostile strings, one at a time', hostileStrings, 3)) {
      await show(renderConformanceReport(poison(result, payload)));
      const { parts, links } = await page.evaluate<Anatomy>(anatomy);
      const strange = parts.filter((part) => !known.has(part));
      const away = links.filter((link) => !/^(#|data:image\/svg\+xml,)/.test(link));
      expect({ payload, strange, away }).toEqual({ payload, strange: [], away: [] });
    }
    await opened.close();
    expect(seen).toEqual({ requests: [], complaints: [], alarms: [] });
  }, 240_000);

  test('the policy finds nothing to refuse in it either', async () => {
    const result = small(nonConformant);
    const opened = await openPage(browser(), '');
    for (const payload of sample('hostile strings in the report', hostileStrings))
      await opened.show(renderConformanceReport(poison(result, payload)));
    await opened.close();
    expect(opened.seen).toEqual({ requests: [], complaints: [], alarms: [] });
  });

  test('the policy would refuse a script and an image that were in it, and that is noticed', async () => {
    const html = renderConformanceReport(nonConformant);
    const opened = await openPage(browser(), '');
    await opened.show(html.replace('<main', '<img src="https://evil.example/"><script>xss(1)</script><main'));
    await opened.close();
    expect(opened.seen.alarms).toEqual([]);
    expect(opened.seen.requests).toEqual([]);
    expect(opened.seen.complaints).toHaveLength(2);
  });

  test('controls and bidirectional overrides stand in the page as their codes', async () => {
    const result = small(nonConformant);
    const opened = await openPage(
      browser(),
      renderConformanceReport(poison(result, 'a\u202Eb\u001Bc\u200Bd\u{E0041}')),
    );
    const text = (await opened.page.locator('body').textContent()) ?? '';
    await opened.close();
    expect(text).toContain('a\\u202eb\\u001bc\\u200bd\\u{e0041}');
    const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cf}]/u;
    expect(unseen.test('a\u202Eb')).toBe(true);
    expect(text).not.toMatch(unseen);
  });
});
