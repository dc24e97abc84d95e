import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { renderConformanceReport } from '../../../reports/html/conformance-report.tsx';
import { conformant, nonConformant, results } from '../results.ts';
import { manyFindings } from './many-findings.ts';

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

test.each(results)('the page of a %s result is whole, and says in its title what came of it', async (_name, result) => {
  const made = result;
  const html = renderConformanceReport(made);
  expect(html).toMatch(/^<!DOCTYPE html>\n<html lang="en">.*<\/html>\n$/s);
  expect(html).toContain(`<title>${made.verdict.toUpperCase()} · ${made.target.baseUrl}</title>`);
});

test('the policy allows the one style and the one script of the page, and nothing else', async () => {
  const html = renderConformanceReport(conformant);
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(html) ?? [];
  expect(html.match(/<(style|script)\b/g)).toEqual(['<style', '<script']);
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ]);
});

test('an implementation that is named stands in the title instead of its address, escaped', async () => {
  const result = conformant;
  const html = renderConformanceReport({
    ...result,
    target: { ...result.target, implementation: 'Ours </title> & co' },
  });
  expect(html).toContain('<title>CONFORMANT · Ours &lt;/title> &amp; co</title>');
});

test('the same result makes the same page', async () => {
  const result = nonConformant;
  expect(renderConformanceReport(result)).toBe(renderConformanceReport(structuredClone(result)));
});

test.each([60, 128])('a run of 5,000 requests with %i findings and long bodies takes less than 1 MB', async (count) => {
  const html = renderConformanceReport(manyFindings(nonConformant, count));
  expect(html.match(/id="finding-\d+"/g)).toHaveLength(count);
  expect(Buffer.byteLength(html)).toBeLessThan(1_000_000);
  expect(html).toContain('1,000,000 bytes in all');
});

test('what is cut says how much of it is shown', async () => {
  const result = nonConformant;
  const [first, ...rest] = result.failures;
  const html = renderConformanceReport({
    ...result,
    failures: first ? [{ ...first, actual: 'ab'.repeat(9_000) }, ...rest] : [],
  });
  expect(html).toMatch(/ab<span class="cut">… [\d,]+ of 18,000 characters/);
});
