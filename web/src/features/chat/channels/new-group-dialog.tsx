import { channelNameSchema, channelTopicSchema, maxGroupSize } from "@atoll/contract/chat/channel-schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { z } from "zod";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { RadioGroup } from "../../../ui/field/radio.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Segmented } from "../../../ui/layout/segmented.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { useChat } from "../session/chat-provider.tsx";
import { createChannel, openGroup } from "./api.ts";
import { useChannelCache } from "./use-channel-cache.ts";

const peopleSchema = z.array(z.custom<Person>());

const groupSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("channel"),
    name: channelNameSchema,
    topic: channelTopicSchema,
    audience: z.string(),
    people: peopleSchema,
  }),
  z.object({ kind: z.literal("direct"), people: peopleSchema.min(2, "Choose at least two people") }),
]);

/** A channel, or a direct chat of several people. */
type GroupKind = z.infer<typeof groupSchema>["kind"];

interface Values {
  kind: GroupKind;
  name: string;
  topic: string;
  /** The department whose people are its members, or the other people to add. */
  audience: string;
  people: Person[];
}

/** Specification, section 5: the name is required, and starts as 'general'. */
const emptyForm: Values = { kind: "channel", name: "general", topic: "", audience: "PUBLIC", people: [] };

/**
 * The maximum number of people: in a direct chat, which needs a place for the viewer, and added to a new channel at
 * once.
 */
const maxPeople: Record<GroupKind, number> = { direct: maxGroupSize - 1, channel: 500 };

function isDepartment(audience: string): boolean {
  return audience !== "PUBLIC" && audience !== "PRIVATE";
}

function useNewGroup(onMade: (channelId: string) => void) {
  const cache = useChannelCache();
  const form = useForm({
    values: emptyForm,
    schema: groupSchema,
    send: async (group) => {
      const { channel } = await make(group);
      cache.take(channel);
      form.reset();
      onMade(channel.id);
    },
    fallback: "Failed to create channel",
  });
  return form;
}

function make(group: z.infer<typeof groupSchema>) {
  const memberIds = group.people.map(({ id }) => id);
  if (group.kind === "direct") return openGroup(memberIds);
  const { name, topic, audience } = group;
  return audience === "PUBLIC" || audience === "PRIVATE"
    ? createChannel({ name, type: audience, topic, memberIds })
    : createChannel({ name, type: "PRIVATE", topic, departmentId: audience, followsDepartment: true });
}

export interface NewGroupDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onOpen: (channelId: string) => void;
}

/** Makes a channel, or a direct chat of several people. Specification, section 2: New group. */
export function NewGroupDialog({ open, onOpenChange, onOpen }: NewGroupDialogProps) {
  const { viewer } = useChat();
  const form = useNewGroup(onOpen);
  const kind = useChoice(form, "kind");
  const audience = useChoice(form, "audience");
  const { onValueChange: setPeople, value: people, ...peopleField } = useChoice(form, "people");
  function close() {
    form.reset();
    onOpenChange(false);
  }
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={close}
      title="New group"
      verb={kind.value === "channel" ? "Create channel" : "Start chat"}
      alert={null}
    >
      <Segmented
        label="Kind of group"
        className="self-start"
        value={kind.value}
        options={[
          { value: "channel", label: "Channel" },
          { value: "direct", label: "Group chat" },
        ]}
        onValueChange={kind.onValueChange}
      />
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      {kind.value === "channel" && (
        <>
          <TextField {...form.field("name")} label="Name" />
          <RadioGroup
            label="Who is in it"
            value={audience.value}
            options={[
              { value: "PUBLIC", label: "Public", help: "Everyone in the company can find and join it." },
              { value: "PRIVATE", label: "Private", help: "Only people who are added can see it." },
              ...viewer.departments.map(({ id, name }) => ({
                value: id,
                label: `Everyone in ${name}`,
                help: "Its members follow the department and change with it.",
              })),
            ]}
            onValueChange={audience.onValueChange}
          />
          <TextField {...form.field("topic")} label="Topic" help="What it is about, in one line" />
        </>
      )}
      {(kind.value === "direct" || !isDepartment(audience.value)) && (
        <PeoplePicker
          {...peopleField}
          label="People"
          people={people}
          max={maxPeople[kind.value]}
          onChange={setPeople}
        />
      )}
    </FormDialog>
  );
}
