import { goodAddress, type Tester } from './client.ts';
import type { Probe } from './probes-access.ts';

const unknownGuide = '/learn/learning-guides/abcdefabcdefabcdefabcdef';
const guidePath = (id: string) => `/learn/learning-guides/${id}`;
const firstGuide = '20240517a3c94e1f08b7d652';
const { line2: _, ...withoutLine } = goodAddress;

async function fetchable(t: Tester): Promise<boolean> {
  const listed: { id: string }[] = (await t.send('/learn/learning-guides')).json.data;
  const full = await Promise.all(listed.map(({ id }) => t.send(guidePath(id))));
  return full.every(({ status }) => status === 200) && new Set(full.map(({ text }) => text)).size === full.length;
}

export const cycleProbes: Record<string, Probe> = {
  'first-data-of-an-error-code-stay': async (t) => {
    await t.send(guidePath('xyz'));
    return (await t.send(unknownGuide)).json.status === 404;
  },
  'plural-forms-as-a-message': async (t) =>
    typeof (await t.send('/cash', { user: undefined })).json.error.message === 'string',
  'message-is-stripped-as-a-tag': async (t) => (await t.patch('x')).json.error.message.trim() !== '',
  'notice-in-front-of-a-missing-guide': async (t) => (await t.send(unknownGuide)).json !== undefined,
  'scheduler-prints-into-the-visit': async (t) => {
    for (let turn = 0; turn < 6; turn += 1) if (!(await t.send('/portfolios')).json) return false;
    return true;
  },
  'ajax-zero-at-the-end': async (t) => (await t.send('/learn/analyst-insights')).json !== undefined,
  'two-plugins-print-one-member': async (t) => !(await t.send('/cash')).text.includes('"generator"'),
  'array-combine-of-five': async (t) => (await t.patch(withoutLine)).status < 500,
  'preload-waits-for-its-own-lock': async (t) =>
    t.send('/learn/analyst-insights?page=1').then(
      () => true,
      () => false,
    ),
  'year-archive-takes-the-guide': async (t) => (await t.send(guidePath(firstGuide))).status === 200,
  'nearest-permalink-is-guessed': async (t) => (await t.send(guidePath(firstGuide.slice(0, 23)))).status === 400,
  'pages-go-on-between-visits': async (t) => {
    for (let turn = 0; turn < 5; turn += 1) if ((await t.send('/learn/analyst-insights')).status !== 200) return false;
    return true;
  },
  'oldest-meta-row-is-read': async (t) => {
    await t.patch(goodAddress);
    await t.patch({ ...goodAddress, city: 'York' });
    return (await t.stored()).city === 'York';
  },
  'refusal-restores-the-revision-before': async (t) => {
    await t.patch(goodAddress);
    await t.patch({ ...goodAddress, city: 'York' });
    await t.patch('x');
    return (await t.stored()).city === 'York';
  },
  'filter-is-not-hooked-again': async (t) => {
    await t.patch({ ...goodAddress, countryCode: 'gb' });
    return (await t.patch({ ...goodAddress, countryCode: 'G1' })).status === 400;
  },
  'lists-and-objects-are-arrays': async (t) => (await t.patch([])).status === 400,
  'what-is-open-is-closed': async (t) => {
    const raw = JSON.stringify({ address: goodAddress }).slice(0, -2);
    return (await t.patch(undefined, { raw })).status === 400;
  },
  'unknown-query-shows-drafts': async (t) =>
    (await t.send('/learn/learning-guides?x=1')).json.data.length ===
    (await t.send('/learn/learning-guides')).json.data.length,
  'guide-ids-equal-as-numbers': fetchable,
  'revision-is-listed': fetchable,
};
