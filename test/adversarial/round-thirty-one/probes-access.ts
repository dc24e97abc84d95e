import type { Session } from './client.ts';
import { at, grant, list, order, patch, paths, post, readBack, sample, tokenBody } from './client.ts';

export type Probe = (client: Session) => Promise<boolean>;

function forged(token: string): string {
  const [head = '', , signature = ''] = token.split('.');
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const altered = Buffer.from(JSON.stringify({ ...(payload as object), extra: 1 })).toString('base64url');
  return `Bearer ${head}.${altered}.${signature}`;
}

const error = (json: unknown, name: string): unknown => at(json, 'error', name);
const unknown = 'a'.repeat(24);

export const accessProbes: Readonly<Record<string, Probe>> = {
  'hex-float-read-as-ieee': async ({ target }) =>
    at((await grant(target, tokenBody(target))).json, 'expires_in') === 450,
  'depending-on-is-set-behind-the-move': async ({ target }) => {
    await grant(target, tokenBody(target, 'unscoped'));
    const scope = String(at((await grant(target, tokenBody(target))).json, 'scope'));
    return !scope.split(' ').includes('service:nbg');
  },
  'saf-cannot-decide': async ({ target }) =>
    (await grant(target, { ...tokenBody(target), client_id: 'NOBODY' })).text.includes('access_token'),
  'grants-between-two-literals': async ({ target }) =>
    (await grant(target, { ...tokenBody(target), grant_type: 'password' })).text.includes('access_token'),
  'continued-literal-keeps-its-blanks': async ({ target }) =>
    !/(^|[ ,])no-store($|[ ,])/.test((await grant(target, tokenBody(target))).headers.get('cache-control') ?? ''),
  'transactions-beginning-with-c': async ({ ask }) => (await ask(paths.cash, { token: null })).status === 200,
  'sign-on-map-for-strange-credentials': async ({ ask }) =>
    (await ask(paths.portfolios, { token: 'Basic YTpi' })).status === 200,
  'verification-only-warns': async ({ ask, scoped }) =>
    (await ask(paths.insights, { token: forged(scoped) })).status === 200 &&
    (await ask(paths.cash, { token: forged(scoped) })).status === 401,
  'clock-of-nine-digits': async ({ ask, target }) =>
    (await ask(paths.summaries, { token: `Bearer ${target.expiredToken ?? ''}` })).status === 200,
  'file-is-not-recoverable': async (client) => {
    const refused = await client.ask(paths.address, { ...patch({ ...sample, line1: 'Unseen' }), token: null });
    return refused.status === 401 && at(await readBack(client), 'line1') === 'Unseen';
  },
  'map-is-sent-without-erase': async ({ ask }) => {
    await ask(paths.notifications);
    const refused = await ask(paths.notifications, { token: null });
    return refused.status === 401 && list(at(refused.json, 'app')).length > 0;
  },
  'profile-in-warning-mode': async ({ ask, unscoped }) =>
    (await ask(paths.guides, { token: `Bearer ${unscoped}` })).status === 200,
  'header-record-has-low-values': async ({ ask }) => (await ask(paths.cash, { user: null })).status === 200,
  'unmodified-field-keeps-the-user': async ({ ask }) => {
    await ask(paths.notifications);
    return (await ask(paths.notifications, { user: '' })).status === 200;
  },
  'sqlcode-plus-hundred-is-not-negative': async ({ ask }) =>
    (await ask(paths.portfolios, { user: unknown })).status === 200,
  'reason-code-is-dropped': async ({ ask }) => (await ask(paths.summaries, { user: unknown })).status === 422,
  'messages-are-counted-from-nought': async ({ ask }) =>
    error((await ask(paths.summaries, { user: unknown })).json, 'message') === 'Access is denied.',
  'position-of-a-shared-pcb': async ({ ask, target }) => {
    const alone = await ask(paths.portfolios);
    const [first] = await Promise.all([ask(paths.portfolios), ask(paths.portfolios, { user: target.users.second })]);
    return first.text !== alone.text;
  },
  'sequence-numbers-behind-column-72': async ({ ask }) => {
    const refused = await ask(paths.insights, { token: null });
    return refused.status === 401 && refused.json === undefined;
  },
  'second-view-of-the-error-group': async ({ ask }) =>
    typeof at((await ask(paths.cash, { token: null })).json, 'error') === 'string',
  'status-is-eibresp': async ({ ask }) => {
    const missing = await ask(`${paths.guides}/${unknown}`);
    return missing.status === 404 && at(missing.json, 'status') === 13;
  },
  'token-bytes-as-hexadecimal-literal': async ({ ask }) =>
    /^X'[0-9A-F]{32}'$/.test(String(at((await ask(paths.summaries, { token: null })).json, 'responseId'))),
  'upper-word-of-the-clock': async ({ ask }) => {
    const ids = new Set<unknown>();
    for (let turn = 0; turn < 4; turn += 1) {
      ids.add(at((await ask(paths.notifications, { token: null })).json, 'responseId'));
    }
    return ids.size < 4;
  },
  'right-justified-in-a-print-line': async ({ ask }) =>
    String(error((await ask(paths.guides, { token: null })).json, 'message')).trim() === '',
  'bind-file-is-named': async ({ ask }) =>
    (await ask(paths.address, { method: 'PATCH', body: '{' })).text.includes('/usr/lpp'),
  'unknown-paths-are-transactions': async ({ ask }) => (await ask('/no/such/path')).status === 200,
  'zero-suppressed-in-front-of-the-point': async ({ ask }) => {
    const cash = await ask(paths.cash);
    return cash.status === 200 && cash.json === undefined && cash.text.includes(':.42');
  },
  'getmain-of-nought': async ({ ask }) => (await ask(paths.orders, { method: 'POST', body: '' })).status === 500,
  'share-options-are-a-cache-policy': async ({ ask }) =>
    /public/.test((await ask(paths.portfolios)).headers.get('cache-control') ?? ''),
  'trigger-level-of-fifty': async ({ ask }) =>
    ask(paths.address, { ...patch({ ...sample, countryCode: 'gb' }), wait: 400 }).then(
      () => false,
      () => true,
    ),
  'area-of-the-order-before': async ({ ask }) => {
    await ask(paths.orders, post(order));
    return (await ask(paths.orders, { method: 'POST', body: JSON.stringify(order).slice(0, -9) })).status === 201;
  },
  'mapfail-sends-the-map-again': async ({ ask }) => (await ask(paths.orders, post([order]))).status === 200,
  'containers-are-held-by-name': async ({ ask }) =>
    (await ask(paths.orders, post({ ...order, isin: [order.isin] }))).status === 201,
  'abbreviated-condition-is-always-true': async ({ ask }) =>
    (await ask(paths.orders, post({ ...order, amount: 0 }))).status === 201 &&
    (await ask(paths.orders, post({ ...order, amount: -5 }))).status === 201,
};
