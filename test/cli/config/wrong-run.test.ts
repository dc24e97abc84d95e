import { itsKey } from './certificates.ts';
import { correct, describeRefusals, file, flag, inRange, type Row, variable } from './refusals.ts';

const makeKey = 'Make one with m2m-conformance keygen.';

const noPem = '-----BEGIN PRIVATE KEY-----\nswordfish\n-----END PRIVATE KEY-----';
const late = { deadline: '10', timeout: '20000' };
const job = { JOB_COMPLETION_INDEX: '0' };
const node = { CI_NODE_INDEX: '5', CI_NODE_TOTAL: '4' };

/** Returns the row of `--shard auto`, which reads the shard from the CI's variables. */
function auto(found: string, cure: string, env = {}): Row {
  return flag({ shard: 'auto' }, 'shard', found, cure, env);
}

describeRefusals('a wrong run', [
  file({ run: { seed: 1.5 } }, 'run.seed', '1.5', 'Write a number of that kind.'),
  flag({ seed: '2147483648' }, 'run.seed', '2147483648', inRange),
  flag({ deadline: '604800' }, 'run.deadlineS', '604800', inRange),
  flag({ timeout: '9999999999999999h' }, 'run.timeoutMs', '"9999999999999999h"', inRange),
  file({ run: { deadlineS: '600' } }, 'run.deadlineS', '"600"', correct),
  flag(late, 'run.timeoutMs', '20000', 'Lower the timeout or raise the deadline.'),
  auto('"auto", but no variable that contains the index of this shard', 'Write i/n instead.'),
  auto(
    'JOB_COMPLETION_INDEX="0" and M2M_SHARD_TOTAL=""',
    'Set M2M_SHARD_TOTAL, or write i/n instead.',
    job,
  ),
  auto('CI_NODE_INDEX="5" and CI_NODE_TOTAL="4"', 'Set CI_NODE_TOTAL, or write i/n instead.', node),
  variable(
    { M2M_SIGNING_KEY: noPem },
    'a string of 63 characters that is not a private key',
    makeKey,
  ),
  variable(
    { M2M_SIGNING_KEY: itsKey },
    'a string of 241 characters that is a private key of type ec',
    makeKey,
  ),
  variable(
    { M2M_SIGNING_KEY: 'keys/swordfish.pem' },
    'a string of 18 characters that is not…',
    'Correct the path…',
  ),
]);
