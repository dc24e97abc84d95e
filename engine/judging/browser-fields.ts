import type { Answered } from '../exchange/exchange.ts';
import { isRefusal } from './answer.ts';

const browserField = /^(cookie|origin|referer|sec-fetch-.*)$/i;

export const isRefusedBrowser = (answered: Answered): boolean =>
  isRefusal(answered) && answered.request.headers.some(([name]) => browserField.test(name));
