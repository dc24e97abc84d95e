import type { Result } from '../../../engine/result.ts';

/**
 * Returns the result of a run of 5,000 requests with `count` findings, each with bodies of maximum
 * length.
 */
export function manyFindings(result: Result, count: number): Result {
  const guides = Array.from({ length: 40 }, (_, at) => ({
    id: `${at}`,
    title: `"Guide" <${at}> & more`,
    tags: ['a', 'b'],
  }));
  const body = JSON.stringify({ data: guides, status: 400 }).padEnd(8_192, ' ').slice(0, 8_192);
  const endpoints = result.requirements.flatMap((one) =>
    one.endpoints.map(({ endpoint }) => endpoint),
  );
  const places = [...new Set(endpoints)].map((endpoint) => ({
    endpoint,
    key: `key|${endpoint}`,
    count: 300,
  }));
  const headers = Array.from(
    { length: 30 },
    (_, at) => [`X-Header-${at}`, `"${at}" `.repeat(300)] as const,
  );
  return {
    ...result,
    verdict: 'non-conformant',
    run: { ...result.run, requests: 5_000 },
    failures: Array.from({ length: count }, (_, at) => ({
      requirement: result.requirements[at % result.requirements.length]?.id ?? '',
      outcome: at % 3 === 0 ? 'warn' : 'fail',
      cause: `cause-${at}`,
      facts: {},
      title: `cause ${at}: something is answered otherwise`,
      message: 'message '.repeat(200),
      expected: `status 200 ${'and "more" '.repeat(200)}`,
      actual: `400 application/json: ${body}`,
      places,
      reproduced: { of: 3, times: 3 },
      request: {
        method: 'POST',
        url: `https://target.example/${'path/'.repeat(60)}`,
        headers,
        body,
      },
      response: { status: 400, headers, body, size: 1_000_000 },
      curl: `curl ${'-H \'X: "y"\' '.repeat(700)}`,
      replay: {
        seed: 1,
        key: 'key',
        command: `npx --no -- m2m-conformance replay . --failure ${at + 1}`,
      },
    })),
  };
}
