import {
  type AdminUser,
  accountEmailSchema,
  accountNameSchema,
} from "@atoll/contract/administration/schemas";
import { isSuperAdmin } from "@atoll/contract/permissions";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { useForm } from "../../../../lib/form/use-form.ts";
import { errorMessage } from "../../../../lib/request/api-error.ts";
import { isChangedMeanwhile } from "../../../../lib/request/judge-error.ts";
import { useViewer } from "../../../../lib/session/use-session.tsx";
import { Button } from "../../../../ui/button/button.tsx";
import { FormDialog } from "../../../../ui/dialog/form-dialog.tsx";
import { InlineAlert } from "../../../../ui/state/inline-alert.tsx";
import { notify } from "../../../../ui/toast/toast.tsx";
import { fetchUser, updateUser, useRefreshAdministration, useUser } from "../api.ts";
import { useGone } from "../use-gone.ts";
import { userFieldOf } from "../user-refusals.ts";
import { EmployeeFields } from "./employee-fields.tsx";
import type { AboutUserDialogProps } from "./user-dialog.ts";
import { carryOver, changesBetween, editOf } from "./user-edit.ts";

const editSchema = z.object({
  name: accountNameSchema,
  email: accountEmailSchema,
  roleIds: z.array(z.string()),
  departmentIds: z.array(z.string()),
});

/** Changes an account; two who edit the same person learn of each other. Specification, sections 6 and 8 (admin). */
export function EditUserDialog({ user, open, onClose }: AboutUserDialogProps) {
  const viewer = useViewer();
  const refresh = useRefreshAdministration();
  /** The account as the form began with it. */
  const [base, setBase] = useState<AdminUser>(user);
  /** The fields that others have also changed. Null until the latest version is loaded. */
  const [clashes, setClashes] = useState<readonly ("name" | "email")[] | null>(null);

  const form = useForm({
    values: { ...editOf(user), password: "" },
    schema: editSchema,
    send: async (next) => {
      if (reload.isPending) return;
      const changes = changesBetween(editOf(base), next);
      if (Object.keys(changes).length === 0) return onClose();
      const { name } = await updateUser(user.id, { version: base.version, ...changes }).finally(
        () => void refresh(),
      );
      notify.success(`${name} saved`);
      onClose();
    },
    fieldOf: userFieldOf,
  });
  const reload = useMutation({
    mutationFn: () => fetchUser(user.id),
    onSuccess: (newest) => {
      const carried = carryOver(editOf(base), form.getValues(), editOf(newest));
      setBase(newest);
      setClashes(carried.clashes);
      form.reset({ ...carried.edit, password: "" });
    },
  });

  const canChangeEmail = viewer.id === user.id || user.canResetSignIn;
  const failure = reload.error ?? form.refusal?.error;
  const newest = useUser(open ? user.id : undefined);
  const gone = useGone(user.id, open);
  const isMoved = open && !form.isSending && (newest.data?.version ?? 0) > base.version;
  const mustReload = isChangedMeanwhile(form.refusal?.error);
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={`Edit ${user.name}`}
      verb="Save changes"
      isDisabled={mustReload || gone !== undefined}
      alert={null}
    >
      {gone && <InlineAlert tone="error">{gone}</InlineAlert>}
      {isMoved && !gone && failure === undefined && (
        <InlineAlert
          action={
            <Button loading={reload.isPending} onClick={() => reload.mutate()} size="sm">
              Load the newest
            </Button>
          }
          tone="notice"
        >
          Someone else changed this account while you were editing. What you typed is kept.
        </InlineAlert>
      )}
      {failure !== undefined && (
        <InlineAlert
          action={
            mustReload && (
              <Button loading={reload.isPending} onClick={() => reload.mutate()} size="sm">
                Load the newest
              </Button>
            )
          }
          tone="error"
        >
          Failed to update user: {errorMessage(failure)}
        </InlineAlert>
      )}
      {failure === undefined && clashes && (
        <InlineAlert tone="info">
          This is the current version with your changes. Check it, then save.
        </InlineAlert>
      )}
      {viewer.id === user.id && (
        <InlineAlert tone="notice">
          This is your own account. What you may do changes as soon as you save.{" "}
          {isSuperAdmin(viewer)
            ? "Everyone in a department or role that you give yourself is notified."
            : "You cannot give yourself a role or a department."}
        </InlineAlert>
      )}
      <EmployeeFields
        form={form}
        isEmailFixed={!canChangeEmail || base.directory !== null}
        isNameFixed={base.directory !== null}
        notes={{
          name: clashes?.includes("name")
            ? `Someone else changed it to “${base.name}”.`
            : directoryNote(base),
          email: clashes?.includes("email")
            ? `Someone else changed it to “${base.email}”.`
            : (directoryNote(base) ?? emailNote({ isOwn: viewer.id === user.id, canChangeEmail })),
          roleIds:
            form.watch("roleIds").length === 0
              ? "With none, the account is pending and cannot sign in."
              : undefined,
        }}
      />
    </FormDialog>
  );
}

/** Why the name and the address cannot be changed here. */
function directoryNote({ directory }: AdminUser): string | undefined {
  return directory ? `Managed by the directory ${directory.name}. Change it there.` : undefined;
}

function emailNote({
  isOwn,
  canChangeEmail,
}: {
  isOwn: boolean;
  canChangeEmail: boolean;
}): string | undefined {
  if (!canChangeEmail) return "Only someone with all of their permissions can change it.";
  return isOwn ? undefined : "A new password signs them out and notifies them. They then choose their own.";
}
