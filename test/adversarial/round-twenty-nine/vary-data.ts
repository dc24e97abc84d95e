import { manyGuides } from './content.ts';
import type { GuideRow } from './data.ts';
import type { Flow } from './flow.ts';
import type { Json, Language } from './model.ts';
import { isObject } from './model.ts';
import { privately, SETTINGS, settingsOf } from './private.ts';
import type { Patches } from './toggles.ts';

function changeGuides(flow: Flow, change: (guide: Json, row: GuideRow, language: Language) => Json): void {
  const view = flow.guideView;
  flow.guideView = (row, language) => {
    const guide = view(row, language);
    return { ...guide, ...change(guide, row, language) };
  };
}

function mapTexts(value: unknown, names: ReadonlySet<string>, change: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((element) => mapTexts(element, names, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      names.has(name) && typeof inner === 'string' ? change(inner) : mapTexts(inner, names, change),
    ]),
  );
}

const AMOUNTS = new Set(['displayValue', 'unrealisedMonthlyInterest', 'dailyInterest', 'upBy', 'downBy']);

function changeSummaries(flow: Flow, names: ReadonlySet<string>, change: (text: string) => string): void {
  const summaries = flow.handlers.summaries;
  flow.handlers.summaries = async (user, exchange) => {
    const reply = await summaries(user, exchange);
    return { ...reply, body: mapTexts(reply.body, names, change) };
  };
}

function changeSettings(flow: Flow, change: (group: Json, index: number) => Json): void {
  flow.handlers.notifications = (user) => {
    const body = settingsOf(user, SETTINGS);
    const channels = Object.entries(body).map(([name, groups]) => [
      name,
      (groups as Json[]).map((group, index) => ({ ...group, ...change(group, index) })),
    ]);
    return privately(Object.fromEntries(channels));
  };
}

const ICONS = ['🌱', '⚖️', '📈', '🏦'];

export const dataVariations: Patches = {
  'objects-carry-their-row': (flow) => {
    changeGuides(flow, (_guide, row) => ({
      rowNumber: flow.tables.guides.indexOf(row) + 2,
      row_id: `row-${row.key}`,
      lastModifiedBy: { id: 'usr7', email: 'ops@brickhill.example' },
    }));
    changeSettings(flow, (_group, index) => ({ rowNumber: index + 2, row_id: null }));
  },

  'one-guide-more-than-a-page': (flow) => {
    flow.tables.guides = manyGuides(101);
  },

  'slugs-end-with-the-page-id': (flow) => {
    changeGuides(flow, (guide, row) => ({ slug: `${String(guide.title).replaceAll(' ', '-')}-${row.id}00c0ffee` }));
  },

  'titles-begin-with-an-icon': (flow) => {
    changeGuides(flow, (guide, row) => ({
      title: `${ICONS[row.chapters % ICONS.length] ?? '📌'}\u00a0${String(guide.title)}`,
    }));
  },

  'texts-are-pasted-from-a-word-processor': (flow) => {
    const paste = (text: string): string =>
      `“${text.replaceAll(' ', '\u00a0').replaceAll('.', '.\u200b')}” \u2013 \u2026`;
    changeGuides(flow, (guide) => ({
      title: paste(String(guide.title)),
      description: paste(String(guide.description)),
    }));
  },

  'columns-have-names-for-people': (flow) => {
    changeGuides(flow, (_guide, row) => ({
      'Last modified (auto) 🕒': '2026-11-02 09:14',
      'Attachments 2': [],
      'chapterCount (old)': `${row.chapters} ch.`,
      '': null,
    }));
  },

  'further-formulas-have-no-value': (flow) => {
    changeGuides(flow, () => ({ Readability: { error: '#ERROR!' }, 'Reads per day': { specialValue: 'NaN' } }));
    const history = flow.history;
    flow.history = (user) => {
      const found = history(user);
      for (const day of found.data) day['Sharpe ratio'] = { specialValue: 'Infinity' };
      return found;
    };
  },

  'guides-are-linked-to-each-other': (flow) => {
    changeGuides(flow, (_guide, row) => {
      const linked = flow.tables.guides.filter((other) => other.id === row.related);
      return {
        Related: linked.map((other) => `rec${other.id.slice(0, 14)}`),
        'title (from Related)': linked.map((other) => other.title.en),
        'id (from Related)': linked.map((other) => [other.id]),
      };
    });
  },

  'colours-are-those-of-options': (flow) => {
    const options = ['cyanLight2', 'yellowBright', 'grayDark1', 'no color'];
    changeGuides(flow, (_guide, row) => ({ backgroundColor: options[row.chapters % options.length] ?? 'no color' }));
  },

  'chart-labels-are-formulas': (flow) => {
    changeSummaries(flow, new Set(['chartLabel']), (text) => `=TEXT("${text.replace('\n', '"&CHAR(10)&"')}";"d mmm")`);
  },

  'labels-are-stars': (flow) => {
    changeSummaries(flow, new Set(['label']), () => '★★★★☆');
  },

  'amounts-tell-their-goal': (flow) => {
    changeSummaries(flow, AMOUNTS, (text) => `${text} of ${text} 🎯`);
  },

  'weights-have-a-bar-beside': (flow) => {
    changeSummaries(flow, new Set(['weight']), (text) => {
      const tenths = Math.round(Number.parseFloat(text.replace(',', '.')) / 10);
      return `${'▓'.repeat(tenths)}${'░'.repeat(10 - tenths)} ${text}`;
    });
  },

  'amounts-with-the-rial-sign': (flow) => {
    changeSummaries(flow, AMOUNTS, (text) => `${text.replace(/€|\u00a0kr/g, '')} ﷼`);
  },

  'categories-begin-with-an-emoji': (flow) => {
    changeSettings(flow, (group, index) => ({ category: `${ICONS[index] ?? '📨'} ${String(group.category)}` }));
  },

  'groups-carry-their-stack': (flow) => {
    changeSettings(flow, (group, index) => ({
      stack: { colour: 'blueLight2', collapsed: index > 1, hiddenFields: ['id'], title: group.category },
      order: index * 65_536.5,
    }));
  },
};
