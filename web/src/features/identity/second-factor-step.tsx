import { errors } from "@atoll/contract/errors";
import { secondFactorCodeSchema } from "@atoll/contract/identity/schemas";
import { ArrowLeft } from "lucide-react";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../ui/button/button.tsx";
import { TextField } from "../../ui/field/text-field.tsx";

export interface SecondFactorStepProps {
  /** What the server says about the code. */
  error: string | undefined;
  isSending: boolean;
  onSubmit: (code: string) => void;
  /** The code is being changed: what was said about the one before no longer holds. */
  onEdit: () => void;
  onBack: () => void;
}

/** The second step of signing in: the code of the authenticator app, or one of the recovery codes. */
export function SecondFactorStep({ error, isSending, onSubmit, onEdit, onBack }: SecondFactorStepProps) {
  const [kind, setKind] = useState<keyof typeof fields>("app");
  const [ownError, setOwnError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const shownError = ownError ?? error;

  // Also when the server refused the code: the next thing to do is to enter another one.
  useLayoutEffect(() => {
    if (kind && !isSending) field.current?.focus();
  }, [kind, isSending]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const parsed = secondFactorCodeSchema.safeParse(field.current?.value ?? "");
    setOwnError(parsed.error?.issues[0]?.message);
    if (parsed.success) onSubmit(parsed.data);
    else field.current?.focus();
  };
  const forgetErrors = () => {
    setOwnError(undefined);
    onEdit();
  };
  const { text, other, otherLabel, ...shape } = fields[kind];

  return (
    <form className="flex flex-col gap-4" noValidate onSubmit={submit}>
      <p className="text-muted">{text}</p>
      <TextField
        {...shape}
        autoCapitalize="none"
        autoCorrect="off"
        error={shownError}
        key={kind}
        name="code"
        onChange={() => shownError && forgetErrors()}
        ref={field}
        size="lg"
        spellCheck={false}
      />
      <Button className="w-full" loading={isSending} size="lg" type="submit" variant="primary">
        Sign In
      </Button>
      <div className="flex items-center justify-between gap-2">
        <Button className="-ml-2.5" icon={ArrowLeft} onClick={onBack} size="sm" variant="ghost">
          Back
        </Button>
        <Button
          className="-mr-2.5"
          onClick={() => {
            forgetErrors();
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
    text: errors.second_factor_required.text,
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
