/** Tells whether the toggle with this id is the one that acts. */
export type On = (id: string) => boolean;

/** Makes the test of a single toggle, or of none. */
export function selectToggle(active: string | undefined): On {
  return (id) => id === active;
}
