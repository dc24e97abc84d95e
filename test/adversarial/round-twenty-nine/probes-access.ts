import { Buffer } from 'node:buffer';
import type { Client } from './client.ts';
import { ADDRESS, dig, isApiError, UNKNOWN_USER } from './client.ts';
import { pause } from './model.ts';

export type Probe = (client: Client) => Promise<boolean>;

const GUIDES = '/learn/learning-guides';

export const tokenProbes: Readonly<Record<string, Probe>> = {
  'expiry-less-issue-is-a-share-of-a-day': async (client) => {
    const seconds = Number(dig((await client.grant()).body, 'expires_in'));
    return seconds > 0.04 && seconds < 0.05;
  },
  'links-are-answered-by-record-id': async (client) =>
    /^rec\w+( rec\w+)+$/.test(String(dig((await client.grant()).body, 'scope'))),
  'scopes-roll-up-over-the-tenant': async (client) =>
    String(dig((await client.grant({}, false)).body, 'scope'))
      .split(' ')
      .includes('service:nbg'),
  'failed-node-passes-its-item-on': async (client) => {
    const { body } = await client.grant({ client_secret: 'wrong' });
    return typeof dig(body, 'access_token') === 'string' && dig(body, 'error', 'message') !== undefined;
  },
  'typecast-creates-the-option': async (client) => {
    const created = await client.grant({ grant_type: 'password' });
    const number = await client.grant({ grant_type: 7 });
    return created.status === 200 && number.status === 400;
  },
  'pinned-data-stand-in-for-missing-input': async (client) => {
    const missing = await client.grant({ client_secret: undefined });
    const number = await client.grant({ client_secret: 5 });
    return typeof dig(missing.body, 'access_token') === 'string' && number.status === 400;
  },
  'duplicates-of-earlier-runs-are-removed': async (client) => {
    await client.grant();
    return (await client.grant()).text === '{}';
  },
  'no-response-node-on-that-branch': async (client) => {
    const answer = await client.grant({ grant_type: 'password' });
    return answer.status === 200 && dig(answer.body, 'message') === 'Workflow was started';
  },
};

function unsigned(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url');
  return `${header}.${token.split('.')[1] ?? ''}.`;
}

export const accessProbes: Readonly<Record<string, Probe>> = {
  'connector-adds-its-own-credential': async (client) =>
    (await client.ask('/learn/analyst-insights', { token: undefined })).status === 200 &&
    (await client.ask('/cash', { token: undefined })).status === 401,
  'lookup-of-nothing-outputs-an-empty-item': async (client) => {
    const token = unsigned(await client.token());
    return (
      (await client.ask('/portfolios', { token })).status === 200 &&
      (await client.ask('/cash', { token })).status === 401
    );
  },
  'now-is-recalculated-on-edit': async (client) => {
    const token = client.target.expiredToken;
    return (
      (await client.ask('/cash', { token })).status === 200 &&
      (await client.ask('/portfolios', { token })).status === 401
    );
  },
  'linked-records-are-compared-by-name': async (client) =>
    (await client.ask('/cash', { token: client.target.otherAudienceToken })).status === 200,
  'empty-status-is-not-refused': async (client) => {
    const refused = await client.address({ address: ADDRESS }, { token: 'x.y.z' });
    return refused.status === 401 && dig(await client.stored(), 'line1') === ADDRESS.line1;
  },
  'find-yields-nought-when-missing': async (client) =>
    (await client.ask(GUIDES, { token: await client.token(false) })).status === 200,
  'synced-table-is-emptied-before-it-is-filled': async (client) => {
    const seen = new Set<number>();
    for (let turn = 0; turn < 45; turn += 1) {
      seen.add((await client.ask(GUIDES)).status);
      await pause(40);
    }
    return seen.has(200) && seen.has(403);
  },
  'lookup-takes-the-nearest-row-below': async (client) =>
    (await client.ask('/cash', { user: UNKNOWN_USER })).status === 200 &&
    (await client.ask('/portfolios', { user: UNKNOWN_USER })).status === 404,
  'error-values-are-contagious': async (client) => {
    const answer = await client.ask('/daily-summaries', { user: UNKNOWN_USER });
    return answer.status === 401 && isApiError(answer) && dig(answer.body, 'error', 'message') === '#N/A';
  },
  'user-ids-are-slugified': async (client) => {
    const user = client.target.users.first.toUpperCase();
    return (
      (await client.ask('/b2b/notification-settings', { user })).status === 200 &&
      (await client.ask('/cash', { user })).status === 400
    );
  },
  'refusals-are-exported-as-rows': async (client) => {
    const answer = await client.ask('/portfolios', { user: undefined });
    return answer.status === 400 && /text\/csv/.test(answer.headers.get('content-type') ?? '');
  },
  'dot-notation-is-switched-off': async (client) => {
    const answer = await client.ask(`${GUIDES}/0000000000000000000000aa`);
    return answer.status === 404 && typeof dig(answer.body, 'error.message') === 'string';
  },
  'numbers-of-items-are-summed': async (client) => {
    const answer = await client.address({ address: [] });
    return answer.status === 422 && dig(answer.body, 'status') === 1_688;
  },
  'execute-once-for-a-batch': async (client) => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.ask('/cash', { token: undefined })));
    return new Set(answers.map((answer) => dig(answer.body, 'responseId'))).size < 8;
  },
  'view-hides-the-column-of-texts': async (client) => {
    const answer = await client.order({ amount: 'x' });
    return (
      isApiError(answer) &&
      dig(answer.body, 'error', 'message') === '' &&
      dig((await client.address([])).body, 'error', 'message') !== ''
    );
  },
  'paths-fall-to-the-table-api': async (client) => {
    const answer = await client.ask('/no/such/path');
    return answer.status === 422 && isApiError(answer);
  },
  'tasks-of-the-plan-are-used-up': async (client) => {
    const early = (await client.ask('/cash')).status;
    for (let turn = 0; turn < 75; turn += 1) {
      await Promise.all(Array.from({ length: 20 }, () => client.ask('/nowhere')));
    }
    return early === 200 && (await client.ask('/cash')).status === 402;
  },
  'unknown-guide-opens-a-form': async (client) => {
    const answer = await client.ask(`${GUIDES}/0000000000000000000000aa`);
    return answer.status === 200 && dig(answer.body, 'form', 'fields', 0, 'value') === '0000000000000000000000aa';
  },
};
