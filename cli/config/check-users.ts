import type { Users } from '../../engine/config/config.ts';
import type { Draft } from './draft.ts';
import { sizeOf } from './found.ts';

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
      'a user other than users.first',
      'Set a second user, or leave it out.',
      'the same id',
    );
  }
  if (foreign !== undefined && (foreign === first || foreign === second)) {
    draft.report(
      'users.foreign',
      'a user of another client',
      'Set a user that this client did not create, or leave it out.',
      'the id of another test user',
    );
  }
  if (denied !== undefined && [first, second, foreign].includes(denied)) {
    draft.report(
      'users.denied',
      'a user whose daily summaries are denied, unlike those of the other test users',
      'Set another user, or leave it out.',
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

/** Only the language counts, not its region or script. */
function checkLanguages(draft: Draft): Pick<Users, 'languages' | 'sameLanguage'> {
  const { languages: given, sameLanguage } = draft.values.users ?? {};
  if (!given) return { sameLanguage: sameLanguage ?? false };
  if (!draft.given('users.second')) {
    const cure = 'Set M2M_SECOND_USER_ID, or leave the languages out.';
    draft.report(
      'users.languages',
      'the languages of two users',
      cure,
      'languages, but no users.second',
    );
  }
  const first = checkTag(draft, 'users.languages.first', given.first);
  const second = checkTag(draft, 'users.languages.second', given.second);
  if (first === undefined || second === undefined) return { sameLanguage: sameLanguage ?? false };
  const same = new Intl.Locale(first).language === new Intl.Locale(second).language;
  if (sameLanguage !== undefined && sameLanguage !== same) {
    const cure = 'Remove it, because users.languages decides it, or correct users.languages.';
    const found = `${sameLanguage}, but users.languages are ${first} and ${second}`;
    draft.report('users.sameLanguage', String(same), cure, found);
  }
  return { languages: { first, second }, sameLanguage: same };
}

function checkTag(draft: Draft, key: string, tag: string): string | undefined {
  const canonical = canonicalTag(tag);
  if (canonical !== undefined) return canonical;
  const meant = canonicalTag(tag.replaceAll('_', '-'));
  const cure =
    meant === undefined
      ? 'Write the language, such as de, or language and region, such as de-AT.'
      : `Write ${meant}.`;
  draft.report(key, 'a BCP 47 language tag, such as en-GB', cure, sizeOf(tag));
  return undefined;
}

function canonicalTag(tag: string): string | undefined {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    // No registered language has over three letters (RFC 5646 section 2.2.1). Longer ones are
    // names.
    return canonical !== undefined && new Intl.Locale(canonical).language.length <= 3
      ? canonical
      : undefined;
  } catch {
    return undefined;
  }
}
