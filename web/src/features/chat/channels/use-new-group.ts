import { channelNameSchema, channelTopicSchema, maxGroupSize } from "@atoll/contract/chat/channel-schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { z } from "zod";
import { useForm } from "../../../lib/form/use-form.ts";
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
export type GroupKind = z.infer<typeof groupSchema>["kind"];

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
export const maxPeople: Record<GroupKind, number> = { direct: maxGroupSize - 1, channel: 500 };

export function isDepartment(audience: string): boolean {
  return audience !== "PUBLIC" && audience !== "PRIVATE";
}

export function useNewGroup(onMade: (channelId: string) => void) {
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
