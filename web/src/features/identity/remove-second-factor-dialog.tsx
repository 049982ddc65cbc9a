import { type FormEvent, useId } from "react";
import { useViewer } from "../../lib/use-session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { InlineAlert } from "../../ui/inline-alert.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { notify } from "../../ui/toast.tsx";
import { removeSecondFactor } from "./api.ts";
import { useFormSending } from "./use-form-sending.ts";

const names = ["currentPassword"] as const;

/** Asks for the password before the authenticator app is removed. */
export function RemoveSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const viewer = useViewer();
  const formId = useId();
  const { form, errors, failure, isSending, mark, clearError, send } = useFormSending({
    names,
    fallback: "Failed to remove the authenticator app",
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const currentPassword = String(new FormData(event.currentTarget).get("currentPassword") ?? "");
    if (viewer.hasPassword && currentPassword === "") {
      return mark({ currentPassword: "Current password is required" });
    }
    if (!(await send(() => removeSecondFactor(viewer, currentPassword)))) return;
    notify.success("The authenticator app is removed");
    onClose();
  };
  return (
    <Dialog
      description="Your password alone will let you in from then on, and your recovery codes stop working."
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button form={formId} loading={isSending} type="submit" variant="danger">
            Remove
          </Button>
        </>
      }
      onOpenChange={(open) => !open && onClose()}
      open
      title="Remove the authenticator app?"
      width={420}
    >
      <form className="flex flex-col gap-4" id={formId} noValidate onSubmit={submit} ref={form}>
        {failure && <InlineAlert tone="error">{failure}</InlineAlert>}
        {viewer.hasPassword && (
          <PasswordField
            error={errors.currentPassword}
            label="Current password"
            name="currentPassword"
            onChange={() => clearError("currentPassword")}
          />
        )}
      </form>
    </Dialog>
  );
}
