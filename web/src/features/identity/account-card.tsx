import { accountChangeSchema } from "@atoll/contract/identity/account";
import { Pencil } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useForm } from "../../lib/form/use-form.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { formatLastDay } from "../../lib/time/format-last-day.ts";
import { DepartmentBadge } from "../../ui/badge/department-badge.tsx";
import { RoleBadge } from "../../ui/badge/role-badge.tsx";
import { Button } from "../../ui/button/button.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { updateOwnAccount } from "./api.ts";
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
      footer={
        <p className="text-faint text-xs">
          {viewer.guestUntil
            ? `You are a guest here until ${formatLastDay(viewer.guestUntil)}.`
            : "Email and access are changed by a super administrator."}
        </p>
      }
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
        {!isEditing && !viewer.isGuest && (
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

/** Changes the own name. Specification, sections 7 (update user) and 8. */
function NameForm({ name, onClose }: { name: string; onClose: () => void }) {
  const form = useForm({
    values: { name },
    schema: accountChangeSchema,
    send: async (change) => {
      await updateOwnAccount(change);
      notify.success("Name updated");
      onClose();
    },
    fallback: "Failed to update profile",
  });
  const start = useEffectEvent(() => form.focus("name", { selects: true }));
  useEffect(() => start(), []);

  return (
    <form className="flex min-w-0 flex-1 flex-col gap-3" noValidate onSubmit={form.submit}>
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <TextField
        {...form.field("name")}
        autoComplete="name"
        label="Name"
        onKeyDown={(event) => event.key === "Escape" && onClose()}
      />
      <div className="flex gap-2">
        <Button loading={form.isSending} size="sm" type="submit" variant="primary">
          Save name
        </Button>
        <Button onClick={onClose} size="sm" variant="ghost">
          Cancel
        </Button>
      </div>
    </form>
  );
}
