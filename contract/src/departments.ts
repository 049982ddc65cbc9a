/** The departments every Atoll starts with. Specification, section 1. */
export const initialDepartments = [
  "Business Development",
  "Frontend",
  "Backend",
  "DevOps",
  "Marketing",
] as const;

/**
 * The part of a path that names a department: its name lowercased with dashes. What is neither a letter nor a
 * digit of some script parts words; empty when there is nothing else. Specification, section 2.
 */
export function departmentSlug(name: string): string {
  const words = name
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return words?.join("-") ?? "";
}
