import { secondFactorCodeSchema } from "@atoll/contract/identity/schemas";
import { type FormEvent, useId } from "react";
import { useViewer } from "../../lib/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { removeSecondFactor } from "./api.ts";
import { useFormSending } from "./use-form-sending.ts";

const names = ["currentPassword", "code"] as const;

/** Asks for the password and a code before the authenticator app is removed. */
export function RemoveSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const viewer = useViewer();
  const formId = useId();
  const { form, errors, failure, isSending, mark, clearError, send } = useFormSending({
    names,
    fallback: "Failed to remove the authenticator app",
    fieldOf: { second_factor_wrong: "code" },
  });
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const data = new FormData(event.currentTarget);
    const currentPassword = String(data.get("currentPassword") ?? "");
    const code = secondFactorCodeSchema.safeParse(String(data.get("code") ?? ""));
    if ((viewer.hasPassword && currentPassword === "") || !code.success) {
      return mark({
        ...(viewer.hasPassword && currentPassword === ""
          ? { currentPassword: "Current password is required" }
          : {}),
        ...(code.success ? {} : { code: code.error.issues[0]?.message }),
      });
    }
    if (!(await send(() => removeSecondFactor(viewer, { currentPassword, code: code.data })))) return;
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
        <TextField
          autoCapitalize="none"
          autoComplete="one-time-code"
          autoCorrect="off"
          error={errors.code}
          help="From the app, or one of your recovery codes."
          label="Code"
          maxLength={20}
          name="code"
          onChange={() => clearError("code")}
          spellCheck={false}
        />
      </form>
    </Dialog>
  );
}
