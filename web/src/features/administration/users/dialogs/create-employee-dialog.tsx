import { newEmployeeSchema } from "@atoll/contract/administration/schemas";
import { useEffect, useEffectEvent, useState } from "react";
import { useForm } from "../../../../lib/form/use-form.ts";
import { isRefusal } from "../../../../lib/request/judge-error.ts";
import { FormDialog } from "../../../../ui/dialog/form-dialog.tsx";
import { CreateAnother } from "../../../../ui/field/create-another.tsx";
import { InlineAlert } from "../../../../ui/state/inline-alert.tsx";
import { copyText } from "../../../../ui/toast/copy-text.ts";
import { notify } from "../../../../ui/toast/toast.tsx";
import { useRoles } from "../../roles/api.ts";
import { createUser, useRefreshAdministration } from "../api.ts";
import { userFieldOf } from "../user-refusals.ts";
import { EmployeeFields } from "./employee-fields.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import type { UserDialogProps } from "./user-dialog.ts";

/** Form for a new account, which can sign in immediately. Specification, sections 5, 6 and 8 (admin). */
export function CreateEmployeeDialog({ open, onClose }: UserDialogProps) {
  const refresh = useRefreshAdministration();
  const usual = useUsualRoles();
  const [isMore, setMore] = useState(false);
  const form = useForm({
    values: { name: "", email: "", password: "", roleIds: noIds, departmentIds: noIds },
    schema: newEmployeeSchema,
    send: async (given) => {
      // Also after a failure, because a role or a department may have been deleted.
      const user = await createUser(given).finally(() => void refresh());
      notify.success(`${user.name} can sign in now`, {
        // The password is shown nowhere else.
        timeoutMs: 30_000,
        action: {
          label: "Copy sign-in details",
          onClick: () =>
            copyText(
              `${location.origin}/login\nEmail: ${user.email}\nPassword: ${given.password}`,
              "Sign-in details copied",
            ),
        },
      });
      if (isMore) startNext();
      else onClose();
    },
    fieldOf: userFieldOf,
  });
  /** Empties the form for the next person, who often has the same roles and departments. */
  function startNext() {
    const { roleIds, departmentIds } = form.getValues();
    form.reset({ name: "", email: "", password: "", roleIds, departmentIds });
    requestAnimationFrame(() => form.focus("name"));
  }
  // They may come after the dialog, and then after the person has chosen.
  const chooseUsual = useEffectEvent((ids: string) => {
    if (ids !== "" && form.getValues("roleIds").length === 0) form.fill("roleIds", ids.split(","));
  });
  useEffect(() => chooseUsual(usual), [usual]);

  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title="Create Employee"
      description="They can sign in immediately with this email and password, and then choose their own password."
      verb="Create Employee"
      aside={<CreateAnother isOn={isMore} onChange={setMore} />}
      alert={form.refusal && <InlineAlert tone="error">{failureText(form.refusal)}</InlineAlert>}
    >
      <EmployeeFields
        form={form}
        notes={{
          roleIds:
            form.watch("roleIds").length === 0 ? "If you choose none, they get the role user." : undefined,
        }}
        password={<NewPasswordField form={form} label="Password" placeholder="Set a first password" />}
      />
    </FormDialog>
  );
}

const noIds: readonly string[] = [];

/** Returns the text of a failure: a refusal that the form can fix, or one about the account as a whole. */
function failureText({ error, text }: { error: unknown; text: string }): string {
  if (isRefusal(error)) return `Failed to create user: ${text}`;
  return `Failed to create user account: ${text}`;
}

/** Returns the default roles of a new employee, as comma-separated IDs. */
function useUsualRoles(): string {
  const roles = useRoles().data ?? [];
  return roles
    .filter(({ name, canAssign }) => name === "user" && canAssign)
    .map(({ id }) => id)
    .join(",");
}
