/** Shows a name or a URL with line break opportunities after its slashes. */
export function Breakable({ text }: { readonly text: string }) {
  const steps = text.split(/(?<=[^:/]\/)/);
  return (
    <>
      {steps.map((step, at) => (
        // Two segments may be equal, so the key is the position.
        <span key={`${at}`}>
          {step}
          <wbr />
        </span>
      ))}
    </>
  );
}
