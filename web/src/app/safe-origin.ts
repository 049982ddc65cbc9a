/** Pages that make no sense as the place to go to after signing in. */
const notOrigins = ["/", "/login", "/register", "/welcome"];

/**
 * The remembered origin, when it is a path on this very site; null for anything else. An address like
 * `//evil.example` or `javascript:` in a link to the sign-in page must never send a person away with it.
 */
export function safeOrigin(value: unknown, ownSite?: string): string | null {
  // Browsers read a backslash as a slash and drop control characters, so neither may pass.
  if (typeof value !== "string" || !value.startsWith("/") || /[\\\p{Cc}]/u.test(value)) return null;
  const site = ownSite ?? window.location.origin;
  const url = URL.parse(value, site);
  if (!url || url.origin !== site || notOrigins.includes(url.pathname)) return null;
  const path = url.pathname + url.search + url.hash;
  // Paths like `/.//evil.example` only become dangerous once they are made plain.
  return path.startsWith("//") ? null : path;
}
