/** The departments every Atoll starts with. Specification, section 1. */
export const initialDepartments = [
  "Business Development",
  "Frontend",
  "Backend",
  "DevOps",
  "Marketing",
] as const;

/** The part of a path that names a department: its name lowercased with dashes. Specification, section 2. */
export function departmentSlug(name: string): string {
  return name.trim().toLowerCase().replace(/\s+/g, "-");
}
