import { errorTexts } from "@atoll/contract/errors/error-texts";
import { ArrowLeft, KeyRound, Mail } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useForm } from "../../lib/form/use-form.ts";
import { takeEarlySubmit } from "../../lib/page/public-page.ts";
import { errorMessage } from "../../lib/request/api-error.ts";
import { hasCode, judge, maySoonPass } from "../../lib/request/judge-error.ts";
import { type Credentials, signIn } from "../../lib/session/session.ts";
import { Button } from "../../ui/button/button.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { InlineAlert } from "../../ui/state/inline-alert.tsx";
import { EmailField } from "./email-field.tsx";
import { SecondFactorStep } from "./second-factor/second-factor-step.tsx";
import { loadPasskeys, loadSignInSchemas } from "./sign-in-check.ts";

const unconfirmedNotice =
  "It looks like your email is not confirmed. Please check your inbox for the confirmation email and complete verification before logging in.";

/** Where the browser itself posts the form, while no script does. */
const loginPath = "/login";

export interface SignInFormProps {
  initialError: string | null;
  /** The way to a new password. Left out: an administrator helps. */
  forgotten?: ReactNode;
  /** Whether this browser can sign in with a passkey here. */
  hasPasskeys?: boolean;
  /** An alternative to signing in, below the first step. */
  otherWay?: ReactNode;
}

/**
 * Email and password, and the code of the second factor when the server asks for one. `initialError` is why an
 * earlier session ended, or a sign-on failed. Specification, sections 2, 4, 5 and 8.
 */
export function SignInForm({ initialError, forgotten, hasPasskeys = false, otherWay }: SignInFormProps) {
  const [step, setStep] = useState<"credentials" | "code" | "passkey">("credentials");
  const [failure, setFailure] = useState(initialError);
  const [isNoticeDismissed, setIsNoticeDismissed] = useState(false);
  // Nowhere but here, and only until the code has come: not in a state that tools show, and not in the storage.
  const held = useRef<Credentials>(null);
  const [email, setEmail] = useState("");

  useEffect(() => {
    // Submitting the form retries, and reports a failure.
    loadSignInSchemas().catch(() => undefined);
  }, []);

  const send = async (credentials: Credentials) => {
    setFailure(null);
    setIsNoticeDismissed(false);
    try {
      // On success, the router's guard redirects, and this form is removed.
      await signIn(credentials);
      held.current = null;
    } catch (error) {
      refuse(error, credentials);
    }
  };
  const refuse = (error: unknown, credentials: Credentials) => {
    if (hasCode(error, "second_factor_required")) {
      held.current = credentials;
      setEmail(credentials.email);
      setStep("code");
    } else if (hasCode(error, "passkey_required")) {
      setEmail(credentials.email);
      setStep("passkey");
    } else if (hasCode(error, "second_factor_wrong", "second_factor_used")) throw error;
    else {
      setFailure(errorMessage(error, "Login failed"));
      // In other cases, the same code or another may still be accepted.
      if (!maySoonPass(error) && judge(error) !== "too-often") goBack();
    }
  };
  const signInByPasskey = async () => {
    setFailure(null);
    try {
      const { signInWithPasskey } = await loadPasskeys();
      await signInWithPasskey();
      held.current = null;
    } catch (error) {
      setFailure(errorMessage(error, "Login failed"));
    }
  };
  const goBack = () => {
    held.current = null;
    setStep("credentials");
  };

  return (
    <div className="flex flex-col gap-4">
      {failure && <InlineAlert tone="error">{failure}</InlineAlert>}
      {failure?.toLowerCase().includes("confirm") && !isNoticeDismissed && (
        <InlineAlert icon={Mail} tone="notice">
          {unconfirmedNotice}
          <button
            className="mt-1 block rounded-xs font-medium text-primary-text hover:underline max-md:py-1.5"
            onClick={() => setIsNoticeDismissed(true)}
            type="button"
          >
            Dismiss
          </button>
        </InlineAlert>
      )}
      {step === "passkey" && (
        <PasskeyStep
          hasPasskeys={hasPasskeys}
          onBack={() => {
            setFailure(null);
            goBack();
          }}
          onUse={signInByPasskey}
        />
      )}
      {step === "credentials" && (
        <>
          <CredentialsStep email={email} onSubmit={send} />
          <p className="text-center text-muted text-xs">
            {forgotten || "Forgot your password? Ask an administrator of your workspace to set a new one."}
          </p>
          {hasPasskeys && <PasskeyButton onUse={signInByPasskey}>Use a passkey</PasskeyButton>}
          {otherWay}
        </>
      )}
      {step === "code" && (
        <SecondFactorStep
          otherWay={hasPasskeys && <PasskeyButton onUse={signInByPasskey}>Use a passkey</PasskeyButton>}
          onBack={() => {
            setFailure(null);
            goBack();
          }}
          onSubmit={async (secondFactorCode) => {
            if (held.current) await send({ ...held.current, secondFactorCode });
          }}
        />
      )}
    </div>
  );
}

interface CredentialsStepProps {
  /** The initial value of the email field, set for a person who has come back from the second step. */
  email: string;
  /** Its errors are shown here. */
  onSubmit: (credentials: { email: string; password: string }) => Promise<void>;
}

/** The first step of signing in. Specification, section 5. */
function CredentialsStep({ email, onSubmit }: CredentialsStepProps) {
  const form = useForm({
    values: { email, password: "" },
    schema: async () => (await loadSignInSchemas()).credentialsSchema,
    send: onSubmit,
  });
  const start = useEffectEvent(() => {
    // Someone who types already goes on.
    if (document.activeElement instanceof HTMLInputElement) return;
    if (email) form.focus("password");
    // A phone's keyboard would cover the page before the person has read it.
    else if (matchMedia("(hover: hover)").matches) form.focus("email");
  });
  useLayoutEffect(() => start(), []);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takeEarlySubmit()) element.current?.requestSubmit();
  }, []);

  return (
    <form
      action={loginPath}
      className="flex flex-col gap-4"
      method="post"
      noValidate
      onSubmit={form.submit}
      ref={element}
    >
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <EmailField {...form.field("email")} />
      <PasswordField {...form.field("password")} label="Password" size="lg" />
      <Button className="w-full" loading={form.isSending} size="lg" type="submit" variant="primary">
        Sign In
      </Button>
    </form>
  );
}

interface PasskeyButtonProps {
  onUse: () => Promise<void>;
  children: ReactNode;
}

/** Has the device sign in, which takes as long as its person does. */
function PasskeyButton({ onUse, children }: PasskeyButtonProps) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Button
      className="w-full"
      icon={KeyRound}
      loading={isBusy}
      onClick={async () => {
        setIsBusy(true);
        await onUse();
        setIsBusy(false);
      }}
      size="lg"
    >
      {children}
    </Button>
  );
}

/** The second step for an account that only a passkey opens. */
function PasskeyStep({
  hasPasskeys,
  onUse,
  onBack,
}: {
  hasPasskeys: boolean;
  onUse: () => Promise<void>;
  onBack: () => void;
}) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        {hasPasskeys
          ? errorTexts.passkey_required
          : "Your account needs a passkey, and this browser cannot use one here. Sign in on a device that can, or ask an administrator."}
      </p>
      {hasPasskeys && <PasskeyButton onUse={onUse}>Use a passkey</PasskeyButton>}
      <Button className="-ml-2.5 self-start" icon={ArrowLeft} onClick={onBack} size="sm" variant="ghost">
        Back
      </Button>
    </div>
  );
}
