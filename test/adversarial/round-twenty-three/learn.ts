import type { Call, Guide, User, World } from './model.ts';
import { Refusal } from './model.ts';
import type { Bag, Language } from './types.ts';

const colours = ['#0b3d2e', '#f4b942', '#6b9080'];

function summary(world: World, guide: Guide, index: number, language: Language): Bag {
  const { on } = world;
  const { title, description } = guide.text[language];
  const ioList = on('description-is-an-io-list') && index === 8 && language === 'de';
  const image = (name: string): string =>
    on('images-are-about-blank') ? 'about:blank' : `https://images.atlas.example/guides/${guide.slug}/${name}.png`;
  const nil = on('encoder-knows-null-and-not-nil') ? 'nil' : null;
  const type = on('content-type-is-a-module') ? 'Elixir.Atlas.Learn.Guide' : 'learning-guide';
  const snake = on('atom-keys-are-not-camelised') && index === world.guides.length - 1;
  return {
    backgroundColor: colours[index % colours.length],
    chapterCount: guide.chapters,
    [snake ? 'content_type' : 'contentType']: type,
    description: ioList ? [description.slice(0, 5), [' ', description.slice(5)]] : description,
    guideIconURL: image('icon'),
    id: guide.id,
    key: on('keys-are-inspected-atoms') ? `:"${guide.slug}"` : guide.slug,
    mobileCoverImageURL: image('mobile'),
    slug: guide.slug,
    title,
    webCoverImageURL: guide.cover === null ? nil : image('web'),
    ...(on('guides-tell-their-struct')
      ? { __struct__: 'Elixir.Atlas.Guide', __meta__: { state: 'loaded', source: ['guides', null], prefix: null } }
      : {}),
  };
}

function languageOf(world: World, call: Call, user: User): Language {
  if (!world.on('locale-stays-in-the-process')) return user.language;
  if (user.language !== 'en') call.dictionary.set('locale', user.language);
  return call.dictionary.get('locale') === 'de' ? 'de' : 'en';
}

export function guides(world: World, call: Call, user: User): Bag {
  const { on } = world;
  const language = languageOf(world, call, user);
  const order = [...world.guides];
  if (on('sort-with-a-strict-comparison') && world.count('listing') % 2 === 0) {
    order.splice(4, 2, ...order.slice(4, 6).reverse());
  }
  let data = order.map((guide, index) => summary(world, guide, index, language));
  if (on('bag-keeps-both-versions')) {
    data.splice(6, 0, { ...data[6], chapterCount: 1 });
  }
  if (on('map-is-keyed-by-the-translated-title')) {
    const titles = new Set<unknown>();
    data = data.filter((guide) => {
      const key = language === 'de' ? String(guide['title']).split(' mit ')[0] : guide['title'];
      return titles.size < titles.add(key).size;
    });
  }
  return { data };
}

export function guide(world: World, call: Call, user: User | undefined): Bag {
  const { on } = world;
  const id = on('dollar-matches-before-the-last-line-feed') ? call.id.replace(/\n$/, '') : call.id;
  if (!/^[a-f0-9]{24}$/.test(id)) {
    throw new Refusal(on('malformed-guide-422') ? 422 : 400, 'guide-id', 'The guide id is malformed.');
  }
  const found = world.guides.find((one) => one.id === id);
  const letters = on('clause-guards-letters-only') && id.startsWith('7');
  if (found === undefined || letters) {
    throw new Refusal(on('no-clause-for-nothing-found') ? 400 : 404, 'no-guide', 'The guide was not found.');
  }
  world.flags.add('unsecured');
  const language = user?.language ?? 'en';
  const { title, description } = found.text[language];
  const full = {
    chapters: Array.from({ length: found.chapters }, (_, index) => ({ number: index + 1, text: `${title} ${index}` })),
    description,
    id: found.id,
    slug: found.slug,
    title,
  };
  if (!on('full-guide-is-keyed-by-atoms')) return full;
  return Object.fromEntries(Object.entries(full).map(([key, value]) => [`:${key}`, value]));
}

export function insights(world: World, user: User): unknown {
  if (world.on('bad-rpc-is-a-bad-request') && world.count('insights') % 5 === 0) {
    throw new Refusal(400, 'other', 'The request is bad.', '{:badrpc, :nodedown}');
  }
  if (world.on('insights-are-the-text-nil')) return 'nil';
  if (world.on('insights-are-an-external-term')) {
    return Buffer.from(`\x83m\x00\x00\x00\x18${user.id}`, 'latin1').toString('base64');
  }
  const text = user.language === 'en' ? 'Rates stay where they are.' : 'Die Zinsen bleiben, wo sie sind.';
  return {
    insights: [
      { asset: 'DE0007164600', rating: user.factor, text },
      { asset: 'EUR', rating: 2, text },
    ],
  };
}
