import {
  type Ask,
  type Bound,
  forSecond,
  Inconclusive,
  type Leaf,
  marksIn,
  marksOf,
  orNothing,
  type Request,
  type Stored,
  type StoreStep,
  say,
  scenario,
  storedAs,
  storeTrial,
} from '../../engine/index.ts';
import { type Isolation, isolationCauses, isolationClasses } from '../address-classes.ts';
import {
  type Address,
  abroadOf,
  common,
  firstAddress,
  inText,
  putAddress,
  readBack,
  readBackUntil,
  sameAddresses,
  secondAddress,
} from '../address-update.ts';
import { why } from '../advice.ts';
import { spec } from '../statements.ts';

export const isolation = scenario({
  ...common,
  id: 'address/isolation',
  level: 'must',
  when: 'declared',
  needs: ['read-back', 'second-user'],
  section: `${common.section}: the user identified by x-user-id`,
  statement: spec.addressOfUser,
  causes: isolationCauses,
  advice: [
    {
      suspect:
        'The UPDATE statement has no condition or a wrong one, so it changes rows of other users.',
      look: 'Require the user id in its WHERE clause.',
    },
    {
      suspect: 'The address is stored by client, token or connection instead of by user.',
      look: 'Use x-user-id as the key of the record.',
    },
    why.sharedState,
  ],
  rule: "An update does not change another user's address.",
  run: (bound, ask) => {
    const [first, second] = [firstAddress(bound), secondAddress(bound)];
    const pair = (step: string, to: Address, from: Address) =>
      isolating(bound, ask, step, to, from);
    const there = (step: string) => pair(step, second, first);
    const back = (step: string) => pair(step, first, second);
    const abroad = abroadOf(bound);
    const [here, away] = [inText(first), inText(second)];
    return storeTrial(ask, {
      classes: isolationClasses,
      steps: [there('second'), back('first')],
      further: [
        // An odd number: if every second update violates, it may leave the same address as before.
        there('second-2'),
        ...(abroad ? [pair('abroad', abroad, first), pair('home', first, abroad)] : []),
        ...(typeof second['postalCode'] === 'number'
          ? [pair('text', away, here), pair('text-back', here, away)]
          : []),
      ],
    });
  },
});

/**
 * If the second user has no address, stores one first. A violation recurs with this update or the
 * one back, which shows more if the second user already has the new address.
 */
function isolating(
  bound: Bound,
  ask: Ask,
  step: string,
  to: Address,
  from: Address,
): StoreStep<Isolation> {
  const marks = marksOf(to, from).first;
  const others = (name: string) => readBack(bound, ask, name, 'second');
  const isShown = (one: Stored) => marksIn(one, marks).length > 0;
  const send: StoreStep<Isolation>['send'] = async (name) => {
    if (marks.length === 0) {
      throw new Inconclusive(sameAddresses);
    }
    const [own0, other0] = [
      await readBack(bound, ask, `${name}-own-before`),
      await others(`${name}-other-before`),
    ];
    const isGiven = hasNoneOfItsOwn(other0, own0);
    const given = isGiven
      ? await giveAddress(bound, ask, `${name}-given`, from, other0).catch(orNothing)
      : undefined;
    const [ownBefore, before] = given
      ? [await readBack(bound, ask, `${name}-own-then`), given]
      : [own0, other0];
    const update = await putAddress(bound, ask, `${name}-update`, to);
    const own = await readBackUntil(bound, ask, `${name}-own`, isShown);
    const isTold = !isGiven || given !== undefined || before.texts.length === 0;
    return async (reading) => {
      const after = await others(reading);
      const alone = withoutHousehold({ before, after }, { before: ownBefore, after: own });
      const shown = { exchange: after.exchange, update };
      return { ...shown, marks, own, before: alone(before), after: alone(after), isTold };
    };
  };
  const back = { step, send: (name: string) => isolating(bound, ask, step, from, to).send(name) };
  // If every second update violates, the last one does, and has the other address.
  return { step, send, again: () => [back, { step, send }, { step, send }, back] };
}

/** The first user may have the same address, so waits until it shows beside the former content. */
async function giveAddress(bound: Bound, ask: Ask, step: string, address: Address, former: Stored) {
  const send = (name: string, request: Request) => ask(name, forSecond(request));
  const askSecond: Ask = Object.assign(send, { until: ask.until });
  const isShown = (one: Stored) => marksIn(one, marksOf(address, {}).first).length > 0;
  const isNew = (one: Stored) => isShown(one) && one.leaves.length > former.leaves.length;
  await putAddress(bound, askSecond, step, address);
  const given = await readBackUntil(bound, askSecond, `${step}-read`, isNew);
  if (isShown(given)) return given;
  throw new Inconclusive(say`the second user has no address, and an update does not show`);
}

/** Around an update of the first user's. */
type Change = Readonly<Record<'before' | 'after', Stored>>;

const isOfAddress = ({ name }: Leaf) => /^(?:line|street|zip|post)/.test(name);

const pathOf = ({ place, name }: Leaf) => `${place}/${name}`;

export function hasNoneOfItsOwn(other: Stored, own: Stored) {
  const addresses = other.leaves.filter(isOfAddress);
  const isOfFirst = ({ name, text, place }: Leaf) => {
    const leaf = own.named.get(name);
    return leaf?.text === text && leaf.place !== place;
  };
  return other.leaves.length === 0 || (addresses.length > 0 && addresses.every(isOfFirst));
}

/**
 * Removes the first user's address from a reading of the second user's. Members of one household
 * may see each other's. It is the first user's if it changed with the update in the same place,
 * while another address stayed.
 */
export function withoutHousehold(other: Change, own: Change): (reading: Stored) => Stored {
  const before = new Map(other.before.leaves.map((leaf) => [pathOf(leaf), leaf.text]));
  const isSame = (leaf: Leaf) => before.get(pathOf(leaf)) === leaf.text;
  const isOwn = (leaf: Leaf) =>
    own.before.texts.includes(before.get(pathOf(leaf)) ?? '') &&
    own.after.texts.includes(leaf.text);
  const moved = other.after.leaves.filter((leaf) => !isSame(leaf) && isOwn(leaf));
  const places = new Set(moved.map(({ place }) => place));
  const hasStayed = other.after.leaves.some(
    (leaf) => leaf.text !== '' && isSame(leaf) && isOfAddress(leaf) && !places.has(leaf.place),
  );
  if (!hasStayed) return (reading) => reading;
  const isElsewhere = ({ place }: Leaf) => !places.has(place);
  return ({ exchange, leaves }) => storedAs(exchange, leaves.filter(isElsewhere));
}
