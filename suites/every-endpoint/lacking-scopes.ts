import type { Bound } from '../../engine/index.ts';
import { type Sentence, say } from '../../engine/index.ts';

type Facts = Bound['facts'];

const scoped = 'token:scoped';
const unscoped = 'token:unscoped';
/** Claims in which issuers usually put scopes. Issuers may use claims of their own as well. */
const claimsOfScopes = ['scope', 'scp', 'scopes', 'permissions', 'roles'] as const;

/**
 * Whether the token without service:nbg lacks a declared scope of the endpoint. `why` says why it
 * may not.
 */
export type Lack =
  | { readonly lacks: true }
  | { readonly lacks: false | 'perhaps'; readonly why: Sentence };

/**
 * Returns whether the token without service:nbg can show that the endpoint requires its declared
 * scopes.
 */
export function lackOf({ endpoint, facts }: Bound): Lack {
  const { scopes } = endpoint;
  if (scopes.some((scope) => isLacking(scope, facts))) return { lacks: true };
  const all = scopes.join(' ');
  if (scopes.every((scope) => isHeld(scope, facts))) {
    return { lacks: false, why: say`the token without service:nbg has ${all}` };
  }
  const why = say`claims and token responses do not show whether the token without service:nbg has ${all}`;
  return { lacks: 'perhaps', why };
}

const isHeld = (scope: string, facts: Facts) =>
  holds(claimed(facts, unscoped), scope) || holds(stated(facts, unscoped), scope);

/**
 * The operator states that the token lacks service:nbg. It lacks another scope if only the scoped
 * token shows it.
 */
function isLacking(scope: string, facts: Facts): boolean {
  if (isHeld(scope, facts)) return false;
  const isShown = [claimed, stated].some(
    (words) => holds(words(facts, scoped), scope) && words(facts, unscoped) !== undefined,
  );
  return scope === 'service:nbg' || isShown;
}

/** Returns the words of the claims with scopes; undefined if the claims cannot be read. */
function claimed({ tokens }: Facts, name: string): readonly string[] | undefined {
  const claims = tokens[name]?.claims;
  return claims && claimsOfScopes.flatMap((claim) => scopeWords(claims[claim]));
}

/** Returns the words of the token response's scope; undefined if it has none. */
function stated({ statedScopes }: Facts, name: string): readonly string[] | undefined {
  const scope = statedScopes?.[name];
  return scope === undefined ? undefined : scopeWords(scope);
}

/** Some issuers put the URL of the API in front of the scope. */
function holds(words: readonly string[] | undefined, scope: string): boolean {
  return (words ?? []).some((word) => word === scope || word.endsWith(`/${scope}`));
}

/**
 * Returns the scopes in a claim: a list, or a string with spaces or commas. None for other types.
 */
export function scopeWords(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(/[\s,]+/);
  return Array.isArray(claim) ? claim.filter((word) => typeof word === 'string') : [];
}
