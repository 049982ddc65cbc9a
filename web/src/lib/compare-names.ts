let collator: Intl.Collator | undefined;

/** Compares two names for a list, in the order of the person's language; numbers within them by their value. */
export function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true });
  return collator.compare(a, b);
}
