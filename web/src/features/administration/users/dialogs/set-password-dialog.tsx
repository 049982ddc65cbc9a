import { newPasswordSchema } from "@atoll/contract/identity/passwords";
import { z } from "zod";
import { useForm } from "../../../../lib/form/use-form.ts";
import { FormDialog } from "../../../../ui/dialog/form-dialog.tsx";
import { InlineAlert } from "../../../../ui/state/inline-alert.tsx";
import { notify } from "../../../../ui/toast/toast.tsx";
import { setUserPassword, useRefreshAdministration } from "../api.ts";
import { useGone } from "../use-gone.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import type { AboutUserDialogProps } from "./user-dialog.ts";

const passwordSettingSchema = z.object({ password: newPasswordSchema });

/** A new password for somebody who lost theirs. */
export function SetPasswordDialog({ user, open, onClose }: AboutUserDialogProps) {
  const refresh = useRefreshAdministration();
  const gone = useGone(user.id, open);
  const form = useForm({
    values: { password: "" },
    schema: passwordSettingSchema,
    send: async ({ password }) => {
      await setUserPassword(user.id, password).finally(() => void refresh());
      notify.success(`${user.name} has a new password`);
      onClose();
    },
    fieldOf: { password_too_common: "password" },
  });
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={onClose}
      title={`Set a new password for ${user.name}`}
      description={`${user.name} is signed out everywhere immediately, loses the address of their calendar for other programs, is told that it was you, and chooses their own password after signing in with this one. Hand it over in a way that only they can read.`}
      verb="Set password"
      isDisabled={gone !== undefined}
      alert={
        (gone ?? form.refusal) && (
          <InlineAlert tone="error">{gone ?? `Failed to update user: ${form.refusal?.text}`}</InlineAlert>
        )
      }
    >
      <NewPasswordField form={form} label="New password" />
    </FormDialog>
  );
}
