import { commandRoutes } from "@atoll/contract/commands/routes";
import { type Command, commandChangeSchema, newCommandSchema } from "@atoll/contract/commands/schemas";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import {
  RenewSecretDialog,
  type SecretDialogProps,
} from "../../capabilities/secrets/renew-secret-dialog.tsx";
import { useChoice } from "../../lib/form/use-choice.ts";
import { useEditForm } from "../../lib/form/use-edit-form.ts";
import { useForm } from "../../lib/form/use-form.ts";
import { call } from "../../lib/server/api-client.ts";
import { useViewer } from "../../lib/session/use-session.tsx";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { FormClashes } from "../../ui/state/form-clashes.tsx";

export const commandsKey = ["managed commands"] as const;

const { name, program, address } = newCommandSchema.shape;
const usage = newCommandSchema.shape.usage.unwrap();
const help = newCommandSchema.shape.help.unwrap();
const buttonAddress = newCommandSchema.shape.buttonAddress.unwrap();
const currentPassword = z.string();
const newSchema = z.object({ name, program, usage, help, address, buttonAddress, currentPassword });
const editSchema = newSchema.omit({ program: true });
const ofAddress = { autoComplete: "off", inputMode: "url", spellCheck: false } as const;

/** Registers a command of a program. */
export function NewCommandDialog({ onClose, onSecret }: SecretDialogProps) {
  const queryClient = useQueryClient();
  const { hasPassword } = useViewer();
  // The same for every attempt, so that a lost answer makes no second command.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    values: {
      name: "",
      program: "",
      usage: "",
      help: "",
      address: "",
      buttonAddress: "",
      currentPassword: "",
    },
    schema: newSchema,
    send: async ({ currentPassword, ...given }) => {
      const body = { id, ...given, ...(hasPassword && { currentPassword }) };
      const { command, secret, token } = await call(commandRoutes.createCommand, { body });
      onSecret({ name: command.name, secret, token });
      onClose();
      await queryClient.invalidateQueries({ queryKey: commandsKey });
    },
    fallback: "Failed to register the command",
  });
  return (
    <FormDialog
      isSecret
      description="Everyone who uses team chat can give it. The program learns what they type, their name and the channel."
      form={form}
      onClose={onClose}
      title="New command"
      verb="Register command"
      width={560}
    >
      <TextField
        {...form.field("name")}
        autoComplete="off"
        help="Without the slash, such as “deploy”."
        label="Command"
      />
      <TextField
        {...form.field("program")}
        autoComplete="off"
        help="The author of its messages."
        label="Program"
      />
      <TextField
        {...form.field("usage")}
        autoComplete="off"
        help="Such as “[staging | production]”."
        label="What is typed after it"
      />
      <TextField {...form.field("help")} autoComplete="off" label="What it does" />
      <TextField {...form.field("address")} {...ofAddress} label="Address" placeholder="https://" />
      <TextField
        {...form.field("buttonAddress")}
        {...ofAddress}
        help="Leave blank for the same address."
        label="Address for presses of buttons"
        placeholder="https://"
      />
      {hasPassword && <PasswordField {...form.field("currentPassword")} label="Current password" />}
    </FormDialog>
  );
}

/** Changes a command. */
export function EditCommandDialog({ command, onClose }: { command: Command; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { hasPassword } = useViewer();
  const refresh = () => queryClient.invalidateQueries({ queryKey: commandsKey });
  const form = useEditForm({
    stored: {
      values: {
        ...{ name: command.name, usage: command.usage, help: command.help },
        ...{ address: command.address, buttonAddress: command.buttonAddress, currentPassword: "" },
      },
      version: command.version,
    },
    schema: editSchema,
    async fetchNewest() {
      await refresh();
      return undefined;
    },
    async save(values, { version, pick }) {
      const body = commandChangeSchema.parse({ version, ...pick(values) });
      await call(commandRoutes.changeCommand, { params: { commandId: command.id }, body }).finally(
        () => void refresh(),
      );
      return undefined;
    },
    onDone: onClose,
    fallback: "Failed to save the command",
  });
  const addresses = [useChoice(form, "address").value, useChoice(form, "buttonAddress").value];
  const isElsewhere = addresses.some(
    (one, at) => one.trim() !== [command.address, command.buttonAddress][at],
  );
  return (
    <FormDialog
      form={form}
      isSecret
      onClose={onClose}
      title={`Edit /${command.name}`}
      verb="Save command"
      width={560}
    >
      <FormClashes
        form={form}
        labels={{
          ...{ name: "Command", usage: "What is typed after it", help: "What it does" },
          ...{ address: "Address", buttonAddress: "Address for presses of buttons" },
        }}
      />
      <TextField {...form.field("name")} autoComplete="off" label="Command" />
      <TextField {...form.field("usage")} autoComplete="off" label="What is typed after it" />
      <TextField {...form.field("help")} autoComplete="off" label="What it does" />
      <TextField {...form.field("address")} {...ofAddress} label="Address" />
      <TextField {...form.field("buttonAddress")} {...ofAddress} label="Address for presses of buttons" />
      {hasPassword && isElsewhere && (
        <PasswordField
          {...form.field("currentPassword")}
          help="For another address, to which everything goes from then on."
          label="Current password"
        />
      )}
    </FormDialog>
  );
}

/** Makes a new secret, and the viewer the owner. */
export function RenewCommandDialog({
  command: { id, name },
  ...dialog
}: SecretDialogProps & { command: Command }) {
  const queryClient = useQueryClient();
  return (
    <RenewSecretDialog
      description="The former secret signs nothing from now on. You become the person who answers for the command."
      onRenewed={() => queryClient.invalidateQueries({ queryKey: commandsKey })}
      renew={async (body) => {
        const params = { commandId: id };
        const { secret, token } = await call(commandRoutes.renewCommandSecret, { params, body });
        return { name, secret, token };
      }}
      title={`Make a new secret for /${name}?`}
      {...dialog}
    />
  );
}
