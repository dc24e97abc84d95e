import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { renderConformanceReport } from '../../../reports/html/conformance-report.tsx';
import { conformant, nonConformant } from '../results.ts';
import { manyFindings } from './many-findings.ts';

const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('the policy allows the one style and the one script of the page, and nothing else', () => {
  const html = renderConformanceReport(conformant);
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  expect(html.match(/<(style|script)\b/g)).toEqual(['<style', '<script']);
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `style-src ${hashOf(/<style>(.*?)<\/style>/s.exec(html)?.[1])}`,
    `script-src ${hashOf(/<script type="module">(.*?)<\/script>/s.exec(html)?.[1])}`,
    ...[
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
    ],
  ]);
});

test('the title has the verdict, and the URL of the target or the name of the implementation, escaped', () => {
  expect(renderConformanceReport(nonConformant)).toContain(
    `<title>NON-CONFORMANT · ${nonConformant.target.baseUrl}</`,
  );
  const target = { ...conformant.target, implementation: 'Ours </title> & co' };
  const title = '<title>CONFORMANT · Ours &lt;/title> &amp; co</title>';
  expect(renderConformanceReport({ ...conformant, target })).toContain(title);
});

test('a run of 5,000 requests with 128 findings and long bodies takes less than 1 MB', () => {
  const count = 128;
  const html = renderConformanceReport(manyFindings(nonConformant, count));
  expect(html.match(/id="finding-\d+"/g)).toHaveLength(count);
  expect(Buffer.byteLength(html)).toBeLessThan(1_000_000);
  expect(html.includes('1,000,000 bytes in total')).toBe(true);
});

test('a text that is cut off says how much of it is shown', () => {
  const failures = nonConformant.failures
    .slice(0, 1)
    .map((one) => ({ ...one, actual: 'ab'.repeat(9_000) }));
  const html = renderConformanceReport({ ...nonConformant, failures });
  expect(/ab<span class="cut">… [\d,]+ of 18,000 characters/.test(html)).toBe(true);
});
