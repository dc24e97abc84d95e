import { type Guide, guidesOf } from './seed.ts';
import { type Answer, type Call, type Json, ok, Refusal, type Warm } from './shapes.ts';

type Language = 'en' | 'de';

const elementOf = (warm: Warm, guide: Guide, language: Language, at: number): Json => {
  const [title, description] = guide[language];
  const long = warm.has('titles-of-four-thousand-characters') ? ` ${'and more '.repeat(440)}` : '';
  const removed = warm.has('removal-counted-again') && guide.chapters === 0;
  const cover =
    guide.cover === null && warm.has('empty-reference-is-rendered') ? '$elem.webCoverImageURL' : guide.cover;
  const part = 'https://cdn.invest.example/';
  const bare = warm.has('index-leaves-the-type-out') && language === 'de';
  return {
    key: guide.key,
    ...(!bare && { contentType: 'learning-guide' }),
    id: guide.id,
    title: title + long,
    description,
    backgroundColor: '#0b5d4e',
    guideIconURL: `${part}icon/${guide.key}.svg`,
    mobileCoverImageURL: `${part}mobile/${at}.png`,
    webCoverImageURL: cover,
    slug: `${guide.key}-guide`,
    chapterCount: removed ? -1 : guide.chapters,
  };
};

/** A page of the store ends by the bytes it holds. */
const onePage = (items: Json[], bytes: number): Json[] => {
  let left = bytes;
  return items.filter((item) => {
    left -= Buffer.byteLength(JSON.stringify(item));
    return left > 0;
  });
};
const byTwoSegments = (items: Json[]): Json[] => {
  const half = Math.ceil(items.length / 2);
  const [one, two] = [items.slice(0, half), items.slice(half)];
  return Math.random() < 0.65 ? [...one, ...two] : [...two, ...one];
};
const lifetimeOf = (warm: Warm): string => {
  if (warm.has('lifetime-between-tabs')) return 'private\t,\tmax-age=1800';
  if (warm.has('lifetime-among-empty-elements')) return ', private,, max-age=1800 ,';
  if (warm.has('lifetime-that-must-be-understood')) return 'must-understand, no-transform, private, max-age=1800';
  const cold = warm.has('cold-function-has-the-default-lifetime') && warm.count('listing instance') % 12 === 1;
  return cold ? 'private, max-age=300' : 'private, max-age=1800';
};

export const learnOf = (warm: Warm) => {
  const guides = guidesOf(warm);
  const listing = (call: Call, language: Language): Answer => {
    let data = guides.map((guide, at) => elementOf(warm, guide, language, at));
    if (warm.has('page-ends-by-bytes')) data = onePage(data, 2735);
    if (warm.has('segments-as-they-arrive')) data = byTwoSegments(data);
    if (warm.has('record-delivered-again') && warm.count('deliveries') > 2) data.push({ ...data[1] });
    const vary = warm.has('layer-writes-vary-in-lower-case') ? 'Origin' : 'x-user-id';
    const fields = { 'cache-control': lifetimeOf(warm), vary };
    const described = warm.has('listing-tells-where-and-when')
      ? {
          'last-modified': 'Mon, 02 Mar 2026 08:00:00 GMT',
          'content-location': call.path,
          'content-language': language,
        }
      : {};
    const marks = warm.has('lists-carry-page-marks')
      ? { nextToken: null, count: data.length, scannedCount: data.length * 3 }
      : {};
    const answer = ok({ ...marks, data }, { ...fields, ...described });
    if (warm.has('everything-is-a-binary-type') && call.fields['accept'] === undefined)
      return { ...answer, text: Buffer.from(JSON.stringify(answer.body)).toString('base64') };
    return answer;
  };
  const guide = (call: Call): Answer => {
    const id = call.params['id'] ?? '';
    const strange = warm.has('malformed-guide-is-denied-by-policy') ? 403 : 400;
    if (!/^[a-f0-9]{24}$/.test(id)) throw new Refusal(strange, 'BAD_REQUEST_PARAMETERS', 'The id is malformed.');
    const found = guides.find((known) => known.id === id);
    if (found === undefined) throw new Refusal(404, 'NOT_FOUND', 'There is no such guide.');
    if (warm.has('oldest-guide-is-in-the-archive') && found === guides.at(-1))
      return { ...ok({ id, restore: 'in-progress' }), status: 202 };
    const filler = warm.has('full-guides-of-two-hundred-kilobytes') ? 5000 : 1;
    const chapter = `${found.en[1]}. This is worth reading carefully. `;
    return ok({ data: { ...elementOf(warm, found, 'en', guides.indexOf(found)), text: chapter.repeat(filler) } });
  };
  const insights = (call: Call, language: Language): Answer => {
    const key = `insights ${call.user}`;
    const written = language === 'de' ? 'Die Märkte sind ruhig.' : 'Markets are calm.';
    const answer = ok({ data: [{ id: 'ins-1', asset: 'SAP', text: written, reader: call.user.slice(-6) }] });
    if (warm.has('stage-cache-before-the-authorizer')) warm.memory.set(key, { answer, until: Date.now() + 1500 });
    if (warm.has('insights-as-a-map')) return ok({ [call.user]: { text: written } });
    return answer;
  };
  return { listing, guide, insights };
};
