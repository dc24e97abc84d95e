import { parse } from 'parse5';
import { expect, test } from 'vitest';
import { renderConformanceReport } from '../../../reports/html/conformance-report.tsx';
import { sample } from '../../scope.ts';
import { hostileStrings, poison } from '../hostile-strings.ts';
import { siteOf } from '../registry/site.ts';
import { empty, nonConformant, results } from '../results.ts';

/** What a parser of HTML finds wrong (HTML standard, section 13.2.2). */
function errorsIn(html: string): readonly string[] {
  const errors: string[] = [];
  parse(html, {
    onParseError: ({ code, startLine, startCol }) => errors.push(`${code} at ${startLine}:${startCol}`),
  });
  return errors;
}

test.each(results)('the page of a %s result is HTML without errors', async (_name, result) => {
  expect(errorsIn(renderConformanceReport(result))).toEqual([]);
});

test('so is every page of a registry', async () => {
  const pages = [...siteOf([nonConformant])].filter(([path]) => path.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(2);
  for (const [path, html] of pages) expect(errorsIn(html), path).toEqual([]);
});

test('whatever a target says', async () => {
  const result = empty;
  const { failures } = nonConformant;
  for (const payload of sample('hostile strings in markup', hostileStrings, 4)) {
    const html = renderConformanceReport(poison({ ...result, failures: failures.slice(0, 3) }, payload));
    expect(errorsIn(html), payload).toEqual([]);
  }
});

test.each(['<p a=1 a=2>', '<p x"y=1>', 'a \u0001', '&#0;', '<!-- -- --!>'])('%j would be an error', (html) => {
  expect(errorsIn(`<!DOCTYPE html><html><head><title>t</title></head><body>${html}</body></html>`)).not.toEqual([]);
});
