import { Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useViewer } from "../../lib/session/use-session.tsx";
import { DepartmentBadge } from "../../ui/badge/department-badge.tsx";
import { RoleBadge } from "../../ui/badge/role-badge.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { NameForm } from "./name-form.tsx";
import { OwnPicture } from "./picture/own-picture.tsx";

/** The viewer's account: they can change their name; an administrator decides the rest. */
export function AccountCard() {
  const viewer = useViewer();
  const [isEditing, setIsEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <Card
      flush
      footer={<p className="text-faint text-xs">Email and access are changed by a super administrator.</p>}
      title="Account"
    >
      <div className="flex items-start gap-3.5 px-4 pt-0.5 pb-3.5">
        <OwnPicture />
        {isEditing ? (
          <NameForm name={viewer.name} onClose={() => setIsEditing(false)} />
        ) : (
          <div className="min-w-0 flex-1">
            <p className="font-semibold wrap-anywhere">{viewer.name}</p>
            <p className="text-muted text-xs wrap-anywhere">{viewer.email}</p>
          </div>
        )}
        {!isEditing && (
          <IconButton
            icon={Pencil}
            label="Change name"
            onClick={() => setIsEditing(true)}
            ref={pencil}
            size="sm"
          />
        )}
      </div>
      <dl className="grid grid-cols-[84px_minmax(0,1fr)] items-baseline gap-y-2 border-t px-4 py-3">
        <dt className="text-muted text-xs">Roles</dt>
        <dd className="flex flex-wrap gap-1.5">
          {viewer.roles.map(({ id, name }) => (
            <RoleBadge key={id} role={name} />
          ))}
        </dd>
        <dt className="text-muted text-xs">Member of</dt>
        <dd className="flex flex-wrap gap-1.5">
          {viewer.departments.length === 0 && <span className="text-muted text-xs">No department</span>}
          {viewer.departments.map(({ id, name, slug }) => (
            <DepartmentBadge department={slug} key={id} name={name} />
          ))}
        </dd>
      </dl>
    </Card>
  );
}
