// Starts one server of a round, prints what an operator has to know of it as JSON, and ends when its standard input does.
// Arguments: the folder of the checkout, the round's folder, the id of a defect or variation (or nothing).
import { createJiti } from 'jiti';

const [checkout, round, toggle] = process.argv.slice(2);
const jiti = createJiti(`${checkout}/`, { fsCache: false });
const { start } = await jiti.import(`${checkout}/test/adversarial/${round}/start.ts`);
const { close, ...target } = await start(toggle);
process.stdout.write(`${JSON.stringify(target)}\n`);
process.stdin.resume().on('end', () => close().finally(() => process.exit(0)));
