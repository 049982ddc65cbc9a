/**
 * Whether a text may be an email address: something, an @, something, a dot and something, without a space. It looks at
 * each character once, which a pattern for the same does not.
 */
export function isEmailAddress(text: string): boolean {
  const at = text.indexOf("@", 1);
  const dot = text.lastIndexOf(".", text.length - 2);
  return at > 0 && dot > at + 1 && !/\s/.test(text);
}
