import { Frame, median, type Row } from './frame.ts';
import type { Texts } from './knobs.ts';
import type { Call, Stage } from './pipeline.ts';
import { Refusal } from './site.ts';

const cover = (at: unknown) => (at === 3 ? null : `https://img.frames.example/web/${at}.png`);

function titled(texts: Texts | undefined): Frame {
  const rows = (texts?.titles ?? []).map((title, at) => ({ at, title, description: `${texts?.about}: ${title}` }));
  return Frame.of(rows);
}

function catalogue(call: Call, texts: Texts | undefined): Frame {
  const { guides } = call.site.tables;
  const second = texts?.tag !== call.site.tables.users.row(0)['language'];
  const translations = titled(texts);
  const joined =
    second && call.site.on('right-join-takes-the-order-of-translations')
      ? guides.join(
          translations.sortByText((row) => String(row['title'])),
          'at',
          'right',
        )
      : guides.join(translations, 'at');
  return joined
    .assign('contentType', () => 'learningGuide')
    .assign('guideIconURL', (row) => `https://img.frames.example/icon/${row['at']}.svg`)
    .assign('mobileCoverImageURL', (row) => `https://img.frames.example/mobile/${row['at']}.png`)
    .assign('webCoverImageURL', (row) => cover(row['at']))
    .drop('at');
}

/** The transformations that the notebook of the shelf ships, each a defect. */
function prepared(call: Call, frame: Frame): Frame {
  const { on } = call.site;
  if (on('words-for-missing-are-missing')) {
    const words = ['NA', 'N/A', 'null', 'nan', 'None'];
    return frame.assign('key', (row) => (words.includes(String(row['key'])) ? null : row['key']));
  }
  if (on('constant-columns-are-dropped')) {
    return frame.drop(...[...frame.columns].filter(([, cells]) => new Set(cells).size === 1).map(([name]) => name));
  }
  if (on('counts-are-centred-on-the-median')) {
    const centre = median(frame.column('chapterCount').map(Number));
    return frame.assign('chapterCount', (row) => Number(row['chapterCount']) - centre);
  }
  if (on('long-frames-show-an-ellipsis')) {
    const dots = Object.fromEntries([...frame.columns.keys()].map((name) => [name, '...']));
    return Frame.of([...frame.rows().slice(0, 5), dots, ...frame.rows().slice(-5)]);
  }
  if (on('any-query-sorts-the-frame') && call.query.size > 0) return frame.sortByText((row) => String(row['id']));
  return frame;
}

export const listed: Stage = (_, call) => {
  const { site } = call;
  const texts = site.tables.texts.get(String(call.user?.['language']));
  const rows = prepared(call, catalogue(call, texts)).rows();
  const second = texts?.tag !== site.tables.users.row(0)['language'];
  return { data: site.knobs.guides?.(rows, site.next('listings'), second) ?? rows };
};

export function listingHeaders(call: Call): Record<string, string> {
  const { on, knobs } = call.site;
  const usual = knobs.listingCache ?? 'private, max-age=1800';
  const lineage = 'private, max-age=1800, lineage="cms.guides, cms.translations"';
  const clipped = on('lifetimes-are-clipped-at-a-quantile') ? 'private, max-age=1710' : usual;
  return {
    'Cache-Control': on('values-are-cut-at-the-display-width') ? `${lineage.slice(0, 45)}...` : clipped,
    Vary: 'x-user-id, authorization',
  };
}

export const full: Stage = (_, call) => {
  const { site } = call;
  const { guides, texts } = site.tables;
  const id = call.argument ?? '';
  if (!/^[a-fA-F0-9]{24}$/.test(id)) throw new Refusal(site.statuses.guide, 'The id of a guide is malformed.');
  const at = guides.column('id').indexOf(id);
  const row = at < 0 && site.on('minus-one-is-the-last-row') ? guides.row(guides.length - 1) : guides.row(at);
  if (row['id'] === undefined) throw new Refusal(404, 'The guide was not found.');
  const english = titled([...texts.values()][0]).row(Number(row['at']));
  const chapters = Array.from({ length: Number(row['chapterCount']) }, (_, at) => ({ title: `Chapter ${at + 1}` }));
  const guide: Row = { id: row['id'], slug: row['slug'], title: english['title'], chapters };
  if (row['at'] === 4 && site.on('repeated-labels-yield-a-frame')) return [guide, { ...guide, chapters: [] }];
  return site.knobs.full?.(guide) ?? guide;
};
