/** What must not get into a view. Allure looks at it once in a process, so it is there before any test is. */
export const secret = 'a-secret-of-the-environment';
export const host = 'the-name-of-this-machine';

process.env['ALLURE_LABEL_owner'] = secret;
process.env['ALLURE_HOST_NAME'] = host;
