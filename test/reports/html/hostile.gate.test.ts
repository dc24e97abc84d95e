import { expect, test } from 'vitest';
import type { Result } from '../../../engine/result.ts';
import { renderConformanceReport } from '../../../reports/html/conformance-report.tsx';
import { sample } from '../../scope.ts';
import { describeInBrowser, expectText, openPage, quiet } from '../browser.ts';
import { hostileStrings, poison } from '../hostile-strings.ts';
import { nonConformant, withFew } from '../results.ts';

/** A small result with every kind of text, so its page loads fast. */
const small = ((result: Result): Result => {
  const isMeant = /^(errors\/m|http\/json|token\/no)/;
  const failures = result.failures.filter(({ requirement }) => isMeant.test(requirement));
  const ids = new Set([
    ...failures.map(({ requirement }) => requirement),
    'token/issued',
    'auth/missing',
  ]);
  const requirements = result.requirements.filter(
    ({ id }) => ids.has(id) || id === 'auth/scheme-case',
  );
  const few = requirements.map((one) => ({ ...one, endpoints: one.endpoints.slice(0, 4) }));
  return { ...withFew(result), failures, requirements: few };
})(nonConformant);

const harmless = [
  'x',
  'harmless '.repeat(400),
  '{"a":[1]}',
  'status 401 /responseId, M2M_X',
  'Date: x',
];

describeInBrowser('hostile text in the report', (browser) => {
  test('elements of the corpus run in a page that does not escape them, and the test notices it', async () => {
    const { seen, show, page } = await openPage(browser(), '', { bypassCSP: true });
    const ran: string[] = [];
    const elements = sample('hostile elements', hostileStrings.slice(0, 24), 1);
    for (const payload of elements) {
      seen.alarms.length = 0;
      await show(`<!DOCTYPE html><body><p>${payload}</p>`).catch(() => undefined);
      await page.waitForLoadState('load').catch(() => undefined);
      if (seen.alarms.length > 0) ran.push(payload);
    }
    expect(ran.length).toBeGreaterThan(elements.length / 2);
  });

  test('does not run, request anything or become an element, even without a policy', async () => {
    const hostile = sample('hostile strings, one at a time', hostileStrings, 6);
    const ours = /^(#|data:image\/svg\+xml,)/;
    await expectText(browser(), (text) => [renderConformanceReport(poison(small, text))], {
      harmless,
      hostile,
      ours,
    });
  });

  test('the policy has nothing to block, but would block a script and an image', async () => {
    const { seen, show } = await openPage(browser(), '');
    for (const payload of sample('hostile strings in the report', hostileStrings))
      await show(renderConformanceReport(poison(small, payload)));
    expect(seen).toEqual(quiet);
    const wrong = '<img src="https://evil.example/"><script>xss(1)</script><main';
    await show(renderConformanceReport(small).replace('<main', wrong));
    expect(seen).toEqual({ ...quiet, complaints: [expect.any(String), expect.any(String)] });
  });
});

test('controls and bidirectional overrides appear as their codes', () => {
  const html = renderConformanceReport(poison(small, 'a\u202Eb\u001Bc\u200Bd\u{E0041}'));
  expect(html).toContain('a\\u202eb\\u001bc\\u200bd\\u{e0041}');
  expect(html).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cf}]/u);
});
