import { type Bot, botDescriptionLength, newBotSchema } from "@atoll/contract/bots/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { PeoplePicker } from "../../capabilities/people/people-picker.tsx";
import { useChoice } from "../../lib/form/use-choice.ts";
import { useEditForm } from "../../lib/form/use-edit-form.ts";
import { type Form, useForm } from "../../lib/form/use-form.ts";
import { hasCode } from "../../lib/request/judge-error.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { uuidv7 } from "../../lib/uuidv7.ts";
import { ConfirmDialog } from "../../ui/dialog/confirm-dialog.tsx";
import { FormDialog } from "../../ui/dialog/form-dialog.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { FormClashes } from "../../ui/state/form-clashes.tsx";
import { notify } from "../../ui/toast/toast.tsx";
import { botsKey, changeBot, createBot, deleteBot, handOverBot } from "./api.ts";

const textSchema = newBotSchema.pick({ name: true, description: true });
type BotTexts = { name: string; description: string };

/** Makes a bot that the viewer owns. */
export function NewBotDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  // The same for every attempt, so that a lost answer makes no second bot.
  const [id] = useState(() => uuidv7());
  const form = useForm({
    values: { name: "", description: "" },
    schema: textSchema,
    send: async (texts) => {
      await createBot({ id, ...texts });
      notify.success(`${texts.name} created`);
      onClose();
      await queryClient.invalidateQueries({ queryKey: botsKey });
    },
    fallback: "Failed to create the bot",
  });
  return (
    <FormDialog
      description="You own it. It may do at most what you may do, and reads only public channels and those that it is added to."
      form={form}
      onClose={onClose}
      title="New bot"
      verb="Create bot"
    >
      <BotFields form={form} />
    </FormDialog>
  );
}

/** Changes the name and description of a bot. */
export function EditBotDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: botsKey });
  const form = useEditForm({
    stored: { values: { name: bot.name, description: bot.description }, version: bot.version },
    schema: textSchema,
    async fetchNewest() {
      await refresh();
      return undefined;
    },
    async save(texts, { version, pick }) {
      await changeBot(bot.id, { version, ...pick(texts) }).finally(() => void refresh());
      return undefined;
    },
    onDone: onClose,
    fallback: "Failed to save the bot",
  });
  return (
    <FormDialog
      form={form}
      keptAs={`bot/${bot.id}`}
      onClose={onClose}
      title={`Edit ${bot.name}`}
      verb="Save bot"
    >
      <FormClashes form={form} labels={{ name: "Name", description: "Description" }} />
      <BotFields form={form} />
    </FormDialog>
  );
}

function BotFields({ form }: { form: Pick<Form<BotTexts>, "field"> }) {
  return (
    <>
      <TextField
        {...form.field("name")}
        autoComplete="off"
        help="What it writes carries this name and the mark “Bot”."
        label="Name"
      />
      <TextArea
        {...form.field("description")}
        help="What it does, for the people who meet it."
        label="Description"
        maxLength={botDescriptionLength}
      />
    </>
  );
}

const heirSchema = z.object({
  people: z.array(z.custom<Person>()).min(1, "Choose the new owner").max(1),
});

/** Gives a bot another owner. */
export function HandOverDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    values: { people: noPeople },
    schema: heirSchema,
    send: async ({ people: [heir] }) => {
      if (!heir) return;
      await handOverBot(bot.id, heir.id);
      notify.success(`${bot.name} belongs to ${heir.name} now`);
      onClose();
      await queryClient.invalidateQueries({ queryKey: botsKey });
    },
    fallback: "Failed to hand over the bot",
  });
  const { value, onValueChange, ...field } = useChoice(form, "people");
  return (
    <FormDialog
      description="Its access tokens end, and it leaves the private channels that the new owner is not in."
      form={form}
      onClose={onClose}
      title={`Hand over ${bot.name}?`}
      verb="Hand over"
    >
      <PeoplePicker
        {...field}
        floats
        label="New owner"
        max={1}
        onChange={onValueChange}
        people={value}
        withSelf
      />
    </FormDialog>
  );
}

const noPeople: Person[] = [];

/** Asks before a bot is deleted. */
export function DeleteBotDialog({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteBot(bot.id),
    onSuccess: () => {
      notify.success(`${bot.name} deleted`);
      onClose();
    },
    // Someone else has deleted it, as intended. The list shows it.
    onError: (failure) => hasCode(failure, "bot_not_found") && onClose(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: botsKey }),
  });
  return (
    <ConfirmDialog
      error={error ? errorMessage(error, "Failed to delete the bot") : undefined}
      loading={isPending}
      onClose={onClose}
      onConfirm={() => mutate()}
      open
      title={`Delete ${bot.name}?`}
      verb="Delete"
    >
      Its access tokens stop working at once, and it leaves all channels. What it has written stays under its
      name.
    </ConfirmDialog>
  );
}
