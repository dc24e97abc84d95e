import { addressOf } from './bodies.ts';
import { Frame, missing, type Row } from './frame.ts';
import type { Call, Stage } from './pipeline.ts';

const cities = ['Leeds', 'Oulu', 'York'];

/** What the columns of the table make of the cells that are assigned to them. */
function cast(call: Call, cells: Row): Row {
  const { site } = call;
  const stored: Row = { ...cells };
  if (site.on('texts-are-cut-to-the-widest-cell')) {
    const widest = Math.max(...site.tables.addresses.column('line1').map((line) => String(line).length));
    stored['line1'] = String(stored['line1']).slice(0, widest);
  }
  if (site.on('new-categories-become-missing') && !cities.includes(String(stored['city']))) stored['city'] = missing;
  return site.knobs.stored?.(stored) ?? stored;
}

const assigned = (call: Call, cells: Row): void => {
  const { tables } = call.site;
  const rows = tables.addresses.rows();
  tables.addresses = Frame.of(rows.map((row) => (row['user'] === call.user?.['user'] ? { ...row, ...cells } : row)));
};

export const updated: Stage = (_, call) => {
  try {
    const cells = addressOf(call);
    if (Object.keys(cells).length > 0) assigned(call, cast(call, cells));
  } catch (error) {
    if (call.site.on('popped-columns-are-not-put-back')) assigned(call, { city: missing });
    throw error;
  }
  return call.site.knobs.update ? call.site.knobs.update.body : { updated: true };
};

export const shown: Stage = (_, call) => {
  const { site } = call;
  const filled = site.on('missing-cells-are-filled-from-the-row-above');
  const table = filled ? site.tables.addresses.fillForward('line2') : site.tables.addresses;
  const address = table
    .where((row) => row['user'] === call.user?.['user'])
    .drop('user')
    .row(0);
  return site.knobs.readBack?.wrap(address) ?? { address };
};
