import { secondFactorCodeSchema } from "@atoll/contract/identity/schemas";
import { useId } from "react";
import { z } from "zod";
import { useForm } from "../../../lib/form/use-form.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { PasswordField } from "../../../ui/field/password-field.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { removeSecondFactor } from "../api.ts";

/** Asks for the password and a code before the authenticator app is removed. */
export function RemoveSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const viewer = useViewer();
  const formId = useId();
  const form = useForm({
    values: { currentPassword: "", code: "" },
    schema: viewer.hasPassword ? proofSchema : codeSchema,
    send: async ({ currentPassword, code }) => {
      await removeSecondFactor(viewer, { currentPassword, code });
      notify.success("The authenticator app is removed");
      onClose();
    },
    fieldOf: { second_factor_wrong: "code", second_factor_used: "code" },
    fallback: "Failed to remove the authenticator app",
  });
  return (
    <Dialog
      description="Your password alone will let you in from then on, and your recovery codes stop working."
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button form={formId} loading={form.isSending} type="submit" variant="danger">
            Remove
          </Button>
        </>
      }
      onOpenChange={(open) => !open && onClose()}
      open
      title="Remove the authenticator app?"
      width={420}
    >
      <form className="flex flex-col gap-4" id={formId} noValidate onSubmit={form.submit}>
        {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
        {viewer.hasPassword && <PasswordField {...form.field("currentPassword")} label="Current password" />}
        <TextField
          {...form.field("code")}
          autoCapitalize="none"
          autoComplete="one-time-code"
          autoCorrect="off"
          help="From the app, or one of your recovery codes."
          label="Code"
          maxLength={20}
          spellCheck={false}
        />
      </form>
    </Dialog>
  );
}

// People who use single sign-on have no password to enter.
const codeSchema = z.object({ currentPassword: z.string(), code: secondFactorCodeSchema });
const proofSchema = codeSchema.extend({
  currentPassword: z.string().min(1, "Current password is required"),
});
