/** Returns a role's name as people read it: `super_admin` is "Super admin". Names that people chose stay as they are. */
export function roleTitle(name: string): string {
  if (!/^[a-z0-9]+(?:_[a-z0-9]+)*$/.test(name)) return name;
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
