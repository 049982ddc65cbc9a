import { errorTexts } from "@atoll/contract/errors/error-texts";
import { secondFactorCodeSchema } from "@atoll/contract/identity/schemas";
import { ShieldCheck, Smartphone, TicketCheck } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { useForm } from "../../../lib/form/use-form.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { PasswordField } from "../../../ui/field/password-field.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { SettingCard, SettingRow } from "../../../ui/layout/setting-card.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { removeSecondFactor } from "../api.ts";
import { SecondFactorSetUp } from "./second-factor-set-up.tsx";

/** Asks for the password and a code before the authenticator app is removed. */
function RemoveSecondFactorDialog({ onClose }: { onClose: () => void }) {
  const viewer = useViewer();
  const form = useForm({
    values: { currentPassword: "", code: "" },
    schema: viewer.hasPassword ? proofSchema : codeSchema,
    send: async ({ currentPassword, code }) => {
      await removeSecondFactor(viewer, { currentPassword, code });
      notify.success("Authenticator app removed");
      onClose();
    },
    fieldOf: { second_factor_wrong: "code", second_factor_used: "code" },
    fallback: "Failed to remove the authenticator app",
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Remove the authenticator app?"
      description="Your password alone will let you in from then on, and your recovery codes stop working."
      width={420}
      verb="Remove"
      tone="danger"
    >
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
    </FormDialog>
  );
}

// People who use single sign-on have no password to enter.
const codeSchema = z.object({ currentPassword: z.string(), code: secondFactorCodeSchema });
const proofSchema = codeSchema.extend({
  currentPassword: z.string().min(1, "Current password is required"),
});

/** The authenticator app of the own account: on or off, and whether it may go. */
export function SecondFactorCard() {
  const { hasPassword, hasSecondFactor, needsSecondFactor } = useViewer();
  const [dialog, setDialog] = useState<"set up" | "remove">();
  const close = () => setDialog(undefined);
  return (
    <SettingCard
      end={
        hasSecondFactor ? (
          <Badge icon={ShieldCheck} tone="success">
            On
          </Badge>
        ) : (
          <Badge>Off</Badge>
        )
      }
      text="Asked for when you sign in with your password."
      title="Second factor"
    >
      {hasSecondFactor ? (
        <>
          <SettingRow
            end={
              !needsSecondFactor && (
                <Button onClick={() => setDialog("remove")} size="xs">
                  Remove
                </Button>
              )
            }
            icon={Smartphone}
            text={needsSecondFactor ? errorTexts.second_factor_needed : "Shows a new code every half minute."}
            title="Authenticator app"
          />
          <SettingRow
            icon={TicketCheck}
            text={`They were shown when the app was set up. For new ones, ${
              needsSecondFactor
                ? "ask an administrator to reset your second factor"
                : "remove the app and set it up again"
            }.`}
            title="Recovery codes"
          />
        </>
      ) : (
        <SettingRow
          end={
            hasPassword && (
              <Button onClick={() => setDialog("set up")} size="xs">
                Set up
              </Button>
            )
          }
          icon={Smartphone}
          text={
            hasPassword
              ? "Not set up. It protects your account even if someone learns your password."
              : "You sign in through your company, which asks for a second factor itself."
          }
          title="Authenticator app"
        />
      )}
      {dialog === "set up" && <SecondFactorDialog onClose={close} />}
      {dialog === "remove" && <RemoveSecondFactorDialog onClose={close} />}
    </SettingCard>
  );
}

/** The set-up in a dialog. It cannot be closed by accident while the recovery codes are shown. */
function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const [isHeld, setIsHeld] = useState(false);
  const tryToClose = () => {
    if (!isHeld) onClose();
    else notify.info("Keep your recovery codes first: they are not shown again.", { id: "recovery-codes" });
  };
  return (
    <SecondFactorSetUp
      frame={({ title, body, actions }) => (
        <Dialog footer={actions} onClose={tryToClose} title={title}>
          {body}
        </Dialog>
      )}
      onCancel={onClose}
      onDone={onClose}
      onHold={setIsHeld}
    />
  );
}
