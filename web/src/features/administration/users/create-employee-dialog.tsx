import { newEmployeeSchema } from "@atoll/contract/administration/schemas";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useRoles } from "../roles/api.ts";
import { createUser, useRefreshAdministration } from "./api.ts";
import { EmployeeFields } from "./employee-fields.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import type { UserDialogProps } from "./user-dialog.ts";
import type { UserEdit } from "./user-edit.ts";
import {
  fieldErrorsOf,
  firstErrors,
  focusFirstError,
  type UserFieldErrors,
  withoutErrorsOf,
} from "./user-field-errors.ts";

const nobody: UserEdit = { name: "", email: "", roleIds: [], departmentIds: [] };

/** A new account, that can sign in straight away. Specification, sections 5, 6 and 8 (admin). */
export function CreateEmployeeDialog({ open, onClose }: UserDialogProps) {
  const refresh = useRefreshAdministration();
  const usual = useUsualRoles();
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<Partial<UserEdit>>({});
  const [errors, setErrors] = useState<UserFieldErrors>({});
  const edit = { ...nobody, roleIds: usual, ...typed };
  const creation = useMutation({
    mutationFn: createUser,
    onSuccess: (user) => {
      notify.success(`${user.name} can sign in now`);
      onClose();
    },
    onError: (error) => showErrors(fieldErrorsOf(error)),
    // Also after a failure: a role or a department may be gone.
    onSettled: refresh,
  });

  function showErrors(found: UserFieldErrors) {
    setErrors(found);
    focusFirstError(nameField.current?.form, found);
  }
  function submit() {
    if (creation.isPending) return;
    const parsed = newEmployeeSchema.safeParse({ ...edit, password: passwordField.current?.value ?? "" });
    if (!parsed.success) return showErrors(firstErrors(parsed.error.issues));
    setErrors({});
    creation.mutate(parsed.data);
  }
  return (
    <Dialog
      description="They can sign in straight away with this email and password."
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button loading={creation.isPending} type="submit" variant="primary">
            Create Employee
          </Button>
        </>
      }
      onOpenChange={onClose}
      onSubmit={submit}
      open={open}
      title="Create Employee"
    >
      {creation.isError && (
        <InlineAlert tone="error">Failed to create user: {errorMessage(creation.error)}</InlineAlert>
      )}
      <EmployeeFields
        edit={edit}
        errors={errors}
        nameField={nameField}
        notes={{
          roleIds: edit.roleIds.length === 0 ? "With none chosen, the role user is given." : undefined,
        }}
        onChange={(change) => {
          setTyped((before) => ({ ...before, ...change }));
          setErrors((before) => withoutErrorsOf(before, change));
        }}
        password={
          <NewPasswordField
            error={errors.password}
            field={passwordField}
            label="Password"
            onEdit={() => setErrors((before) => withoutErrorsOf(before, { password: true }))}
            placeholder="Set a first password"
          />
        }
      />
    </Dialog>
  );
}

/** What a new employee gets when nothing else is chosen. */
function useUsualRoles(): string[] {
  const roles = useRoles().data ?? [];
  return roles.filter(({ name, canAssign }) => name === "user" && canAssign).map(({ id }) => id);
}
