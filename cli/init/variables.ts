/** The variables that a CI workflow passes to a run and that are not secret. */
export const plainVariables = [
  'M2M_BASE_URL',
  'M2M_AUTH_URL',
  'M2M_AUDIENCE',
  'M2M_JWKS_URL',
  'M2M_CLIENT_ID',
  'M2M_UNSCOPED_CLIENT_ID',
  'M2M_USER_ID',
  'M2M_SECOND_USER_ID',
] as const;

export const secretVariables = [
  'M2M_CLIENT_SECRET',
  'M2M_UNSCOPED_CLIENT_SECRET',
  'M2M_EXPIRED_TOKEN',
  'M2M_SIGNING_KEY',
] as const;

/** The variables without which a run cannot certify a target. */
export const neededVariables = [
  'M2M_BASE_URL',
  'M2M_AUTH_URL',
  'M2M_AUDIENCE',
  'M2M_CLIENT_ID',
  'M2M_CLIENT_SECRET',
  'M2M_USER_ID',
] as const;

/** Starts the comment on a pull request, so that the next run finds it. Readers do not see it. */
export const commentMarker = '<!-- m2m-conformance -->';
