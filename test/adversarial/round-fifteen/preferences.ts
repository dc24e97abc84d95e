import type { Json } from './layer.ts';
import type { Reader } from './settings.ts';

type Row = readonly [id: string, en: string, da: string, active: boolean];
type Group = readonly [en: string, da: string, rows: readonly Row[]];

const app: readonly Group[] = [
  ['Activity', 'Aktivitet', [['app_transactional', 'Transactions', 'Handler', true]]],
  [
    'Market insights',
    'Markedsindsigt',
    [
      ['app_learning_guide', 'Learning guides', 'Læringsguider', true],
      ['app_analyst_insight', 'Analyst insights', 'Analyser', true],
      ['app_quick_take', 'Quick takes', 'Korte indlæg', false],
      ['app_daily_recap', 'Daily recap', 'Dagens overblik', true],
      ['app_weekly_review', 'Weekly review', 'Ugens gang', true],
    ],
  ],
  ['Offers', 'Tilbud', [['app_promotional', 'Promotions', 'Kampagner', true]]],
];

const email: readonly Group[] = [
  ['Activity', 'Aktivitet', [['email_transactional', 'Transactions', 'Handler', true]]],
  ['Newsletters', 'Nyhedsbreve', [['email_servicebites', 'Service bites', 'Servicebidder', true]]],
  ['Offers', 'Tilbud', [['email_promotional', 'Promotions', 'Kampagner', false]]],
];

export function notificationSettings({ language }: Reader): Json {
  const pick = (en: string, da: string): string => (language === 'en' ? en : da);
  const shown = (groups: readonly Group[]): Json[] =>
    groups.map(([en, da, rows]) => ({
      category: pick(en, da),
      notifications: rows.map(([id, inEnglish, inDanish, active]) => ({
        id,
        name: pick(inEnglish, inDanish),
        description: pick(`Tells you about: ${inEnglish}.`, `Fortæller dig om: ${inDanish}.`),
        active,
      })),
    }));
  return { app: shown(app), email: shown(email) };
}
