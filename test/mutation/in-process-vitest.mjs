import { chai, customMatchers, JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect';

/**
 * What the tests here use of vitest, without its workers: a mutant takes milliseconds in place of seconds. Tests are
 * collected as their files are imported, and run one after the other.
 */
chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect = Object.assign((value, message) => chai.expect(value, message), chai.expect);
expect.extend(expect, customMatchers);

/** They go by the clock, and code with mutants in it is slow; or they take as long as a hundred recordings, for each mutant. */
const leftOut = new Set([
  'sixteen megabytes take no time to speak of',
  'performers of many summaries are looked at once each',
  'there is no finding in %s, by chance',
  'that are chosen by chance accuse nobody for good',
  'replicas that show the address in ways of their own, chosen by chance, are held',
]);

/** Every test that was collected: its name, and what runs it. */
export const collected = [];
let suite = { name: '', before: [], after: [] };

/** Collects what a file defines. */
export async function collect(name, load) {
  suite = { name, before: [], after: [] };
  await load();
}

function inSuite(name, define) {
  const outer = suite;
  suite = { name: `${outer.name} ${name}`, before: [...outer.before], after: outer.after };
  define();
  suite = outer;
}

function add(name, ...given) {
  if (leftOut.has(name.replace(/ #\d+$/, ''))) return;
  const body = given.find((one) => typeof one === 'function');
  const own = suite;
  collected.push({ name: `${own.name} ${name}`, run: () => runIn(own, body) });
}

async function runIn(own, body) {
  own.ready ??= (async () => {
    for (const hook of own.before) await hook();
  })();
  await own.ready;
  await body();
}

/** Rows are told apart by their number: a name need not be unique. */
function each(define) {
  return (rows) =>
    (name, ...given) => {
      const body = given.find((one) => typeof one === 'function');
      const areArrays = rows.every((row) => Array.isArray(row));
      rows.forEach((row, at) => {
        define(`${name} #${at}`, () => body(...(areArrays ? row : [row])));
      });
    };
}

const skipped = Object.assign(() => {}, { each: () => () => {} });
const eachAdded = Object.assign(add, { each: each(add) });

export const test = Object.assign(eachAdded, { skip: skipped, runIf: (isRun) => (isRun ? eachAdded : skipped) });
export const describe = Object.assign(inSuite, { each: each(inSuite) });
export const beforeAll = (hook) => suite.before.push(hook);
export const afterAll = () => {};
/** Nothing is provided: what a test samples goes unlisted. */
export const inject = () => undefined;
