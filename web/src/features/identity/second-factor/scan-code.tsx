import { useEffectEvent, useLayoutEffect } from "react";
import { useChoice } from "../../../lib/form/use-choice.ts";
import type { Form } from "../../../lib/form/use-form.ts";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";

export interface ScanCodeProps {
  /** The secret as a picture: a data URL. */
  picture: string;
  secret: string;
  form: Form<{ code: string; endOtherSessions: boolean }>;
}

/** The secret to scan or to type, and the first code that the app makes of it. */
export function ScanCode({ picture, secret, form }: ScanCodeProps) {
  const ends = useChoice(form, "endOtherSessions");
  const start = useEffectEvent(() => form.focus("code"));
  // Before the paint, so that a digit typed immediately is not lost.
  useLayoutEffect(() => start(), []);
  return (
    <>
      <p className="text-muted">
        Scan the picture with your authenticator app, or type the key into it. Then enter the code that it
        shows.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <img
          alt="QR code for your authenticator app"
          className="size-40 flex-none rounded-md border bg-[white] max-sm:mx-auto"
          src={picture}
        />
        <div className="min-w-0 flex-1 basis-40">
          <p className="font-semibold text-xs">Key to type</p>
          <p className="mt-1 max-w-[20ch] select-all font-mono text-sm" translate="no">
            {inGroups(secret)}
          </p>
        </div>
      </div>
      <TextField
        {...form.field("code")}
        autoComplete="one-time-code"
        autoCorrect="off"
        inputMode="numeric"
        label="Code"
        maxLength={20}
        spellCheck={false}
      />
      <Checkbox
        checked={ends.value}
        help="Anyone else who is signed in to your account will need a code too."
        label="Sign out on all other devices"
        onChange={(event) => ends.onValueChange(event.target.checked)}
      />
    </>
  );
}

/** Groups the secret in fours, for typing it into another device. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
