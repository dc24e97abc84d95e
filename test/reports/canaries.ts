import fc from 'fast-check';
import { fromTarget } from '../../engine/catalogue/cause.ts';
import { say } from '../../engine/exchange/sentence.ts';
import type { Result } from '../../engine/result.ts';

/** Words for personal data. The harness itself uses none of them. */
const nonsense = fc.stringMatching(/^zq[bcdfghjklmnpqrstvwxz]{3,7}$/);
const capitalised = nonsense.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
const digits = (from: number, to: number) =>
  fc.integer({ min: 10 ** (from - 1), max: 10 ** to - 1 }).map((number) => String(number));

const kinds = {
  name: fc.tuple(capitalised, capitalised).map((words) => words.join(' ')),
  foreignName: capitalised.map((word) => `Žo\u0301fie ${word} Ñuñez-Ωmega`),
  email: fc.tuple(nonsense, nonsense).map(([who, host]) => `${who}.77@${host}.example`),
  street: fc.tuple(digits(2, 4), capitalised).map(([number, street]) => `${number} ${street} Row`),
  objectId: fc.stringMatching(/^[0-9a-f]{22}[a-f][0-9]$/),
  uuid: fc.uuid(),
  iban: fc
    .tuple(digits(2, 2), digits(8, 9))
    .map(([check, account]) => `MT${check}MALT${account}MTLCAST`),
  groupedIban: fc
    .array(digits(4, 4), { minLength: 4, maxLength: 5 })
    .map((groups) => groups.join(' ')),
  telephone: digits(9, 9).map((number) => `+356 ${number.slice(0, 4)}-${number.slice(4)}`),
  account: digits(5, 9),
  amount: fc.tuple(digits(2, 6), digits(2, 2)).map((parts) => parts.join('.')),
  groupedAmount: fc.tuple(digits(1, 3), digits(3, 3)).map((parts) => `${parts.join(',')}.50`),
  birthday: fc
    .tuple(fc.integer({ min: 1930, max: 2009 }), digits(2, 2))
    .map(([year, day]) => `${year}-07-${day}`),
};

/** Draws one canary of each kind, without duplicates. */
export const canaries = fc
  .record(kinds)
  .map((one): readonly string[] => [...new Set(Object.values(one))]);

/**
 * Returns the canaries that the result still contains, even in part, in other case or in base64.
 */
export function surviving(planted: readonly string[], result: Result): readonly string[] {
  const text = JSON.stringify(result);
  const lower = text.toLowerCase();
  return planted.filter((canary) => {
    const encoded = Buffer.from(canary).toString('base64').slice(0, -4);
    return (
      lower.includes(canary.toLowerCase()) ||
      text.includes(encoded) ||
      parts(canary).some((one) => lower.includes(one))
    );
  });
}

/** Returns the parts of a canary that identify a person on their own. */
function parts(canary: string): string[] {
  return canary
    .toLowerCase()
    .split(/[\s,<>@]+/)
    .filter((part) => part.length > 5 || part.startsWith('zq'));
}

/** Plants the canaries in every string that a target controls, in every form of sentence. */
export function withCanaries(result: Result, planted: readonly string[]): Result {
  let turn = 0;
  const next = () => planted[turn++ % planted.length] ?? '';
  const quoting = (sentence: string) => {
    const body = JSON.stringify({
      name: next(),
      list: [next(), { id: next() }],
      text: `${next()} {"a":"${next()}"}`,
    });
    return [
      sentence,
      `404 application/json: ${body}`,
      `(200 application/json: ${body.slice(0, 30)}…)`,
      `the string ${JSON.stringify(next())} at /data/0`,
      `${next()} at /data/2 and /data/14`,
      `no response (closed: ${next()})`,
      `a text: '${next()}', “${next()}”`,
      `status 400 instead of ${next()}`,
      `200: ${next()}, and then 400 text/plain: ${next()}`,
    ].join('; ');
  };
  const quotation = (sentence: string) => say`${quoting(sentence)} is said`;
  const alone = (sentence: string) => (turn % 7 === 0 ? `${next()}` : quoting(sentence));
  const body = (text: string) => bodyOf(text, next);
  const header = [
    ['x-answered-for', next()],
    ['etag', `"${next()}"`],
    ['content-type', `application/json; ${next()}`],
    ['set-cookie', `a=${next()}`],
  ] as const;
  const stored = {
    origin: 'api' as const,
    method: 'POST',
    path: `/users/${next()}?name=${next()}&${next()}`,
    headers: [...header, ['x-user-id', ['Bearer ', next()]]] as const,
    body: ['{"a":', { symbol: 'user:first' }, `,"b":${JSON.stringify(next())}}`],
  };
  return {
    ...result,
    profile: {
      ...result.profile,
      guideOrder: [next(), next()],
      addresses: [{ line1: next(), postalCode: 90_210_777 }],
      order: { isin: next(), note: { deep: [next()] } },
      endpoints: result.profile.endpoints.map((endpoint) => ({
        ...endpoint,
        parameters: { id: next() },
        sample: { name: next(), all: [next()] },
        responseSchema: {
          type: 'object',
          description: next(),
          properties: {
            name: { type: 'string', default: next(), examples: [next()], enum: [next()] },
          },
        },
      })),
    },
    requirements: result.requirements.map((requirement) => ({
      ...requirement,
      reason: alone(requirement.reason ?? ''),
      endpoints: requirement.endpoints.map((one) => ({
        ...one,
        reason: quoting(one.reason ?? ''),
      })),
    })),
    failures: result.failures.map((failure) => ({
      ...failure,
      facts: { ...failure.facts, value: fromTarget(alone('')), member: fromTarget(next()) },
      title: quoting(failure.title),
      message: quoting(failure.message),
      expected: quoting(failure.expected),
      actual: alone(failure.actual),
      curl: `curl 'https://target.example/${next()}' -H 'a: ${next()}' --data-raw '${next()}'`,
      request: {
        method: 'PATCH',
        url: `${result.target.baseUrl}/users/${next()}/address?for=${next()}`,
        headers: header,
        body: body(failure.request?.body ?? ''),
      },
      response: {
        status: 200,
        headers: header,
        body: body(failure.response?.body ?? ''),
        size: 10,
        lost: quoting('closed'),
      },
    })),
    harnessErrors: [{ where: `cases of ${next()}`, message: quoting('TypeError') }],
    notices: [
      ...result.notices.map(quoting),
      ...planted.map((canary) => `The address of ${canary} is not put back`),
    ],
    interrupted: quoting('SIGINT'),
    observations: result.observations.map((one) => ({ ...one, value: alone(one.value) })),
    part: {
      ...result.part,
      tallies: Object.fromEntries(
        Object.entries(result.part.tallies).map(([id, tally]) => [
          id,
          {
            ...tally,
            notRun: quotation('not'),
            reasons: tally.reasons.map(() => quotation('reason')),
            values: tally.values.map(() => quotation('value')),
          },
        ]),
      ),
      findings: Object.fromEntries(
        Object.entries(result.part.findings).map(([id, found]) => [
          `${id}:${next()}`,
          {
            ...found,
            facts: { ...found.facts, value: fromTarget(alone('')), member: fromTarget(next()) },
            ...(found.exchange
              ? {
                  exchange: {
                    ...found.exchange,
                    request: stored,
                    answer: {
                      status: 200,
                      httpVersion: '1.1',
                      headers: header,
                      body: {
                        size: 1,
                        text: body(''),
                        base64: Buffer.from(next()).toString('base64'),
                      },
                    },
                  },
                }
              : {}),
          },
        ]),
      ),
      folds: {
        ...result.part.folds,
        'errors/response-id-unique': Object.fromEntries(
          planted.map((canary, at) => [`#${canary}`, at]),
        ),
      },
      harnessErrors: [{ where: next(), message: quoting('Error') }],
      notices: planted.map((canary) => `The address of ${canary} is not put back`),
    },
  };
}

/** Replaces the values of a body by canaries. The kind of body changes with each call. */
function bodyOf(text: string, next: () => string): string {
  const value = (one: unknown): unknown => {
    if (typeof one === 'string') return next();
    if (Array.isArray(one)) return one.map(value);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, value(inner)]));
  };
  try {
    return `${JSON.stringify(value(JSON.parse(text)))}`;
  } catch {
    const bodies = [
      JSON.stringify({
        status: 404,
        error: { message: `No user ${next()}` },
        [next()]: next(),
        number: 48_151_623,
      }),
      `<!DOCTYPE html><p title="${next()}">${next()}</p>`,
      `{"cut": [1, "${next()}", {"name": "${next()}`,
      `{not json: ${next()}, "a" "${next()}": ${next()}}`,
      JSON.stringify(next()),
      `${next()}`,
      `[${JSON.stringify(next())}] ${next()}`,
    ];
    return bodies[next().length % bodies.length] ?? '';
  }
}
