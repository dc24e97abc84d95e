/** A name or an address that may be broken behind its slashes before it is broken anywhere else. */
export function Breakable({ text }: { readonly text: string }) {
  const steps = text.split(/(?<=[^:/]\/)/);
  return (
    <>
      {steps.map((step, at) => (
        // Steps may be the same: their place is their identity.
        <span key={`${at}`}>
          {step}
          <wbr />
        </span>
      ))}
    </>
  );
}
