import type { Answered } from '../exchange/exchange.ts';
import { isRefusal } from './answer.ts';

/** Frameworks reject them to prevent cross-site request forgery. */
const browserField = /^(cookie|origin|referer|sec-fetch-.*)$/i;

/** Such a refusal is not judged. */
export function isRefusedBrowser(answered: Answered): boolean {
  return isRefusal(answered) && answered.request.headers.some(([name]) => browserField.test(name));
}
