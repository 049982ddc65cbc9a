import { newPasswordSchema } from "@atoll/contract/identity/passwords";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { errorMessage } from "../../../lib/api-client.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { setUserPassword, useRefreshAdministration } from "./api.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import type { AboutUserDialogProps } from "./user-dialog.ts";
import { fieldErrorsOf } from "./user-field-errors.ts";

/** A new password for somebody who lost theirs. */
export function SetPasswordDialog({ user, open, onClose }: AboutUserDialogProps) {
  const refresh = useRefreshAdministration();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const change = useMutation({
    mutationFn: (password: string) => setUserPassword(user.id, password),
    onSuccess: () => {
      notify.success(`${user.name} has a new password`);
      onClose();
    },
    onError: (failure) => refuse(fieldErrorsOf(failure).password),
    onSettled: refresh,
  });

  function refuse(message: string | undefined) {
    setError(message);
    if (message) field.current?.focus();
  }
  function submit() {
    if (change.isPending) return;
    const parsed = newPasswordSchema.safeParse(field.current?.value ?? "");
    if (!parsed.success) return refuse(parsed.error.issues[0]?.message);
    setError(undefined);
    change.mutate(parsed.data);
  }
  return (
    <Dialog
      description={`${user.name} is signed out everywhere at once, is told that it was you, and chooses a password of their own after signing in with this one. Hand it over in a way that only they can read.`}
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button loading={change.isPending} type="submit" variant="primary">
            Set password
          </Button>
        </>
      }
      onOpenChange={onClose}
      onSubmit={submit}
      open={open}
      title={`Set a new password for ${user.name}`}
    >
      {change.isError && (
        <InlineAlert tone="error">Failed to update user: {errorMessage(change.error)}</InlineAlert>
      )}
      <NewPasswordField label="New password" error={error} field={field} onEdit={() => setError(undefined)} />
    </Dialog>
  );
}
