import type { Answered, Ask, Bound, Judgement } from '../../engine/index.ts';
import {
  cause,
  differences,
  fail,
  isServed,
  jsonObject,
  ofHarness,
  pass,
  valueText,
} from '../../engine/index.ts';
import { provenMalformedId, segmentsTo } from '../../fixtures/malformed/guide-id.ts';
import { endpoints } from '../endpoints.ts';
import { withId } from './with-id.ts';

export const beyondCauses = {
  'other-endpoint': cause<{ readonly path: string }>({
    title: "an id with an encoded path gets another endpoint's data",
    expected: ({ path }) =>
      `no data of ${path}: an encoded slash separates no segments (RFC 3986 section 2.2)`,
    advice: [
      {
        suspect:
          'A gateway decodes slashes or backslashes in the segment and routes the request again.',
        look: 'Switch off the decoding of encoded slashes.',
      },
    ],
  }),
};

/**
 * A gateway that decodes the path and routes the request again bypasses its own checks. Each
 * spelling goes to one of the other endpoints.
 */
export async function askForOthers(
  bound: Bound,
  ask: Ask,
  control: Answered | undefined,
): Promise<readonly Judgement<typeof beyondCauses>[]> {
  const others = endpoints.filter(
    ({ name, method }) => method === 'GET' && name !== 'guide' && bound.covers(name),
  );
  const levels = valueText(bound.wellFormed('guide').path).split('/').length - 2;
  const sent = others.flatMap((other, at) =>
    segmentsTo(other.path.slice(1), levels)
      .filter((_segment, nth) => nth % others.length === at)
      .map((segment) => ({ other, segment })),
  );
  const judgements: Judgement<typeof beyondCauses>[] = [];
  for (const [nth, { other, segment }] of sent.entries()) {
    const exchange = await ask(
      `beyond-${nth}`,
      { ...withId(bound, segment), purpose: 'off-route' },
      provenMalformedId,
    );
    if (!isServed(exchange)) continue;
    const properly = await ask(`beside-${nth}`, bound.wellFormed(other.name));
    const isOther =
      isServed(properly) && isAlike(exchange, properly) && !(control && isAlike(exchange, control));
    const path = ofHarness(other.path);
    judgements.push(isOther ? fail('other-endpoint', { path }, exchange) : pass());
  }
  return judgements;
}

/** Shorter bodies may be equal by chance. */
const fewestTelling = 40;

const isAlike = (one: Answered, other: Answered) => {
  const [left, right] = [jsonObject(one), jsonObject(other)];
  if (left === undefined || right === undefined || JSON.stringify(left).length < fewestTelling)
    return false;
  return differences(left, right).size === 0;
};
