import type { Bound } from '../../engine/index.ts';

type Facts = Bound['facts'];

const scoped = 'token:scoped';
const unscoped = 'token:unscoped';
/** Claims in which issuers put scopes. There are others, of their own making, that nobody else can read. */
const claimsOfScopes = ['scope', 'scp', 'scopes', 'permissions', 'roles'] as const;

/** Whether the token without service:nbg lacks a declared scope of the endpoint; where it may hold all of them, why. */
export type Lack = { readonly lacks: true } | { readonly lacks: false | 'perhaps'; readonly why: string };

/** Tells whether the token without service:nbg can show that the endpoint demands its declared scopes. */
export function lackOf({ endpoint, facts }: Bound): Lack {
  const { scopes } = endpoint;
  if (scopes.some((scope) => isLacking(scope, facts))) return { lacks: true };
  const all = scopes.join(' ');
  if (scopes.every((scope) => isHeld(scope, facts))) {
    return { lacks: false, why: `the token without service:nbg holds ${all}` };
  }
  const why = `whether the token without service:nbg holds ${all} cannot be told: neither its claims nor its answer say so of the token with it`;
  return { lacks: 'perhaps', why };
}

const isHeld = (scope: string, facts: Facts) =>
  holds(claimed(facts, unscoped), scope) || holds(stated(facts, unscoped), scope);

/** The operator says that it lacks service:nbg; another scope it lacks where the other token shows it and this one does not. */
function isLacking(scope: string, facts: Facts): boolean {
  if (isHeld(scope, facts)) return false;
  const isShown = [claimed, stated].some(
    (words) => holds(words(facts, scoped), scope) && words(facts, unscoped) !== undefined,
  );
  return scope === 'service:nbg' || isShown;
}

/** The words of the claims that hold scopes; undefined where they cannot be read. */
function claimed({ tokens }: Facts, name: string): readonly string[] | undefined {
  const claims = tokens[name]?.claims;
  return claims && claimsOfScopes.flatMap((claim) => wordsOf(claims[claim]));
}

/** The words of the scope of the token answer; undefined where it has none. */
function stated({ statedScopes }: Facts, name: string): readonly string[] | undefined {
  const scope = statedScopes?.[name];
  return scope === undefined ? undefined : wordsOf(scope);
}

/** Some issuers put the address of the API in front. */
function holds(words: readonly string[] | undefined, scope: string): boolean {
  return (words ?? []).some((word) => word === scope || word.endsWith(`/${scope}`));
}

function wordsOf(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(/[\s,]+/);
  return Array.isArray(claim) ? claim.filter((word) => typeof word === 'string') : [];
}
