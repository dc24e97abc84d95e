import { differencesOf, editorOf, generation, type Json } from './batch.ts';
import type { Area, Exchange, Exits, Plant, Reply } from './exits.ts';
import type { KeyedFile } from './keyed-file.ts';
import { guideFile, NOTIFICATIONS, userFile } from './master.ts';
import type { Row } from './picture.ts';
import { addressOf, order, Refused, updateAddress } from './writes.ts';

/** The transactions of the mainframe, by their codes, and what they answer. */
export class Region {
  readonly users: KeyedFile;
  readonly guides: KeyedFile;
  readonly #exits: Exits;
  readonly #start = Date.now();

  constructor(plant: Plant, exits: Exits) {
    this.users = userFile(plant.users);
    this.guides = guideFile();
    this.#exits = exits;
  }

  run(area: Area, exchange: Exchange, input: { body?: unknown; guide?: string }): Reply {
    const user = exchange.user ?? {};
    if (area === 'guides') return this.#lgde(exchange, user);
    if (area === 'guide') return this.#lgdr(input.guide ?? '', user);
    if (area === 'insights') return { status: 200, body: insights(user) };
    if (area === 'cash') return { status: 200, body: cash(user) };
    if (area === 'portfolios') return { status: 200, body: this.#port(user) };
    if (area === 'summaries') return this.#days(exchange, user);
    if (area === 'settings') return { status: 200, body: this.#ntfy(user) };
    if (area === 'orders') return order(input.body, this.#exits);
    if (exchange.method === 'GET') return { status: 200, body: { address: addressOf(user) } };
    return updateAddress(this.users, user, input.body, this.#exits);
  }

  #lgde(exchange: Exchange, user: Row): Reply {
    const list = this.guides.browse('position').map((row) => summaryOfGuide(row, String(user['language'])));
    return {
      status: 200,
      headers: { 'Cache-Control': 'private, max-age=1800', Vary: 'x-user-id, Authorization' },
      body: { data: this.#exits.guides(list, exchange.turn, user) },
    };
  }

  #lgdr(id: string, user: Row): Reply {
    if (!/^[0-9a-f]{24}$/i.test(id)) throw new Refused(400, 'The guide id is malformed.');
    const key = id.toLowerCase();
    const row = this.#exits.hasGuide(key, this.guides.keys()) ? this.guides.read(key) : undefined;
    if (!row) throw new Refused(404, 'There is no such guide.');
    const chapters = Array.from({ length: Number(row['chapters']) + 1 }, (_, at) => ({
      number: at + 1,
      text: `${row['key']} ${at + 1}`,
    }));
    return { status: 200, body: { ...summaryOfGuide(row, String(user['language'] ?? 'de')), chapters } };
  }

  #port(user: Row): Json {
    const [day] = generation(user, this.#start, 0).slice(-1);
    return { positions: (day?.holdings ?? []).map(({ assetId, value, weight }) => ({ assetId, value, weight })) };
  }

  #days(exchange: Exchange, user: Row): Reply {
    if (user['denied'] === 'Y') throw new Refused(403, 'Access is denied.');
    const days = generation(user, this.#start, this.#exits.relative(exchange));
    const edit = editorOf(user);
    const data = days.map((day, at) => this.#exits.summary(day, edit, at));
    return { status: 200, body: { data, maxValueDifferences: differencesOf(days) } };
  }

  #ntfy(user: Row): Json {
    const at = user['language'] === 'ja' ? 1 : 0;
    const rows = NOTIFICATIONS.map(
      ([number, channel, id, category, name]) =>
        [number, channel, id, category.split('|')[at] ?? '', name.split('|')[at] ?? ''] as const,
    );
    return { app: this.#exits.groups('app', rows), email: this.#exits.groups('email', rows) };
  }
}

const summaryOfGuide = (row: Row, language: string): Json => ({
  key: row['key'],
  contentType: 'guide',
  id: row['id'],
  title: row[language] ?? row['de'],
  description: `${row[language] ?? row['de']}: ${language === 'ja' ? 'やさしい解説' : 'leicht erklärt'}`,
  backgroundColor: row['colour'],
  guideIconURL: `https://media.example/icons/${row['key']}.svg`,
  mobileCoverImageURL: `https://media.example/mobile/${row['key']}.png`,
  webCoverImageURL: row['cover'] === 'Y' ? `https://media.example/web/${row['key']}.png` : null,
  slug: row['slug'],
  chapterCount: row['chapters'],
});

const cash = (user: Row): Json => ({ balances: [{ currency: user['currency'], amount: user['cash'] }] });

const insights = (user: Row): Json => ({
  insights:
    user['language'] === 'ja'
      ? [{ asset: 'SAP', text: '“様子見”' }]
      : [{ asset: 'SAP', text: 'Das Haus rät „abwarten“, bis die Zahlen des Quartals vorliegen.' }],
});
