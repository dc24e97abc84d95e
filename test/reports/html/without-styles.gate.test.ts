import { describe, expect, test } from 'vitest';
import { renderConformanceReport } from '../../../reports/html/conformance-report.tsx';
import { describeInBrowser, openPage } from '../browser.ts';
import { siteOf } from '../registry/site.ts';
import { nonConformant, results, withFew } from '../results.ts';

// https://github.com/benc-uk/k6-reporter/issues/33: Jenkins shows pages without their styles.
const jenkins = "sandbox; default-src 'none'; img-src 'self'; style-src 'self';";

describe('without styles every graphic keeps its size:', () => {
  const pages = [
    ...results.map(
      ([name, result]) =>
        [`the report of the ${name} result`, renderConformanceReport(result)] as const,
    ),
    ...[...siteOf([nonConformant])].filter(([path]) => path.endsWith('.html')),
  ];
  test.each(pages)('%s', (_name, html) => {
    const tags = [...html.matchAll(/<svg\b[^>]*>/g)].map(([tag]) => tag);
    const unsized = tags.filter((tag) => !/ width="\d+"/.test(tag) || !/ height="\d+"/.test(tag));
    expect(unsized).toEqual([]);
  });
});

describeInBrowser('the report under the policy of Jenkins', (browser) => {
  test('has icons of the size of its text, and needs no script', async () => {
    const html = renderConformanceReport(withFew(nonConformant));
    const { page, seen } = await openPage(browser(), html, {
      policy: jenkins,
      javaScriptEnabled: false,
    });
    const icons = await page.locator('svg.sign').all();
    expect(icons.length).toBeGreaterThan(20);
    const boxes = await Promise.all(icons.slice(0, 40).map((icon) => icon.boundingBox()));
    expect(boxes.filter((box) => box && (box.width > 16 || box.height > 16))).toEqual([]);
    const plots = await Promise.all(
      (await page.locator('svg:not(.sign)').all()).map((plot) => plot.boundingBox()),
    );
    expect(plots.filter((box) => box && box.height > 120)).toEqual([]);
    expect(await page.locator('.finding').first().textContent()).toContain(
      nonConformant.failures[0]?.requirement,
    );
    expect(seen.requests).toEqual([]);
  });
});
