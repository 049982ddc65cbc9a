/** Unknown people show as User, or as User plus the last 4 characters of the id. Specification, section 8. */
export function authorName(
  person: { id?: string; name: string; isProgram?: true | undefined } | null,
): string {
  if (!person) return "User";
  // Nobody takes a program for a person, wherever its name stands.
  if (person.isProgram) return `${person.name} (bot)`;
  if (person.name.trim() !== "") return person.name;
  return person.id ? `User ${person.id.slice(-4)}` : "User";
}

export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}
