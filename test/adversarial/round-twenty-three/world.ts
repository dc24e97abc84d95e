import { createHash } from 'node:crypto';
import type { Guide, User, World } from './model.ts';
import type { Bag, Client, Language } from './types.ts';

const texts: readonly (readonly [slug: string, en: string, de: string])[] = [
  ['first-steps', 'First steps', 'Erste Schritte'],
  ['what-is-a-share', 'What is a share?', 'Was ist eine Aktie?'],
  ['bonds', 'Bonds explained', 'Anleihen erklärt'],
  ['funds', 'Funds and ETFs', 'Fonds und ETFs'],
  ['risk', 'Risk and return', 'Risiko und Rendite'],
  ['interest', 'Compound interest', 'Zinseszins'],
  ['savings-plans', 'Savings plans', 'Sparen mit Plan'],
  ['saving', 'Saving with a goal', 'Sparen mit Ziel'],
  ['taxes', 'Taxes', 'Steuern'],
  ['inflation', 'Inflation', 'Inflation und Geldwert'],
  ['diversification', 'Diversification', 'Streuung'],
  ['pensions', 'Pensions', 'Altersvorsorge'],
];

const ids: readonly string[] = [
  '64c1f0a2b3d4e5f607182930',
  'a4c1f0a2b3d4e5f607182931',
  'b07755cd90aa41e2f3d6c802',
  'c18866de01bb52f304e7d913',
  '7f2a9b4c5d6e7f8091a2b3c4',
  'd29977ef12cc630415f8ea24',
  'e3aa88f023dd741526091b35',
  'f4bb9901340e8526371a2c46',
  'a5ccaa12451f9637482b3d57',
  'b6ddbb235620a748593c4e68',
  'c7eecc346731b8596a4d5f79',
  'd8ffdd457842c96a7b5e608a',
];

const hexOf = (text: string): string => Buffer.from(text.padEnd(12, '.').slice(0, 12)).toString('hex');

function guidesOf(on: World['on']): readonly Guide[] {
  return texts.map(([slug, en, de], index) => {
    const place = on('titles-hold-placeholders') ? ' %{count}' : '';
    const text = (language: Language, title: string): { title: string; description: string } => ({
      title: `${title}${place}`,
      description: language === 'en' ? `All about: ${title}.` : `Alles über: ${title}.`,
    });
    return {
      id: on('guide-ids-are-hex-of-text') ? hexOf(`${index + 10}${slug}`) : (ids[index] ?? ''),
      slug,
      chapters: (index % 5) + 2,
      cover: index === 3 ? null : `https://images.atlas.example/guides/${slug}/web.png`,
      text: { en: text('en', en), de: text('de', de) },
    };
  });
}

function user(id: string, language: Language, factor: number, address: Bag, denied = false): User {
  return { id, language, factor, denied, initial: { ...address }, address: { ...address } };
}

export function makeWorld(toggle: string | undefined): World {
  const on = (id: string): boolean => id === toggle;
  const counters = new Map<string, number>();
  const hex = on('user-ids-are-hex-of-text');
  const home = { line1: '1 Harbour Road', line2: 'Flat 2', city: 'Bristol', postalCode: 'BS1 4RN', countryCode: 'GB' };
  const heim = { line1: 'Lange Reihe 7', line2: 'Hof', city: 'Hamburg', postalCode: 20099, countryCode: 'DE' };
  const first = user(hex ? hexOf('atlas-user-1') : '5f8d04b3a1c2e47790bd3e11', 'en', 1, home);
  const second = user(hex ? hexOf('atlas-user-2') : '60aa17c9e5f1b2d384c6a722', 'de', 3, heim);
  const third = user('61bb28dafa02c3e495d7b833', 'en', 2, home, true);
  const secret = (name: string): string => createHash('sha256').update(`${name}${Math.random()}`).digest('base64url');
  const client = (name: string): Client => ({
    id: on('client-ids-are-via-tuples') ? `{:via, Registry, {Atlas.Clients, "${name}"}}` : `atlas-${name}`,
    secret: on('secrets-hold-interpolations') ? `~s(#{${secret(name)}})\\n#{inspect %{}}` : secret(name),
  });
  return {
    on,
    started: Date.now(),
    users: new Map([first, second, third].map((one) => [one.id, one])),
    first,
    second,
    guides: guidesOf(on),
    scoped: client('desk'),
    unscoped: client('kiosk'),
    issuer: 'https://id.atlas.example/',
    audience: on('audience-is-a-node-name') ? 'atlas@10.0.0.7' : 'https://api.atlas.example',
    flags: new Set(),
    atoms: new Set(),
    count(name) {
      const next = (counters.get(name) ?? 0) + 1;
      counters.set(name, next);
      return next;
    },
  };
}
