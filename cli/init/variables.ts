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

export const neededVariables = [
  'M2M_BASE_URL',
  'M2M_AUTH_URL',
  'M2M_AUDIENCE',
  'M2M_CLIENT_ID',
  'M2M_CLIENT_SECRET',
  'M2M_USER_ID',
] as const;

/** Starts the comment on a pull request, so that the next run finds it. */
export const commentMarker = '<!-- m2m-conformance -->';
