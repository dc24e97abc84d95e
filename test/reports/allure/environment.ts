/** Must not get into a view. */
export const secret = 'a-secret-of-the-environment';
export const host = 'the-name-of-this-machine';

/** Allure reads these once in a process: vitest.config.ts sets them before any test file is loaded. */
export const environment = { ALLURE_LABEL_owner: secret, ALLURE_HOST_NAME: host };
