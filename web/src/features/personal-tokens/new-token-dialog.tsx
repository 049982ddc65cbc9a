import { type TokenScope, tokenAreaNames, tokenAreas } from "@atoll/contract/personal-tokens/areas";
import { newTokenSchema } from "@atoll/contract/personal-tokens/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { SecretDialogProps } from "../../capabilities/secrets/renew-secret-dialog.tsx";
import { useChoice } from "../../lib/form/use-choice.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { Checkbox } from "../../ui/field/checkbox.tsx";
import { FieldNote } from "../../ui/field/field.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { Select } from "../../ui/field/select.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { createBotToken, createToken, tokenKeys } from "./api.ts";

const ends = [
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
] as const;
const endless = { value: "never", label: "Never" } as const;

interface NewTokenDialogProps extends SecretDialogProps {
  /** The bot of the viewer that it is for; left out, the viewer. */
  botId?: string | undefined;
  mayBeEndless: boolean;
}

/** Makes a token for chosen areas. */
export function NewTokenDialog({ botId, mayBeEndless, onClose, onSecret }: NewTokenDialogProps) {
  const queryClient = useQueryClient();
  const { hasPassword } = useViewer();
  // The same for every attempt, so that a lost answer makes no second token.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    values: { name: "", end: "30", scopes: noScopes, currentPassword: "" },
    schema: newTokenSchema.pick({ name: true, scopes: true }),
    send: async (given) => {
      const end = form.getValues("end");
      const body = {
        ...{ id, ...given, days: end === endless.value ? null : Number(end) },
        ...(hasPassword && { currentPassword: form.getValues("currentPassword") }),
      };
      const { token } = await (botId === undefined ? createToken(body) : createBotToken(botId, body));
      onSecret({ name: given.name, secret: token });
      onClose();
      await queryClient.invalidateQueries({ queryKey: [tokenKeys.own[0]] });
    },
    fallback: "Failed to create the token",
  });
  const { value: end, onValueChange: chooseEnd } = useChoice(form, "end");
  const scopes = useChoice(form, "scopes");
  return (
    <FormDialog
      description={
        botId === undefined
          ? "It never does more than you can do yourself, and it cannot manage your account."
          : "With it a program acts as the bot, in the areas that you choose."
      }
      form={form}
      onClose={onClose}
      title="New access token"
      verb="Create token"
      width={560}
    >
      <TextField
        {...form.field("name")}
        autoComplete="off"
        help="What uses it, such as “Backup on the build server”."
        label="Name"
      />
      <Select
        label="Ends"
        onValueChange={chooseEnd}
        options={mayBeEndless ? [...ends, endless] : ends}
        value={end}
      />
      <ScopeChoice {...scopes} />
      {hasPassword && <PasswordField {...form.field("currentPassword")} label="Current password" />}
    </FormDialog>
  );
}

const noScopes: readonly TokenScope[] = [];

interface ScopeChoiceProps {
  value: readonly TokenScope[];
  onValueChange: (scopes: readonly TokenScope[]) => void;
  error: string | undefined;
  ref: (element: HTMLElement | null) => void;
}

/** The areas of a token, each to be read or written. Writing includes reading. */
function ScopeChoice({ value, onValueChange, error, ref }: ScopeChoiceProps) {
  const noteId = useId();
  const toggle = (scope: TokenScope, isOn: boolean) =>
    onValueChange(isOn ? [...value, scope] : value.filter((one) => one !== scope));
  return (
    <fieldset aria-describedby={error ? noteId : undefined} className="min-w-0" ref={ref} tabIndex={-1}>
      <legend className="mb-1.5 font-semibold text-text text-xs">Areas</legend>
      {error && <FieldNote id={noteId} isError note={error} />}
      <ul className="mt-1.5 rounded-md border">
        {tokenAreaNames.map((area) => {
          const { name, text, ...rest } = tokenAreas[area];
          const [read, write] = [`${area}:read`, `${area}:write`] as const;
          const writes = value.includes(write);
          return (
            <li
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-3 py-2 last:border-b-0"
              key={area}
            >
              <div className="min-w-0 flex-1 basis-52">
                <p className="font-medium text-sm">{name}</p>
                <p className="text-faint text-xs">{text}</p>
              </div>
              <span className="flex w-40 gap-4">
                <Checkbox
                  aria-label={`Read ${name}`}
                  checked={writes || value.includes(read)}
                  disabled={writes}
                  label="Read"
                  onChange={(event) => toggle(read, event.target.checked)}
                />
                {!("isReadOnly" in rest) && (
                  <Checkbox
                    aria-label={`Write ${name}`}
                    checked={writes}
                    label="Write"
                    onChange={(event) => toggle(write, event.target.checked)}
                  />
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
