import { useQueryClient } from "@tanstack/react-query";
import { Copy, Download } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { useForm } from "../../../lib/form/use-form.ts";
import { downloadText } from "../../../lib/request/download.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { PasswordField } from "../../../ui/field/password-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { confirmSecondFactor, identityKeys, startSecondFactor } from "../api.ts";
import { loadSignInSchemas } from "../sign-in-check.ts";
import { ScanCode } from "./scan-code.tsx";

export interface SecondFactorSetUpProps {
  /** Puts the parts of the current step into a dialog or a page. */
  frame: (parts: SetUpParts) => ReactNode;
  /** Reports whether the dialog must stay open, while the app is confirmed or recovery codes are shown. */
  onHold?: (isHeld: boolean) => void;
  /** Absent if the second factor is required. */
  onCancel?: () => void;
  onDone: () => void;
}

export interface SetUpParts {
  title: string;
  body: ReactNode;
  /** Buttons: Cancel, then the verb. */
  actions: ReactNode;
  /** True once the app is set up and only the recovery codes are left to save. */
  isSetUp: boolean;
}

type Step =
  | { name: "proof" }
  | { name: "scan"; secret: string; picture: string }
  | { name: "codes"; codes: readonly string[] };

const fallback = "Failed to set up the authenticator app";

/** Sets up an authenticator app: the password, the secret with its first code, and the recovery codes, once. */
export function SecondFactorSetUp({ frame, onHold, onCancel, onDone }: SecondFactorSetUpProps) {
  const viewer = useViewer();
  const queryClient = useQueryClient();
  const formId = useId();
  const [step, setStep] = useState<Step>({ name: "proof" });
  const proof = useForm({
    values: { currentPassword: "" },
    schema: async () => (await loadSignInSchemas()).proofSchema,
    send: async ({ currentPassword }) =>
      setStep({ name: "scan", ...(await startSecondFactor(currentPassword)) }),
    fallback,
  });
  const scan = useForm({
    values: { code: "", endOtherSessions: true },
    schema: async () => (await loadSignInSchemas()).scanSchema,
    send: async (given) => {
      // Before anything is sent: the news of a success may be quicker than its answer, and the codes come once.
      onHold?.(true);
      try {
        setStep({ name: "codes", codes: await confirmSecondFactor(viewer, given) });
      } catch (error) {
        onHold?.(false);
        throw error;
      }
    },
    fieldOf: { second_factor_wrong: "code" },
    fallback,
  });
  const end = useForm({
    values: {},
    send() {
      // The list of devices may be on the same page.
      void queryClient.invalidateQueries({ queryKey: identityKeys.sessions });
      onHold?.(false);
      onDone();
    },
  });
  const form = { proof, scan, codes: end }[step.name];

  return frame({
    title: titles[step.name],
    isSetUp: step.name === "codes",
    body: (
      <form className="flex flex-col gap-4" id={formId} noValidate onSubmit={form.submit}>
        {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
        {step.name === "proof" && (
          <>
            <p className="text-muted">
              An app on your phone, such as the one for your other accounts, will show the codes. First
              confirm that it is you.
            </p>
            <PasswordField {...proof.field("currentPassword")} label="Current password" />
          </>
        )}
        {step.name === "scan" && <ScanCode form={scan} picture={step.picture} secret={step.secret} />}
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
        <Button form={formId} loading={form.isSending} type="submit" variant="primary">
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

interface RecoveryCodesProps {
  codes: readonly string[];
  /** The account's email, for the file. */
  email: string;
}

/** The recovery codes, which are shown only once, with buttons to copy and download them. */
function RecoveryCodes({ codes, email }: RecoveryCodesProps) {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => list.current?.focus(), []);
  const shown = codes.map(inTwo);
  const copy = () => {
    navigator.clipboard.writeText(shown.join("\n")).then(
      () => notify.success("Recovery codes copied"),
      () => notify.error("The codes could not be copied. Please select and copy them yourself."),
    );
  };
  return (
    <>
      <InlineAlert tone="notice">
        These codes are not shown again. Each works once, when you do not have your phone.
      </InlineAlert>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-md bg-surface-sunken p-3 font-mono text-sm outline-none"
        ref={list}
        tabIndex={-1}
        translate="no"
      >
        {shown.map((code) => (
          <li className="text-center" key={code}>
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {/* Browsers offer the clipboard to secure pages only. */}
        {"clipboard" in navigator && (
          <Button icon={Copy} onClick={copy} size="sm">
            Copy
          </Button>
        )}
        <Button icon={Download} onClick={() => download(email, shown)} size="sm">
          Download
        </Button>
      </div>
    </>
  );
}

/** "abcde-fghij": easier to read and to type; the dash does not matter when the code is used. */
function inTwo(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)}-${code.slice(half)}`;
}

function download(email: string, codes: readonly string[]): void {
  const lines = [`Recovery codes of ${email} at ${location.host}`, "", ...codes, ""];
  downloadText("atoll-recovery-codes.txt", lines.join("\n"), "text/plain");
}
