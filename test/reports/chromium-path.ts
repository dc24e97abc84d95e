import { existsSync } from 'node:fs';

const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium to try pages in: at CHROMIUM_PATH, or where systems put it; undefined where there is none. */
export const executablePath = [process.env['CHROMIUM_PATH'], ...usual].find((path) => path && existsSync(path));
