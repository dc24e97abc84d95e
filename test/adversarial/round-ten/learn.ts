import { type Answer, type App, type Call, ok, pause, Refusal } from './app.ts';
import type { GuideRow, UserRow } from './data.ts';

function summary(app: App, user: UserRow, row: GuideRow, index: number) {
  const [title, description] = row[user.language];
  const size = app.on('size-left-in-the-address') && index === 8 ? '{width}x{height}' : '512x512';
  const plain = {
    key: row.key,
    contentType: 'guide',
    id: row.id,
    title,
    description,
    backgroundColor: '#E8F0FE',
    guideIconURL: `https://media.invest.example/${size}/${row.key}.png`,
    mobileCoverImageURL: `https://media.invest.example/mobile/${row.key}.png`,
    webCoverImageURL: index % 5 ? `https://media.invest.example/web/${row.key}.png` : null,
    slug: row.slug,
    chapterCount: row.chapters,
  };
  return { ...plain, ...app.knobs.guide?.(plain, index, user, app.count('guide shown')) };
}

export async function guides(app: App, _call: Call, user: UserRow): Promise<Answer> {
  const { on, memory } = app;
  let rows = app.db.guides.rows;
  if (on('joined-scan')) {
    const joined = Number(memory.get('scans') ?? 0);
    memory.set('scans', joined + 1);
    await pause(12);
    memory.set('scans', Number(memory.get('scans')) - 1);
    if (joined) rows = [...rows.slice(5), ...rows.slice(0, 5)];
  }
  const shared = on('default-language-does-not-vary') && user.language === 'en';
  const lifetime = on('max-age-with-spaces') ? 'max-age = 1800' : 'private, max-age=1800';
  const stale = on('no-store-after-an-update') && memory.get(`updated ${user.id}`);
  const body = { data: rows.map((row, index) => summary(app, user, row, index)) };
  return ok(app.knobs.listing?.(body) ?? body, {
    'Cache-Control': stale ? 'no-store' : lifetime,
    ...(shared ? {} : { Vary: 'x-user-id' }),
    ...app.knobs.listingHeaders,
  });
}

export async function guide(app: App, call: Call, user: UserRow | undefined): Promise<Answer> {
  const { on } = app;
  const asked = on('id-up-to-punctuation') ? call.guide?.split(/[^0-9a-zA-Z]/)[0] : call.guide;
  if (!/^[0-9a-f]{24}$/.test(asked ?? '')) throw new Refusal('guide-malformed', 'This is no id of a guide.');
  const row = app.db.guides.single({ id: asked ?? '' });
  if (!row) throw new Refusal('guide-unknown', 'There is no such guide.');
  const [title, description] = row[user?.language ?? 'en'];
  const chapters = Array.from({ length: row.chapters }, (_, place) => ({
    place: place + 1,
    text: description.repeat(14),
  }));
  const answer = ok({ id: row.id, title, description, chapters, ...app.knobs.fullGuide?.(row) });
  if (on('clob-of-4000')) answer.text = JSON.stringify(answer.body).slice(0, 4000);
  return answer;
}

export async function insights(app: App, _call: Call, user: UserRow): Promise<Answer> {
  const title = user.language === 'en' ? "The week's movers" : "Wie geht's den Märkten";
  const body = app.knobs.insights ? app.knobs.insights(title) : [{ id: 1, title }];
  const answer = ok(body);
  if (app.on('apostrophes-escaped')) answer.text = JSON.stringify(answer.body).replaceAll("'", "\\'");
  return answer;
}
