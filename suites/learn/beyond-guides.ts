import type { Answered, FollowUps, Judgement } from '../../engine/index.ts';
import {
  differences,
  failed,
  isServed,
  jsonObject,
  pass,
  summarize,
  valueText,
} from '../../engine/index.ts';
import { provenMalformedId, segmentsTo } from '../../fixtures/malformed/guide-id.ts';
import { endpoints } from '../endpoints.ts';
import { withId } from './with-id.ts';

/**
 * Sends ids that are the encoded path to another endpoint. A gateway that decodes the path and
 * routes the request again bypasses its own checks of the path. Each spelling goes to one of the
 * other endpoints.
 */
export const askForOthers: FollowUps = async (bound, ask, control) => {
  const others = endpoints.filter(
    ({ name, method }) => method === 'GET' && name !== 'guide' && bound.covers(name),
  );
  const levels = valueText(bound.wellFormed('guide').path).split('/').length - 2;
  const sent = others.flatMap((other, at) =>
    segmentsTo(other.path.slice(1), levels)
      .filter((_segment, nth) => nth % others.length === at)
      .map((segment) => ({ other, segment })),
  );
  const judgements: Judgement[] = [];
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
    const expected = `no data of ${other.path}: an encoded slash separates no segments (RFC 3986 section 2.2)`;
    const cause = "an id with an encoded path gets another endpoint's data";
    judgements.push(isOther ? failed(cause, expected, summarize(exchange), exchange) : pass());
  }
  return judgements;
};

/** The fewest characters to compare. Shorter bodies may be equal by chance. */
const fewestTelling = 40;

const isAlike = (one: Answered, other: Answered) => {
  const [left, right] = [jsonObject(one), jsonObject(other)];
  if (left === undefined || right === undefined || JSON.stringify(left).length < fewestTelling)
    return false;
  return differences(left, right).size === 0;
};
