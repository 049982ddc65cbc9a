import { secondFactorCodeSchema } from "@atoll/contract/identity/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useViewer } from "../../lib/use-session.tsx";
import { Button } from "../../ui/button/button.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { confirmSecondFactor, identityKeys, startSecondFactor } from "./api.ts";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { ScanCode } from "./scan-code.tsx";
import { useFormSending } from "./use-form-sending.ts";

export interface SecondFactorSetUpProps {
  /** Puts the parts of the current step into a dialog or a page. */
  frame: (parts: SetUpParts) => ReactNode;
  /** Whether the steps must stay where they are: the app is being confirmed, or the recovery codes are shown. */
  onHold?: (isHeld: boolean) => void;
  /** Absent where there is no way around it. */
  onCancel?: () => void;
  onDone: () => void;
}

export interface SetUpParts {
  title: string;
  body: ReactNode;
  /** Buttons: Cancel, then the verb. */
  actions: ReactNode;
  /** The app is set up; what is left is to keep the recovery codes. */
  isSetUp: boolean;
}

type Step =
  | { name: "proof" }
  | { name: "scan"; secret: string; picture: string }
  | { name: "codes"; codes: readonly string[] };

const names = ["currentPassword", "code"] as const;

/** Sets up an authenticator app: the password, the secret with its first code, and the recovery codes, once. */
export function SecondFactorSetUp({ frame, onHold, onCancel, onDone }: SecondFactorSetUpProps) {
  const viewer = useViewer();
  const queryClient = useQueryClient();
  const formId = useId();
  const [step, setStep] = useState<Step>({ name: "proof" });
  const { form, errors, failure, isSending, mark, clearError, send } = useFormSending({
    names,
    fallback: "Failed to set up the authenticator app",
    fieldOf: { second_factor_wrong: "code" },
  });

  const prove = async (currentPassword: string) => {
    if (currentPassword === "") return mark({ currentPassword: "Current password is required" });
    await send(async () => setStep({ name: "scan", ...(await startSecondFactor(currentPassword)) }));
  };
  const confirm = async (text: string, endOtherSessions: boolean) => {
    const parsed = secondFactorCodeSchema.safeParse(text);
    if (!parsed.success) return mark({ code: parsed.error.issues[0]?.message });
    // Before anything is sent: the news of a success may be quicker than its answer, and the codes come once.
    onHold?.(true);
    const isDone = await send(async () =>
      setStep({
        name: "codes",
        codes: await confirmSecondFactor(viewer, { code: parsed.data, endOtherSessions }),
      }),
    );
    if (!isDone) onHold?.(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React hands events on through the dialog to whatever form it was opened from.
    event.stopPropagation();
    const data = new FormData(event.currentTarget);
    if (step.name === "proof") void prove(String(data.get("currentPassword") ?? ""));
    else if (step.name === "scan") {
      void confirm(String(data.get("code") ?? ""), data.has("endOtherSessions"));
    } else {
      // The list of devices may be on the same page.
      void queryClient.invalidateQueries({ queryKey: identityKeys.sessions });
      onHold?.(false);
      onDone();
    }
  };

  return frame({
    title: titles[step.name],
    isSetUp: step.name === "codes",
    body: (
      <form className="flex flex-col gap-4" id={formId} noValidate onSubmit={submit} ref={form}>
        {failure && <InlineAlert tone="error">{failure}</InlineAlert>}
        {step.name === "proof" && (
          <>
            <p className="text-muted">
              An app on your phone, such as the one for your other accounts, will show the codes. First
              confirm that it is you.
            </p>
            <PasswordField
              error={errors.currentPassword}
              label="Current password"
              name="currentPassword"
              onChange={() => clearError("currentPassword")}
            />
          </>
        )}
        {step.name === "scan" && (
          <ScanCode
            error={errors.code}
            onEdit={() => clearError("code")}
            picture={step.picture}
            secret={step.secret}
          />
        )}
        {step.name === "codes" && <RecoveryCodes codes={step.codes} email={viewer.email} />}
      </form>
    ),
    actions: (
      <>
        {onCancel && step.name !== "codes" && (
          <Button onClick={onCancel} variant="ghost">
            Cancel
          </Button>
        )}
        <Button form={formId} loading={isSending} type="submit" variant="primary">
          {verbs[step.name]}
        </Button>
      </>
    ),
  });
}

const titles = {
  proof: "Set up an authenticator app",
  scan: "Add Atoll to your app",
  codes: "Keep your recovery codes",
} as const satisfies Record<Step["name"], string>;

const verbs = {
  proof: "Continue",
  scan: "Turn on",
  codes: "I have kept them",
} as const satisfies Record<Step["name"], string>;
