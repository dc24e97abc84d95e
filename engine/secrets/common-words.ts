/**
 * What the responses of such an API contain anyway: names and values of members, scopes, kinds of
 * data. A client secret that equals one would be found everywhere.
 */
export const commonWords: ReadonlySet<string> = new Set(
  [
    'access account accounts active address amount amounts analyst answer asset assets audience balance balances bearer best',
    'buy cash category channel channels chapter city client clients code color content country currency daily data date days',
    'demo description difference differences email error errors example expires false grant guide guides holding holdings icon',
    'icons image images insight insights investment invest isin items label learn learning line link links list lowest message',
    'meta mobile momentum month monthly name names news null notification number object offline openid optimal option order',
    'orders owner page partner performer performers person portfolio portfolios postal price prices product products profile',
    'push read reason response rest role roles sandbox savings scope scopes score secret sell sentiment service settings side',
    'slug state status street string summary summaries test text timestamp title token tokens total transfer true type units',
    'update user users value values vault version weight worst write',
  ].flatMap((line) => line.split(' ')),
);
