import type { Answered } from '../exchange/exchange.ts';
import { isRefusal } from './answer.ts';

/** Fields of browsers. No machine client sends them, and frameworks refuse them to prevent forged requests. */
const browserField = /^(cookie|origin|referer|sec-fetch-.*)$/i;

/** A refusal of a request that contains a field of browsers: it is not judged. What such a field lets in is. */
export function isRefusedBrowser(answered: Answered): boolean {
  return isRefusal(answered) && answered.request.headers.some(([name]) => browserField.test(name));
}
