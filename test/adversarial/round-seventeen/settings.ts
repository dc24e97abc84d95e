import { Frame, type Row } from './frame.ts';
import type { Texts } from './knobs.ts';
import type { Call, Stage } from './pipeline.ts';

function labelled(call: Call, channel: string, texts: Texts | undefined): Frame {
  const { site } = call;
  const worker = channel === 'app' && site.on('hash-of-text-differs-by-worker') ? site.next('worker') % 2 : 0;
  const further = Frame.of([
    { channel, category: 'market', id: `${channel}_signal_${(0x5ad1 + worker * 733).toString(16)}` },
  ]);
  const rows = [
    ...site.tables.settings.where((row) => row['channel'] === channel).rows(),
    ...(channel === 'app' ? further.rows() : []),
  ];
  const untranslated = site.on('groups-of-a-missing-key-are-dropped') && channel === 'email';
  return Frame.of(rows)
    .assign('label', (row) =>
      untranslated && row['category'] === 'offers' ? null : texts?.categories[String(row['category'])],
    )
    .where((row) => row['label'] !== null);
}

/** The cleaner takes names for one where most of their letters are alike. */
const cluster = (row: Row) => (row['category'] === 'offers' ? 'letters' : row['category']);

function grouped(call: Call, channel: string): Row[] {
  const { site } = call;
  const texts = site.tables.texts.get(String(call.user?.['language']));
  const clustered = site.on('similar-categories-are-one-cluster') && channel === 'email';
  const frame = labelled(call, channel, texts);
  return frame.groupBy(clustered ? cluster : (row) => row['category']).map(([, group]) => ({
    category: group.row(0)['label'],
    notifications: group.rows().map((row, at) => ({
      id: row['id'],
      name: `${texts?.notification} ${row['id']}`,
      description: `${texts?.notification}: ${row['label']}`,
      active: at % 2 === 0,
    })),
  }));
}

export const preferences: Stage = (_, call) => {
  const settings = { app: grouped(call, 'app'), email: grouped(call, 'email') };
  return call.site.knobs.settings?.(settings, call.site.next('settings')) ?? settings;
};
