import type { Exchange } from '../exchange/exchange.ts';
import { keyText } from '../exchange/key.ts';
import { inOrder } from '../outcome/in-order.ts';

type Sent = Pick<Exchange, 'key' | 'sentAt'>;

/** By time, because a replay hears the responses in another order. */
export const inSentOrder = (one: Sent, other: Sent): number =>
  one.sentAt - other.sentAt || inOrder(keyText(one.key), keyText(other.key));
