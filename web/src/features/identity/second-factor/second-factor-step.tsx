import { errorTexts } from "@atoll/contract/errors/error-texts";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useEffectEvent, useLayoutEffect, useState } from "react";
import { useForm } from "../../../lib/form/use-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { loadSignInSchemas } from "../sign-in-check.ts";

export interface SecondFactorStepProps {
  /** Its errors are shown here, a wrong code at its field. */
  onSubmit: (code: string) => Promise<void>;
  onBack: () => void;
  /** Another way than a code, below the button. */
  otherWay?: ReactNode;
}

/** The second step of signing in: the code of the authenticator app, or one of the recovery codes. */
export function SecondFactorStep({ onSubmit, onBack, otherWay }: SecondFactorStepProps) {
  const [kind, setKind] = useState<keyof typeof fields>("app");
  const form = useForm({
    values: { code: "" },
    schema: async () => (await loadSignInSchemas()).codeSchema,
    send: ({ code }) => onSubmit(code),
    fieldOf: { second_factor_wrong: "code", second_factor_used: "code" },
  });
  // Also when it failed otherwise than by the code: the next thing to do is to enter one.
  const focus = useEffectEvent(() => form.focus("code"));
  useLayoutEffect(() => {
    if (kind && !form.isSending) focus();
  }, [kind, form.isSending]);
  const { text, other, otherLabel, ...shape } = fields[kind];

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={form.submit}>
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <p className="text-muted">{text}</p>
      <TextField
        {...form.field("code")}
        {...shape}
        autoCapitalize="none"
        autoCorrect="off"
        key={kind}
        size="lg"
        spellCheck={false}
      />
      <Button className="w-full" loading={form.isSending} size="lg" type="submit" variant="primary">
        Sign In
      </Button>
      {otherWay}
      <div className="flex items-center justify-between gap-2">
        <Button className="-ml-2.5" icon={ArrowLeft} onClick={onBack} size="sm" variant="ghost">
          Back
        </Button>
        <Button
          className="-mr-2.5"
          onClick={() => {
            form.reset();
            setKind(other);
          }}
          size="sm"
          variant="ghost"
        >
          {otherLabel}
        </Button>
      </div>
    </form>
  );
}

const fields = {
  app: {
    text: errorTexts.second_factor_required,
    label: "Code",
    inputMode: "numeric",
    autoComplete: "one-time-code",
    maxLength: 20,
    other: "recovery",
    otherLabel: "Use a recovery code",
  },
  recovery: {
    text: "Enter one of the recovery codes that you kept. Each works once.",
    label: "Recovery code",
    inputMode: "text",
    autoComplete: "off",
    maxLength: 20,
    other: "app",
    otherLabel: "Use the authenticator app",
  },
} as const;
