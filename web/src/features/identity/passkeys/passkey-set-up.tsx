import { passkeyNameMaxLength } from "@atoll/contract/identity/passkey-schemas";
import { KeyRound } from "lucide-react";
import { useForm } from "../../../lib/form/use-form.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { PasswordField } from "../../../ui/field/password-field.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { useAddPasskeyForm } from "./add-passkey-form.ts";
import { continueWithPasskey } from "./sign-in-with-passkey.ts";

interface PasskeySetUpProps {
  /** Whether this browser can use passkeys on this page. */
  isHere: boolean;
  /** To the authenticator app, where that is enough. */
  onOtherWay: (() => void) | undefined;
}

/** Asks a person who needs a passkey to use theirs, or to add the first. */
export function PasskeySetUp({ isHere, onOtherWay }: PasskeySetUpProps) {
  const viewer = useViewer();
  const use = useForm({ values: {}, send: continueWithPasskey, fallback: "Login failed" });
  // The page goes on by itself: the viewer has changed.
  const add = useAddPasskeyForm(viewer, () => undefined);
  const { hasPasskey } = viewer;
  const form = hasPasskey ? use : add;
  return (
    <section className="flex flex-col gap-4 rounded-xl border bg-surface-raised p-5 shadow-2 md:p-6">
      <h1 className="type-page outline-none">{hasPasskey ? "Use your passkey" : "Add a passkey"}</h1>
      <InlineAlert tone="info">{introOf({ isHere, hasPasskey: hasPasskey === true })}</InlineAlert>
      <form className="flex flex-col gap-4" noValidate onSubmit={form.submit}>
        {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
        {isHere && !hasPasskey && (
          <>
            {viewer.hasPassword && (
              <PasswordField {...add.field("currentPassword")} label="Current password" />
            )}
            <TextField
              {...add.field("name")}
              help="So that you recognise it in your settings."
              label="Name"
              maxLength={passkeyNameMaxLength}
            />
          </>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {onOtherWay && (
            <Button className="mr-auto -ml-2.5" onClick={onOtherWay} variant="ghost">
              Use an authenticator app instead
            </Button>
          )}
          {isHere && (
            <Button icon={KeyRound} loading={form.isSending} type="submit" variant="primary">
              {hasPasskey ? "Use a passkey" : "Continue"}
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}

function introOf({ isHere, hasPasskey }: { isHere: boolean; hasPasskey: boolean }): string {
  if (!isHere)
    return "Your account needs a passkey, and this browser cannot use one here. Sign in on a device that can.";
  return hasPasskey
    ? "Sign in with your passkey to continue: the password alone does not let you in."
    : "Your role requires a passkey: a fingerprint, a face or the PIN of your device. Add one to continue.";
}
