import { orderOf } from './bodies.ts';
import { Frame, type Row } from './frame.ts';
import type { Call, Stage } from './pipeline.ts';
import { Refusal } from './site.ts';

const own = (frame: Frame, call: Call): Frame =>
  call.user?.['user'] === undefined ? frame : frame.where((row) => row['user'] === call.user?.['user']);

export const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export const balances: Stage = (_, call) => {
  const rows = own(call.site.tables.balances, call).drop('user').rows();
  const overdrawn = rows.some((row) => Number(row['amount']) < 0);
  if (overdrawn && call.site.on('expectations-fail-on-an-overdraft')) {
    throw new Refusal(422, 'An expectation on the data failed.', 'amount is expected to be at least 0.');
  }
  return call.site.knobs.cash?.(rows) ?? { balances: rows };
};

/** Requests in flight at the same time are rows of one batch, which is filled and handed out together. */
async function advisorOf(call: Call, advisor: unknown): Promise<unknown> {
  if (!call.site.on('batch-is-filled-from-the-row-above')) return advisor;
  const { memory } = call.site;
  const batch = (memory.get('batch') ?? []) as Row[];
  memory.set('batch', batch);
  const at = batch.push({ user: call.user?.['user'], advisor }) - 1;
  await pause(8);
  if (memory.get('batch') === batch) memory.delete('batch');
  return Frame.of(batch).fillForward('advisor').row(at)['advisor'];
}

export const holdings: Stage = async (_, call) => {
  const positions = own(call.site.tables.positions, call);
  const groups = positions.groupBy((row) => row['portfolio']);
  if (groups.length > 1 && call.user?.['user'] && call.site.on('truth-of-a-frame-is-ambiguous')) {
    throw new TypeError('The truth value of a frame is ambiguous.');
  }
  const advisor = await advisorOf(call, positions.row(0)['advisor']);
  const rows = groups.map(([name, group]) => ({
    name,
    advisor,
    positions: group.select('asset', 'units').rows(),
  }));
  return call.site.knobs.portfolios?.(rows) ?? { portfolios: rows };
};

export const expected: Stage = (_, call) => {
  const { site } = call;
  const texts = site.tables.texts.get(String(call.user?.['language']));
  const rows = ['IE00B4L5Y983', 'US0378331005', 'FI0009000681'].map((asset, at) => ({
    asset,
    text: `${texts?.insight} ${asset}`,
    score: [0.71, 0.35, 0.5][at],
  }));
  return site.knobs.insights?.(rows, site.next('insights')) ?? { insights: rows };
};

export const ordered: Stage = (_, call) => {
  const order = orderOf(call);
  return call.site.knobs.order ? call.site.knobs.order(order) : { orderId: crypto.randomUUID(), ...order };
};
