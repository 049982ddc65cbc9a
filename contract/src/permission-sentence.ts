import type { PermissionPair } from "./permissions.ts";
import { sensitiveKeyDepartments } from "./sensitive-data/key-departments.ts";

/** Returns the sentence of a permission, which names a department as it is called now and not as it was at first. */
export function permissionSentence(
  { resource, action, sentence }: PermissionPair & { sentence: string },
  departments: readonly { slug: string; name: string }[],
): string {
  if (resource !== "cards") return sentence;
  const slug = Object.entries(sensitiveKeyDepartments).find(([key]) => key === action)?.[1];
  const department = departments.find((one) => one.slug === slug);
  return department ? `See the sensitive cards of ${department.name}.` : sentence;
}
