import type { Users } from './config.ts';
import type { Draft } from './draft.ts';
import { sizeOf } from './found.ts';

/** The test users, each a user of its own, and what they read. */
export function checkUsers(draft: Draft): Users {
  const { first = '', second, foreign, denied } = draft.values.users ?? {};
  draft.need(
    'users.first',
    'the id of a test user, 24 characters of 0-9 and a-f',
    'Set M2M_USER_ID to a user of the scoped client.',
  );
  if (second !== undefined && second === first) {
    draft.report(
      'users.second',
      'another user than users.first',
      'Give a second user, or leave it out.',
      'the same id',
    );
  }
  if (foreign !== undefined && (foreign === first || foreign === second)) {
    draft.report(
      'users.foreign',
      'a user of another client',
      'Give a user that this client did not create, or leave it out.',
      'the id of another test user',
    );
  }
  if (denied !== undefined && [first, second, foreign].includes(denied)) {
    draft.report(
      'users.denied',
      'a user whose daily summaries are denied, which those of the others are not',
      'Give another user, or leave it out.',
      'the id of another test user',
    );
  }
  return {
    first,
    ...(second === undefined ? {} : { second }),
    ...(foreign === undefined ? {} : { foreign }),
    ...(denied === undefined ? {} : { denied }),
    ...checkLanguages(draft),
  };
}

/** Languages that are given say whether both users read the same one: regions and scripts make no other language of it. */
function checkLanguages(draft: Draft): Pick<Users, 'languages' | 'sameLanguage'> {
  const { languages: given, sameLanguage } = draft.values.users ?? {};
  if (!given) return { sameLanguage: sameLanguage ?? false };
  if (!draft.given('users.second')) {
    const cure = 'Set M2M_SECOND_USER_ID, or leave the languages out.';
    draft.report('users.languages', 'the languages of two users', cure, 'languages, but no users.second');
  }
  const first = checkTag(draft, 'users.languages.first', given.first);
  const second = checkTag(draft, 'users.languages.second', given.second);
  if (first === undefined || second === undefined) return { sameLanguage: sameLanguage ?? false };
  const same = new Intl.Locale(first).language === new Intl.Locale(second).language;
  if (sameLanguage !== undefined && sameLanguage !== same) {
    const cure = 'Leave it out: it follows from the languages; or correct these.';
    const found = `${sameLanguage}, but users.languages are ${first} and ${second}`;
    draft.report('users.sameLanguage', String(same), cure, found);
  }
  return { languages: { first, second }, sameLanguage: same };
}

/** The tag in its canonical form. */
function checkTag(draft: Draft, key: string, tag: string): string | undefined {
  const canonical = canonicalTag(tag);
  if (canonical !== undefined) return canonical;
  const meant = canonicalTag(tag.replaceAll('_', '-'));
  const cure = meant === undefined ? 'Write the language, such as de, or with its region, de-AT.' : `Write ${meant}.`;
  draft.report(key, 'a BCP 47 language tag, such as en-GB', cure, sizeOf(tag));
  return undefined;
}

function canonicalTag(tag: string): string | undefined {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    // No language of four letters or more is registered (RFC 5646 section 2.2.1): those are names, such as "english".
    return canonical !== undefined && new Intl.Locale(canonical).language.length <= 3 ? canonical : undefined;
  } catch {
    return undefined;
  }
}
