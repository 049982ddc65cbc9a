import { newPasswordSchema } from "@atoll/contract/identity/passwords";
import { z } from "zod";
import { useForm } from "../../../../lib/form/use-form.ts";
import { Button } from "../../../../ui/button/button.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
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
    <Dialog
      description={`${user.name} is signed out everywhere at once, loses the address by which other programs follow their calendar, is told that it was you, and chooses a password of their own after signing in with this one. Hand it over in a way that only they can read.`}
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button disabled={gone !== undefined} loading={form.isSending} type="submit" variant="primary">
            Set password
          </Button>
        </>
      }
      onOpenChange={onClose}
      onSubmit={form.submit}
      open={open}
      title={`Set a new password for ${user.name}`}
    >
      {gone && <InlineAlert tone="error">{gone}</InlineAlert>}
      {!gone && form.refusal && (
        <InlineAlert tone="error">Failed to update user: {form.refusal.text}</InlineAlert>
      )}
      <NewPasswordField
        field={form.field("password")}
        label="New password"
        onGenerate={(password) => {
          form.fill("password", password);
          form.focus("password", { selects: true });
        }}
      />
    </Dialog>
  );
}
