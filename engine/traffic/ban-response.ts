import { type Answered, type Exchange, isAnswered } from '../exchange/exchange.ts';
import { mayBeApiError } from '../judging/answer.ts';

/** Statuses with which firewalls refuse a client that they have banned. */
const statuses: ReadonlySet<number> = new Set([403, 406, 429]);
/** The characters of a body that tell responses apart. */
const comparedText = 4_000;
/** Longer words are ids. */
const longestWord = 20;

/** The share of the words of one response that another must contain to be the same. */
const sameShare = 0.9;
/**
 * A response that repeats the request contains at most so many times the words, and so many more.
 */
const [mostTimes, mostMore] = [2, 10];

/**
 * The status of a response and its words, without ids, times and paths. A response to HEAD has no
 * words.
 */
export interface BanForm {
  readonly status: number;
  readonly words: readonly string[] | undefined;
}

/**
 * Reports whether a firewall in front of the service may have sent the response, because it is no
 * ApiError. An identity provider limits the rate of token requests itself.
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

/**
 * Reports whether a response is the same as that to a well-formed request, apart from ids, times
 * and what it may repeat of its own request.
 */
export function isSameForm(wellFormed: BanForm, other: BanForm): boolean {
  if (wellFormed.status !== other.status) return false;
  if (wellFormed.words === undefined || other.words === undefined) return true;
  if (other.words.length > wellFormed.words.length * mostTimes + mostMore) return false;
  if (wellFormed.words.length === 0) return other.words.length === 0;
  const words = new Set(other.words);
  return (
    wellFormed.words.filter((word) => words.has(word)).length >= wellFormed.words.length * sameShare
  );
}

/** A day of the week or a month, as dates in HTTP and in logs contain them. */
const dayOrMonth =
  /^(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)$/i;

/**
 * The words of a page or of JSON, without ids, times and paths: they contain a digit or a slash, or
 * are long.
 */
function wordsOf(text: string): readonly string[] {
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
