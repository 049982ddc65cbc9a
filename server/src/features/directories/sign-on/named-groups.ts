/** A person has at most this many groups. Providers send a few hundred at most. */
const maxGroupsOfPerson = 1000;
const maxGroupLength = 256;

/**
 * The groups that a provider named at a sign-in. Undefined: the directory reads none. `absent`: the claim or attribute was
 * not sent. `too_many`: the provider left them out for their number. `unreadable`: some cannot be used, so the list does
 * not say which groups the person has left.
 */
export type NamedGroups = readonly string[] | "absent" | "too_many" | "unreadable" | undefined;

/** Returns the names of groups, or `unreadable` unless all of them can be used. */
export function usableGroups(values: readonly unknown[]): readonly string[] | "unreadable" {
  const names = new Set<string>();
  for (const value of values) {
    if (typeof value !== "string") return "unreadable";
    const name = value.trim();
    if (name.length > maxGroupLength || /[\p{Cc}\p{Cs}]/u.test(name)) return "unreadable";
    if (name !== "") names.add(name);
  }
  return names.size > maxGroupsOfPerson ? "unreadable" : [...names];
}
