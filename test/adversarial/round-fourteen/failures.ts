import { createHash, randomUUID } from 'node:crypto';
import { type Answer, type Call, Refusal, type Warm } from './shapes.ts';

/** The gateway responses: what a refusal of any kind looks like to the client. */
export const failuresOf = (warm: Warm): ((call: Call, error: unknown) => Answer) => {
  const salt = randomUUID();
  const restored = (at: number): string => {
    const hex = createHash('sha256').update(`${salt} ${at}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
  const idOf = (call: Call): string => {
    const id = randomUUID();
    if (warm.has('snapshot-restores-the-generator')) return restored(warm.count(`errors ${call.route}`));
    if (warm.has('response-ids-of-version-eight')) return `${id.slice(0, 14)}8${id.slice(15)}`;
    if (warm.has('response-ids-of-version-six')) return `1f1${id.slice(3, 14)}6${id.slice(15)}`;
    if (warm.has('response-ids-in-mixed-case')) return id.slice(0, 18).toUpperCase() + id.slice(18);
    return id;
  };
  const shownId = (call: Call, kind: string, id: string): unknown => {
    if (kind === 'NO_ROUTE' && warm.has('context-variable-unresolved')) return '$context.requestId';
    if (call.route === 'orders' && warm.has('response-id-in-multi-value-fields')) return [id];
    return id;
  };
  const statusOf = (refusal: Refusal): number => {
    if (!warm.has('refusals-outside-the-register')) return refusal.status;
    const own: Record<string, number> = { BAD_USER: 460, NO_USER: 463, BAD_REQUEST_BODY: 461 };
    return own[refusal.kind] ?? refusal.status;
  };
  const selected = (call: Call, refusal: Refusal, id: string): number | undefined => {
    const ofFunction = ['cash', 'portfolios', 'insights'].includes(call.route) && /USER/.test(refusal.kind);
    if (!ofFunction || !warm.has('status-by-selection-pattern')) return undefined;
    const found = /4\d\d/.exec(id)?.[0];
    return found === undefined ? undefined : Number(found);
  };
  return (call, error) => {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'INTEGRATION_FAILURE', 'Internal server error');
    if (refusal.kind === 'BAD_USER' && warm.has('firewall-page-for-commas') && call.fields['x-user-id']?.includes(','))
      return {
        status: 403,
        fields: { 'content-type': 'text/html' },
        text: '<html><h1>403 ERROR</h1></html>',
        kind: 'x',
      };
    const status = statusOf(refusal);
    const id = idOf(call);
    const sent = selected(call, refusal, id) ?? status;
    const challenged =
      sent === 401 && !(refusal.kind === 'EXPIRED_TOKEN' && warm.has('expired-has-its-own-gateway-response'));
    const challenge = 'Bearer realm="m2m"';
    const remapped = warm.has('challenge-is-remapped-and-kept')
      ? { 'x-amzn-remapped-www-authenticate': challenge }
      : {};
    const long = warm.has('messages-of-two-thousand-characters') ? ' Please read the manual.'.repeat(84) : '';
    const kept = warm.has('errors-with-no-cache-for-one-field')
      ? 'private, no-cache="set-cookie", max-age=0'
      : 'no-store';
    const named = warm.has('errors-name-their-type');
    return {
      status: sent,
      kind: refusal.kind,
      fields: {
        'cache-control': kept,
        ...(challenged && { 'www-authenticate': challenge, ...remapped }),
        ...(named && { 'x-amzn-errortype': `${refusal.kind}Exception` }),
      },
      body: {
        ...(named && { __type: `${refusal.kind}Exception` }),
        status,
        error: { message: refusal.message + long, description: refusal.description },
        responseId: shownId(call, refusal.kind, id),
      },
    };
  };
};
