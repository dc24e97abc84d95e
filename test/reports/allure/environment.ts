/** A value that must not appear in a view. */
export const secret = 'a-secret-of-the-environment';
export const host = 'the-name-of-this-machine';

/**
 * Allure reads these once per process, so vitest.config.ts sets them before it loads a test file.
 */
export const environment = { ALLURE_LABEL_owner: secret, ALLURE_HOST_NAME: host };
