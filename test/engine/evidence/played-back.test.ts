import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeEvidence } from '../../../engine/evidence/har-file.ts';
import { emptyFolder } from '../../cli/command.ts';
import { describeInBrowser } from '../../reports/browser.ts';
import { get } from '../samples.ts';
import { type Listener, servingRun, traffic } from '../traffic/serving-run.ts';
import { recordOf } from './record.ts';

const replies: Readonly<Record<string, (...args: Parameters<Listener>) => void>> = {
  '/api/moved': (_request, response) => void response.writeHead(302, { location: '/api/page?q=%C3%A9&r=' }).end(),
  '/api/page?q=%C3%A9&r=': (_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<title>é</title><p>as recorded</p>`);
  },
  '/api/bytes': (_request, response) => void response.end(Buffer.from([0xff, 0x00, 0xfe])),
};

describeInBrowser('evidence as HAR', (browser) => {
  test('Playwright plays it back to Chromium: redirects, queries and bodies, without the target', async () => {
    const folder = emptyFolder();
    onTestFinished(folder.remove);
    const file = join(folder.path, 'exchanges.har');
    let requests = 0;
    const settings = await servingRun((request, response) => {
      requests++;
      replies[request.url ?? '']?.(request, response);
    });
    const writer = writeEvidence(file, '0.0.0', recordOf(settings));
    const { send } = traffic(settings, writer.write);
    for (const [nth, path] of Object.keys(replies).entries()) await send(get(path.replace('/api', '')), nth);
    await writer.end();
    const context = await browser().newContext();
    onTestFinished(() => context.close());
    await context.routeFromHAR(file, { notFound: 'abort' });
    const page = await context.newPage();
    const { baseUrl } = settings.target;
    const shown = await page.goto(`${baseUrl}/moved`);
    expect(await page.title()).toBe('é');
    expect([shown?.status(), shown?.url()]).toEqual([200, `${baseUrl}/page?q=%C3%A9&r=`]);
    const bytes = `fetch('${baseUrl}/bytes').then((came) => came.arrayBuffer()).then((all) => [...new Uint8Array(all)])`;
    expect(await page.evaluate(bytes)).toEqual([0xff, 0x00, 0xfe]);
    await expect(page.evaluate(`fetch('${baseUrl}/page')`)).rejects.toThrow(/Failed to fetch/);
    expect(requests).toBe(3);
  });
});
