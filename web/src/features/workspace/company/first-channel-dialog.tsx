import { channelNameSchema, channelTopicSchema } from "@atoll/contract/chat/schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { z } from "zod";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { useForm } from "../../../lib/form/use-form.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { useSetUpChanges } from "./api.ts";

const firstChannelSchema = z.object({ name: channelNameSchema, topic: channelTopicSchema });

/** So many are added at once; the others find it. */
const mostPeople = 100;

/** A channel that everybody finds and may join, with people who are in it from the start. */
export function FirstChannelDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const router = useRouter();
  const { createChannel } = useSetUpChanges();
  const [people, setPeople] = useState<Person[]>([]);
  const form = useForm({
    values: { name: "", topic: "" },
    schema: firstChannelSchema,
    send: async (channel) => {
      const { id } = await createChannel({ ...channel, memberIds: people.map((person) => person.id) });
      notify.success(`Channel ${channel.name} created`, {
        action: { label: "Open", onClick: () => void router.navigate({ href: `/chat/channel/${id}` }) },
      });
      onClose();
    },
    fallback: "Failed to create channel",
  });
  return (
    <Dialog
      description="Everybody in the company finds it and may join."
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button loading={form.isSending} type="submit" variant="primary">
            Create Channel
          </Button>
        </>
      }
      onOpenChange={onClose}
      onSubmit={form.submit}
      open={open}
      title="A first channel"
    >
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <TextField {...form.field("name")} autoComplete="off" label="Name" placeholder="projects" />
      <TextField
        {...form.field("topic")}
        autoComplete="off"
        label="Topic"
        placeholder="What is talked about"
      />
      <PeoplePicker label="People" max={mostPeople} onChange={setPeople} people={people} />
    </Dialog>
  );
}
