import { scopeIsGate } from '../scope.ts';
import { executablePath } from './chromium-path.ts';

/** Prints that browser tests are skipped, because the reporter only counts them. */
export default function setup(): void {
  if (executablePath !== undefined || scopeIsGate) return;
  process.stdout.write(
    'No Chromium is installed: the tests of the reports in a browser are skipped. Install it, or set CHROMIUM_PATH.\n',
  );
}
