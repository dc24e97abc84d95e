import {
  chai,
  customMatchers,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
} from '@vitest/expect';

/**
 * The part of vitest that these tests use, without workers: a mutant takes milliseconds instead of
 * seconds. Importing a file collects its tests, which run one after the other.
 */
chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

export const expect = Object.assign((value, message) => chai.expect(value, message), chai.expect);
expect.extend(expect, customMatchers);

/**
 * Tests to skip: some measure time, and instrumented code is slow; others take as long as a hundred
 * recordings.
 */
const leftOut = new Set([
  'sixteen megabytes take no time to speak of',
  'performers of many summaries are looked at once each',
  'two random replicas cause no finding if one lags by one update, or shows the address without its line2',
  'random replicas that show the address in different ways pass',
]);

/** The collected tests, each with its name and a function that runs it. */
export const collected = [];
let suite = { name: '', before: [], after: [] };

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

/** Adds the number of the row to each name, because names need not be unique. */
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

export const test = Object.assign(eachAdded, {
  skip: skipped,
  runIf: (isRun) => (isRun ? eachAdded : skipped),
});
export const describe = Object.assign(inSuite, { each: each(inSuite) });
export const beforeAll = (hook) => suite.before.push(hook);
export const afterAll = () => {};
/** Provides nothing, so samples are not listed. */
export const inject = () => undefined;
