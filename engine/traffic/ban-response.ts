import { type Answered, type Exchange, isAnswered } from '../exchange/exchange.ts';
import { mayBeApiError } from '../judging/answer.ts';

const statuses: ReadonlySet<number> = new Set([403, 406, 429]);
const comparedText = 4_000;
const longestWord = 20;

const sameShare = 0.9;
const [mostTimes, mostMore] = [2, 10];

/** Words without ids, times and paths. A response to HEAD has none. */
export type BanForm = Readonly<{
  status: number;
  words: readonly string[] | undefined;
}>;

/**
 * Whether a firewall may have sent it. An identity provider limits the rate of token requests
 * itself.
 */
export function mayBeBan(exchange: Exchange): exchange is Answered {
  if (!isAnswered(exchange) || !statuses.has(exchange.answer.status)) return false;
  const { origin } = exchange.request;
  const isConcerned = origin === 'api' || (origin === 'token' && exchange.answer.status !== 429);
  return isConcerned && !mayBeApiError(exchange);
}

export function banFormOf({ request, answer }: Answered): BanForm {
  const { status, body } = answer;
  return { status, words: request.method === 'HEAD' ? undefined : wordsOf(body.text ?? '') };
}

export function isSameForm(wellFormed: BanForm, other: BanForm) {
  if (wellFormed.status !== other.status) return false;
  if (wellFormed.words === undefined || other.words === undefined) return true;
  if (other.words.length > wellFormed.words.length * mostTimes + mostMore) return false;
  if (wellFormed.words.length === 0) return other.words.length === 0;
  const words = new Set(other.words);
  return (
    wellFormed.words.filter((word) => words.has(word)).length >= wellFormed.words.length * sameShare
  );
}

const dayOrMonth =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)$/i;

/** Ids, times and paths contain a digit or a slash, or are long. */
function wordsOf(text: string) {
  // A symbol stands for a secret, which is a word without spaces.
  const shown = text
    .slice(0, comparedText)
    .replace(/\{\{[^}]*\}\}/g, '0')
    .replace(/<[^>]*>/g, ' ');
  const words = shown
    .split(/[\s"'{}[\],<>]+/)
    .filter((word) => word !== '' && word.length <= longestWord);
  return words.filter((word) => !/[\d/%]/.test(word) && !dayOrMonth.test(word));
}
