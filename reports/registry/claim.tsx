import { allAreas } from '../limits.ts';

/** Shows how many areas are claimed, and which ones if not all. */
export function Claim({ claim }: { readonly claim: readonly string[] }) {
  if (claim.length === 0) return <>nothing</>;
  if (claim.length === allAreas) return <>all {allAreas} areas</>;
  return (
    <>
      {claim.length} of {allAreas} areas: <span class="soft">{claim.join(', ')}</span>
    </>
  );
}
