import { existsSync } from 'node:fs';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of Chromium: CHROMIUM_PATH or a usual location. Undefined if there is none. */
export const executablePath = [process.env['CHROMIUM_PATH'], ...usual].find(
  (path) => path && existsSync(path),
);
