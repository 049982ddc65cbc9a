import {
  type AdminUser,
  accountEmailSchema,
  accountNameSchema,
} from "@atoll/contract/administration/schemas";
import { isSuperAdmin } from "@atoll/contract/permissions";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { z } from "zod";
import { errorMessage } from "../../../lib/api-client.ts";
import { isChangedMeanwhile } from "../../../lib/judge-error.ts";
import { useViewer } from "../../../lib/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { fetchUser, updateUser, useRefreshAdministration } from "./api.ts";
import { EmployeeFields } from "./employee-fields.tsx";
import type { AboutUserDialogProps } from "./user-dialog.ts";
import { carryOver, changesBetween, editOf, type UserEdit } from "./user-edit.ts";
import {
  fieldErrorsOf,
  firstErrors,
  focusFirstError,
  type UserFieldErrors,
  withoutErrorsOf,
} from "./user-field-errors.ts";

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
  const nameField = useRef<HTMLInputElement>(null);
  /** The account as the form began with it. */
  const [base, setBase] = useState<AdminUser>(user);
  const [edit, setEdit] = useState<UserEdit>(() => editOf(user));
  const [errors, setErrors] = useState<UserFieldErrors>({});
  /** What others made of a field that was changed here too; null until the newest was loaded. */
  const [clashes, setClashes] = useState<readonly ("name" | "email")[] | null>(null);

  const update = useMutation({
    mutationFn: (next: UserEdit) =>
      updateUser(user.id, { version: base.version, ...changesBetween(editOf(base), next) }),
    onSuccess: ({ name }) => {
      notify.success(`${name} saved`);
      onClose();
    },
    onError: (error) => showErrors(fieldErrorsOf(error)),
    onSettled: refresh,
  });
  const reload = useMutation({
    mutationFn: () => fetchUser(user.id),
    onSuccess: (newest) => {
      const carried = carryOver(editOf(base), edit, editOf(newest));
      setBase(newest);
      setEdit(carried.edit);
      setClashes(carried.clashes);
      update.reset();
    },
  });

  function showErrors(found: UserFieldErrors) {
    setErrors(found);
    focusFirstError(nameField.current?.form, found);
  }
  function submit() {
    if (update.isPending || reload.isPending) return;
    const parsed = editSchema.safeParse(edit);
    if (!parsed.success) return showErrors(firstErrors(parsed.error.issues));
    setErrors({});
    if (Object.keys(changesBetween(editOf(base), parsed.data)).length === 0) return onClose();
    update.mutate(parsed.data);
  }
  const canChangeEmail = viewer.id === user.id || user.canResetSignIn;
  const failure = reload.error ?? update.error;
  const isOutdated = isChangedMeanwhile(update.error);
  return (
    <Dialog
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button disabled={isOutdated} loading={update.isPending} type="submit" variant="primary">
            Save changes
          </Button>
        </>
      }
      onOpenChange={onClose}
      onSubmit={submit}
      open={open}
      title={`Edit ${user.name}`}
    >
      {failure && (
        <InlineAlert
          action={
            isOutdated && (
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
      {!failure && clashes && (
        <InlineAlert tone="info">
          This is how it is now, with what you had changed kept. Look at it, then save.
        </InlineAlert>
      )}
      {viewer.id === user.id && (
        <InlineAlert tone="notice">
          This is your own account. What you may do changes as soon as you save.{" "}
          {isSuperAdmin(viewer)
            ? "Everyone in a department or role that you give yourself is told."
            : "Nobody gives themselves a role or a department."}
        </InlineAlert>
      )}
      <EmployeeFields
        edit={edit}
        errors={errors}
        isEmailFixed={!canChangeEmail}
        nameField={nameField}
        notes={{
          name: clashes?.includes("name") ? `Somebody else made it “${base.name}”.` : undefined,
          email: clashes?.includes("email")
            ? `Somebody else made it “${base.email}”.`
            : emailNote({ isOwn: viewer.id === user.id, canChangeEmail }),
          roleIds:
            edit.roleIds.length === 0 ? "With none, the account is pending and cannot sign in." : undefined,
        }}
        onChange={(change) => {
          setEdit((before) => ({ ...before, ...change }));
          setErrors((before) => withoutErrorsOf(before, change));
        }}
      />
    </Dialog>
  );
}

function emailNote({
  isOwn,
  canChangeEmail,
}: {
  isOwn: boolean;
  canChangeEmail: boolean;
}): string | undefined {
  if (!canChangeEmail) return "Only somebody who holds all their permissions can change it.";
  return isOwn ? undefined : "A new one signs them out, tells them, and asks them for a new password.";
}
