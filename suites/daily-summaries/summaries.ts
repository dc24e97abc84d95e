import { suite } from '../../engine/index.ts';
import { forbidden } from './forbidden.ts';
import { differences, direction, memberKey, ok, schema } from './shape.ts';
import { currencyText, labels, lists, percentText, timestamp, timestampDigits, totalAddsUp } from './texts.ts';

export const summaries = suite('summaries', [
  ok,
  schema,
  memberKey,
  differences,
  direction,
  lists,
  timestamp,
  timestampDigits,
  currencyText,
  percentText,
  labels,
  totalAddsUp,
  forbidden,
]);
