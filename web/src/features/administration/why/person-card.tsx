import type { AdminUser } from "@atoll/contract/administration/schemas";
import { departmentSlug } from "@atoll/contract/departments";
import type { ReactNode } from "react";
import { PersonAvatar } from "../../../capabilities/people/person-avatar.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { DepartmentBadge } from "../../../ui/badge/department-badge.tsx";
import { RoleBadge } from "../../../ui/badge/role-badge.tsx";
import { statusTones } from "../../../ui/badge/status-tones.ts";
import { Card } from "../../../ui/layout/card.tsx";

/** The person in question, with their roles and departments, from which most answers follow. */
export function PersonCard({ person }: { person: AdminUser }) {
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <div className="flex items-center gap-3">
          <PersonAvatar person={person} decorative size={40} />
          <div className="min-w-0 leading-[18px]">
            <h2 className="truncate font-semibold">{person.name}</h2>
            <p className="truncate text-muted text-xs">{person.email}</p>
          </div>
        </div>
        <Row name="Roles">
          {person.roles.map(({ id, name }) => (
            <RoleBadge key={id} role={name} />
          ))}
        </Row>
        <Row name="Departments">
          {person.departments.map(({ id, name }) => (
            <DepartmentBadge key={id} department={departmentSlug(name)} name={name} />
          ))}
        </Row>
        <Row name="Account">
          <Badge tone={statusTones.account[person.isDisabled ? "disabled" : "enabled"]}>
            {person.isDisabled ? "Disabled" : "Enabled"}
          </Badge>
          {person.hasSecondFactor && <Badge tone="info">Second factor</Badge>}
        </Row>
      </div>
    </Card>
  );
}

function Row({ name, children }: { name: string; children: ReactNode[] | ReactNode }) {
  const isEmpty = Array.isArray(children) && children.length === 0;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-faint text-xs">{name}</p>
      <div className="flex flex-wrap gap-1.5">
        {isEmpty ? <span className="text-muted">None</span> : children}
      </div>
    </div>
  );
}
