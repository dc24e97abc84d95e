import { allAreas } from '../badge.ts';

/** What was claimed: how many areas, and which where they are not all. */
export function Claim({ claim }: { readonly claim: readonly string[] }) {
  if (claim.length === 0) return <>nothing</>;
  if (claim.length === allAreas) return <>all {allAreas} areas</>;
  return (
    <>
      {claim.length} of {allAreas} areas: <span class="soft">{claim.join(', ')}</span>
    </>
  );
}
