import { itsKey } from './certificates.ts';
import { describeRefusals, file, flag, inDigits, inRange, variable } from './refusals.ts';

const ofParts = 'Write the number of this part, a slash, and the number of all parts.';
const makeKey = 'Make one with m2m-conformance keygen.';

describeRefusals('a wrong run', [
  flag({ seed: '1x' }, 'run.seed', '"1x"', inDigits),
  variable({ HARNESS_SEED: '-1' }, '-1', inRange),
  file({ run: { seed: 1.5 } }, 'run.seed', '1.5', 'Write such a number.'),
  flag({ seed: '2147483648' }, 'run.seed', '2147483648', inRange),
  variable({ HARNESS_STRICT: 'maybe' }, '"maybe"', 'Write one of these.'),
  flag({ concurrency: '0' }, 'run.concurrency', '0', inRange),
  variable({ HARNESS_CONCURRENCY: '257' }, '257', inRange),
  flag({ rate: '0' }, 'run.rate', '0', inRange),
  flag({ timeout: '10s' }, 'run.timeoutMs', '"10s"', inDigits),
  variable({ HARNESS_TIMEOUT: '99' }, '99', inRange),
  flag({ deadline: '604800' }, 'run.deadlineS', '604800', inRange),
  flag({ deadline: '10', timeout: '20000' }, 'run.timeoutMs', '20000', 'Lower the timeout or raise the deadline.'),
  ...['0/4', '5/4', 'first'].map((shard) => flag({ shard }, 'shard', `"${shard}"`, ofParts)),
  ...(
    [
      [{}, '"auto", but no variable that says which part this is', 'Write i/n instead.'],
      [
        { JOB_COMPLETION_INDEX: '0' },
        'JOB_COMPLETION_INDEX="0" and HARNESS_SHARD_TOTAL=""',
        'Set HARNESS_SHARD_TOTAL, or write i/n instead.',
      ],
      [
        { CI_NODE_INDEX: '5', CI_NODE_TOTAL: '4' },
        'CI_NODE_INDEX="5" and CI_NODE_TOTAL="4"',
        'Set CI_NODE_TOTAL, or write i/n instead.',
      ],
    ] as const
  ).map(([env, found, cure]) => flag({ shard: 'auto' }, 'shard', found, cure, env)),
  variable(
    { HARNESS_SIGNING_KEY: '-----BEGIN PRIVATE KEY-----\nswordfish\n-----END PRIVATE KEY-----' },
    'a text of 63 characters that is no private key',
    makeKey,
  ),
  variable({ HARNESS_SIGNING_KEY: itsKey }, 'a text of 241 characters that is a private key of the kind ec', makeKey),
  variable(
    { HARNESS_SIGNING_KEY: 'keys/swordfish.pem' },
    'a text of 18 characters that names no readable file',
    'Correct the path, or give the whole PEM text.',
  ),
  flag({ knownFailures: 'nope.json' }, 'knownFailures', 'no readable file at "nope.json"', 'Correct the path.'),
]);
