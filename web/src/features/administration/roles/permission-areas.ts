import type { NamedDepartment } from "@atoll/contract/people/profile-schemas";
import { permissions } from "@atoll/contract/permission-list";
import { permissionSentence } from "@atoll/contract/permission-sentence";
import type { PermissionPair } from "@atoll/contract/permissions";

export interface Permission extends PermissionPair {
  /** `resource:action`, as a key. */
  key: string;
  /** The permission's effect, as a row of a list without a full stop. */
  title: string;
}

export interface PermissionArea {
  name: string;
  permissions: readonly Permission[];
}

/** Resources that belong together, in the order in which they are shown; one not named here comes by its own name. */
const areas: readonly { name: string; resources: readonly string[] }[] = [
  { name: "Chat", resources: ["chat"] },
  { name: "Tasks and calendar", resources: ["tasks", "calendar", "events"] },
  { name: "Announcements", resources: ["announcements"] },
  { name: "Knowledge", resources: ["knowledge", "onboarding"] },
  { name: "Sensitive cards", resources: ["cards"] },
  {
    name: "Administration",
    resources: ["admin", "users", "guests", "roles", "departments", "audit", "imports", "bots", "webhooks"],
  },
];

/** Names the departments in the title of a permission as they are called now. */
export function withNames(permission: Permission, departments: readonly NamedDepartment[]): Permission {
  return {
    ...permission,
    title: titleOf(permissionSentence({ ...permission, sentence: `${permission.title}.` }, departments)),
  };
}

/** Every permission of the registry, in areas. */
export const permissionAreas: readonly PermissionArea[] = groupByArea();

/** `resource:action` of a permission. */
export function permissionKey({ resource, action }: PermissionPair): string {
  return `${resource}:${action}`;
}

/** The words of a permission inside a sentence: "publish and archive announcements". */
export function permissionPhrase({ title }: Permission): string {
  return title.charAt(0).toLowerCase() + title.slice(1);
}

function groupByArea(): PermissionArea[] {
  const groups = new Map<string, Permission[]>(areas.map(({ name }) => [name, []]));
  for (const { resource, action, sentence } of permissions) {
    const area = areas.find(({ resources }) => resources.includes(resource))?.name ?? nameOf(resource);
    const permission = { resource, action, key: `${resource}:${action}`, title: titleOf(sentence) };
    groups.set(area, [...(groups.get(area) ?? []), permission]);
  }
  return [...groups]
    .filter(([, found]) => found.length > 0)
    .map(([name, found]) => ({ name, permissions: found }));
}

function titleOf(sentence: string): string {
  return sentence.replace(/\.$/, "");
}

function nameOf(resource: string): string {
  const words = resource.replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
