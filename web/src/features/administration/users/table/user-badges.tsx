import { departmentSlug } from "@atoll/contract/departments";
import type { ReactNode } from "react";
import { Badge } from "../../../../ui/badge/badge.tsx";
import { DepartmentBadge } from "../../../../ui/badge/department-badge.tsx";
import { RoleBadge } from "../../../../ui/badge/role-badge.tsx";

interface Named {
  id: string;
  name: string;
}

/** More than these would make a row higher than the others. */
const maxShown = 3;

const noRole = "pending";

/** The roles of a person; one with none waits for approval. Specification, sections 4 and 6. */
export function RoleBadges({ roles }: { roles: readonly Named[] }) {
  if (roles.length === 0)
    return (
      <span title="Without a role, they can only wait for somebody to give them one">
        <RoleBadge role={noRole} />
      </span>
    );
  return <Badges items={roles} show={({ name }) => <RoleBadge role={name} />} />;
}

/** The departments of a person. A slug is what colours a department, and stays when it is renamed. */
export function DepartmentBadges({ departments, slugs }: DepartmentBadgesProps) {
  if (departments.length === 0) return <span className="text-faint">None</span>;
  return (
    <Badges
      items={departments}
      show={({ id, name }) => (
        <DepartmentBadge department={slugs.get(id) ?? departmentSlug(name)} name={name} />
      )}
    />
  );
}

export interface DepartmentBadgesProps {
  departments: readonly Named[];
  slugs: ReadonlyMap<string, string>;
}

function Badges({ items, show }: BadgesProps) {
  const hidden = items.slice(maxShown);
  return (
    <ul className="flex max-w-64 flex-wrap gap-1 py-1">
      {items.slice(0, maxShown).map((item) => (
        <li className="flex min-w-0 max-w-full" key={item.id} title={item.name}>
          {show(item)}
        </li>
      ))}
      {hidden.length > 0 && (
        <li className="flex" title={hidden.map(({ name }) => name).join(", ")}>
          <Badge tone="outline">+{hidden.length}</Badge>
        </li>
      )}
    </ul>
  );
}

interface BadgesProps {
  items: readonly Named[];
  show: (item: Named) => ReactNode;
}
