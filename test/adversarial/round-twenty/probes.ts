import { type Day, type Kit, paths, type Shown, sample, stranger } from './kit.ts';

type Probe = (kit: Kit) => Promise<unknown>;
const status = async (reply: Promise<{ status: number }>) => (await reply).status;
const expiry = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).exp - Date.now() / 1000 > 3500;
const caching =
  (user?: string): Probe =>
  (kit) =>
    kit.repeat(5, async () =>
      (await kit.ask(paths.guides, user === 'second' ? { user: kit.second } : {})).headers.get('cache-control'),
    );
const listing =
  (pick: (guide: Shown) => unknown): Probe =>
  (kit) =>
    kit.repeat(5, async () => (await kit.ask(paths.guides)).json.data.map(pick));
const summaries =
  (pick: (day: Day) => unknown): Probe =>
  (kit) =>
    kit.repeat(4, async () => (await kit.ask(paths.summaries)).json.data.map(pick));
const settings =
  (user: 'first' | 'second'): Probe =>
  (kit) =>
    kit.repeat(5, async () => (await kit.ask(paths.settings, { user: kit.target.users[user] })).text);
const strangers =
  (path: string): Probe =>
  (kit) =>
    kit.repeat(6, () => status(kit.ask(path, { user: stranger })));
const guide =
  (id: string): Probe =>
  (kit) =>
    kit.repeat(6, () => status(kit.ask(`${paths.guides}/${id}`)));
const missing = '0'.repeat(24);

/** What each defect shows to a client that knows where to look. */
export const probes: Readonly<Record<string, Probe>> = {
  'grants-in-flight-are-shared-without-the-secret': (kit) => status(kit.grant({ client_secret: 'wrong' })),
  'pooled-tokens-are-minted-ahead': (kit) => kit.repeat(2, async () => expiry((await kit.grant()).json.access_token)),
  'hedged-grant-is-its-body-alone': (kit) =>
    kit.repeat(3, async () => (await kit.grant()).headers.get('cache-control')),
  'identity-breaker-falls-back-to-an-empty-message': (kit) =>
    kit.repeat(4, () => status(kit.grant({ grant_type: 'password' }))),
  'mesh-retries-the-expired-as-itself': (kit) =>
    status(kit.ask(paths.portfolios, { token: `Bearer ${kit.target.expiredToken}` })),
  'decisions-are-kept-by-claims': async (kit) => {
    await kit.ask(paths.settings);
    return status(kit.ask(paths.settings, { token: `Bearer ${kit.token.replace(/[^.]+$/, '')}AAAA` }));
  },
  'shadow-taps-before-the-guard': async (kit) => {
    await kit.move(sample, { token: null });
    return kit.home();
  },
  'loopback-peers-are-workloads': (kit) => status(kit.ask(paths.insights, { token: null })),
  'undefined-is-no-denial': (kit) => status(kit.ask(paths.cash, { token: 'Bearer nothing' })),
  'denial-of-identity-passes-by-the-edge-rule': async (kit) =>
    (await kit.ask(paths.summaries, { user: stranger })).headers.has('www-authenticate'),
  'scheme-is-capitalised-and-not-folded': (kit) => status(kit.ask(paths.cash, { token: `BEARER ${kit.token}` })),
  'enforcement-is-rolled-out-to-half-of-the-users': (kit) =>
    status(kit.ask(paths.guides, { token: `Bearer ${kit.unscoped}`, user: kit.second })),
  'missing-scope-is-a-partial-result': (kit) => status(kit.ask(paths.guides, { token: `Bearer ${kit.unscoped}` })),
  'hedge-runs-in-the-context-of-its-channel': async (kit) => {
    await kit.ask(paths.portfolios);
    return kit.repeat(5, async () => (await kit.ask(paths.portfolios, { user: kit.second })).text);
  },
  'trailers-only-answer-is-200': strangers(paths.portfolios),
  'open-breaker-takes-strangers-for-guests': strangers(paths.cash),
  'warm-profile-is-found-before-the-pattern': async (kit) => {
    await kit.ask(paths.cash);
    return status(kit.ask(paths.cash, { user: kit.target.users.first.toUpperCase() }));
  },
  'denial-primes-the-loader': (kit) =>
    kit.repeat(2, () => status(kit.ask(paths.summaries, { user: kit.target.users.denied ?? '' }))),
  'transcoder-refuses-in-its-own-words': async (kit) =>
    Object.keys((await kit.ask(paths.address, { method: 'PATCH', raw: '{' })).json),
  'refused-envelope-keeps-its-id-for-the-retry': async (kit) =>
    new Set(await kit.repeat(2, async () => (await kit.ask(paths.cash, { user: stranger })).json.responseId)).size,
  'policy-names-its-rule-file': async (kit) =>
    (await kit.ask(paths.guides, { token: `Bearer ${kit.unscoped}` })).json.error.description,
  'canary-tells-the-status-as-text': (kit) => kit.repeat(8, async () => typeof (await kit.ask('/nowhere')).json.status),
  'breaker-repeats-the-status-that-it-saw-first': async (kit) => {
    await kit.repeat(3, () => kit.ask(`${paths.guides}/zz`));
    return (await kit.ask(`${paths.guides}/${missing}`)).json.status;
  },
  'postal-code-is-packed-as-int64': (kit) => status(kit.move({ ...sample, postalCode: 1.5 })),
  'out-of-range-has-no-status': (kit) => status(kit.order(-1)),
  'injected-faults-are-left-on': (kit) => kit.repeat(50, () => status(kit.ask(paths.cash))),
  'edge-rule-without-parentheses': async (kit) =>
    (await kit.ask(paths.settings, { user: kit.second })).headers.get('cache-control'),
  'frame-of-trailers-in-the-body': async (kit) => (await kit.ask(paths.insights)).text,
  'stream-of-messages-for-large-portfolios': async (kit) =>
    (await kit.ask(paths.portfolios, { user: kit.second })).text,
  'profile-stands-behind-the-suffix': async (kit) => (await kit.ask(paths.cash)).headers.get('content-type'),
  'hedge-and-primary-both-arrive': listing((one) => one.id),
  'percentage-is-drawn-by-request': listing((one) => one.id),
  'chapter-count-is-read-as-zigzag': listing((one) => one.chapterCount),
  'null-value-is-written-by-its-name': listing((one) => one.webCoverImageURL),
  'first-of-the-enumeration-vanishes': listing((one) => 'contentType' in one),
  'lifetime-is-the-least-of-the-fan-out': caching('second'),
  'fallback-copy-has-to-be-revalidated': caching(),
  'fan-out-is-limited-to-eight-calls': guide('65c9d0e1f2a3b40718293a21'),
  'open-breaker-serves-a-stub': guide('nothing'),
  'missing-guide-is-the-default-instance': guide(missing),
  'retired-kind-lives-on-in-the-snapshot': settings('first'),
  'field-number-is-used-again': settings('first'),
  'silent-channel-is-an-empty-field': settings('second'),
  'tombstone-stays-in-the-group': settings('second'),
  'upcaster-knows-no-quick-take': settings('first'),
  'deadline-runs-out-along-the-list': summaries((day) => Object.keys(day.sentimentScore)),
  'keys-follow-the-order-of-arrival': summaries((day) =>
    Object.entries(day.portfolio).map(([name, one]) => [name, one.key]),
  ),
  'old-days-have-a-retired-field': summaries((day) => Object.keys(day.portfolio.savings)),
  'worst-is-filled-up-to-three': summaries((day) => day.performers.worst),
  'currency-misses-its-deadline': summaries((day) => day.portfolio.cash.displayValue),
  'hedged-write-lands-behind-the-next': async (kit) => {
    await kit.move(sample);
    await kit.move({ ...sample, city: 'Hull' });
    return kit.home();
  },
  'shadow-writes-to-the-same-store': async (kit) => {
    await kit.move({ ...sample, countryCode: 'gb' });
    return kit.home();
  },
  'partition-is-the-stream': async (kit) => {
    await kit.move(sample);
    return kit.home(kit.second);
  },
  'oneof-keeps-the-number': async (kit) => {
    await kit.move(sample);
    await kit.move({ ...sample, postalCode: 'YO1 7HH' });
    return kit.home();
  },
  'policy-sees-the-first-bytes-of-a-body': (kit) => status(kit.move({ ...sample, countryCode: 'gb' })),
  'singular-takes-the-last-of-many': (kit) => status(kit.move({ ...sample, city: ['Hull', 'York'] })),
  'sign-is-read-from-the-units': (kit) => status(kit.order(-0.5)),
  'cancelled-hedge-is-499': (kit) => kit.repeat(9, () => status(kit.ask(paths.cash))),
  'query-is-a-mask-of-fields': async (kit) => (await kit.ask(`${paths.settings}?page=2`)).text,
  'outlier-detection-ejects-the-only-host': async (kit) => {
    await kit.repeat(200, () => kit.ask('/nowhere'));
    return status(kit.ask(paths.cash));
  },
};
