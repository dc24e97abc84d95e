export interface Address {
  line1?: unknown;
  line2?: unknown;
  city?: unknown;
  postalCode?: unknown;
  countryCode?: unknown;
}
export interface User {
  readonly id: string;
  readonly locale: 'en' | 'el';
  readonly wealth: number;
  readonly denied: boolean;
  address: Address;
  versions: { at: number; address: Address }[];
  dirty?: Address | undefined;
  geocoding?: boolean;
}
export interface Guide {
  readonly id: string;
  readonly slug: string;
  readonly chapters: number;
  readonly cover: boolean;
  readonly title: { en: string; el: string };
  readonly description: { en: string; el: string };
}

const ids = (toggle: string | undefined): [string, string, string] => {
  if (toggle === 'ids-of-one-character') return ['a'.repeat(24), 'b'.repeat(24), '7'.repeat(24)];
  if (toggle === 'ids-at-the-ends') return ['0'.repeat(24), 'f'.repeat(24), '0123456789abcdef01234567'];
  return ['64f0c2a19b3e5d7781aa01c4', '64f0c2a19b3e5d7781aa02d9', '64f0c2a19b3e5d7781aa03e6'];
};

export function userSeeds(toggle: string | undefined): User[] {
  const [first, second, denied] = ids(toggle);
  const user = (id: string, locale: 'en' | 'el', wealth: number, isDenied: boolean, line1: string): User => ({
    id,
    locale,
    wealth,
    denied: isDenied,
    address: { line1, line2: 'Flat 2', city: 'Athens', postalCode: 10557, countryCode: 'GR' },
    versions: [],
  });
  return [
    user(first, 'en', 1840.5, false, '3 Ermou'),
    user(second, 'el', 9275.25, false, '18 Solonos'),
    user(denied, 'en', 77, true, '9 Mitropoleos'),
  ];
}

const words: readonly (readonly [string, string])[] = [
  ['What a share is', 'Τι είναι η μετοχή'],
  ['How funds spread risk', 'Πώς τα κεφάλαια μοιράζουν τον κίνδυνο'],
  ['Reading a balance sheet', 'Διαβάζοντας έναν ισολογισμό'],
  ['Bonds and their yields', 'Ομόλογα και αποδόσεις'],
  ['Saving every month', 'Αποταμίευση κάθε μήνα'],
  ['Taxes on gains', 'Φόροι στα κέρδη'],
];

export function guideSeeds(toggle: string | undefined): Guide[] {
  return words.map(([en, el], index) => {
    let title = { en, el };
    if (toggle === 'serbian-in-two-scripts') title = { en: `Vodič ${index}`, el: `Водич ${index}` };
    if (toggle === 'translations-differ-in-a-space') title = { en: `Guide: ${en}`, el: `Guide\u00a0: ${en}` };
    if (toggle === 'titles-of-one-character')
      title = { en: String.fromCharCode(65 + index), el: String.fromCharCode(945 + index) };
    const same = toggle === 'translations-differ-in-a-space';
    return {
      id: toggle === 'ids-at-the-ends' && index === 0 ? 'f'.repeat(24) : `65a1b7${index}c4d2e8f90a1b3c5d${index}`,
      slug: en.toLowerCase().replaceAll(' ', '-'),
      chapters: index + 2,
      cover: index !== 4,
      title,
      description: { en: `Read about it: ${en}.`, el: same ? `Read about it: ${en}.` : `Διαβάστε: ${el}.` },
    };
  });
}
