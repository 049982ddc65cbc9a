import { channelNameSchema, channelTopicSchema, maxGroupSize } from "@atoll/contract/chat/channel-schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, errorMessage } from "../../../lib/api-client.ts";
import { isNameTaken } from "../../../lib/judge-error.ts";
import { createChannel, openGroup } from "./api.ts";
import { useChannelCache } from "./use-channel-cache.ts";

/** A channel, or a direct chat of several people. */
export type GroupKind = "channel" | "direct";

interface Form {
  kind: GroupKind;
  name: string;
  type: "PUBLIC" | "PRIVATE";
  /** The department whose people are its members, now and later; null for people one chooses. */
  departmentId: string | null;
  topic: string;
  people: Person[];
}

/** Specification, section 5: the name is required, and 'general' stands there at first. */
const emptyForm: Form = {
  kind: "channel",
  name: "general",
  type: "PUBLIC",
  departmentId: null,
  topic: "",
  people: [],
};

export function useNewGroup(onMade: (channelId: string) => void) {
  const cache = useChannelCache();
  const [form, setForm] = useState(emptyForm);
  const [wasTried, setWasTried] = useState(false);
  const making = useMutation({
    mutationFn: () => make(form),
    onSuccess: ({ channel }) => {
      cache.take(channel);
      reset();
      onMade(channel.id);
    },
  });
  const mistakes = findMistakes(form);

  function reset() {
    setForm(emptyForm);
    setWasTried(false);
    making.reset();
  }
  return {
    form,
    /** The direct chat's own limit leaves the viewer a place. */
    maxPeople: form.kind === "direct" ? maxGroupSize - 1 : 500,
    errors: { ...(wasTried && mistakes), ...readRefusal(making.error) },
    isMaking: making.isPending,
    reset,
    change(next: Partial<Form>) {
      setForm({ ...form, ...next });
      if (making.error) making.reset();
    },
    submit() {
      setWasTried(true);
      if (Object.keys(mistakes).length === 0 && !making.isPending) making.mutate();
    },
  };
}

interface Mistakes {
  name?: string;
  topic?: string;
  people?: string;
  all?: string;
}

function findMistakes({ kind, name, topic, people }: Form): Mistakes {
  if (kind === "direct") return people.length < 2 ? { people: "Choose at least two people" } : {};
  const badName = channelNameSchema.safeParse(name).error?.issues[0]?.message;
  const badTopic = channelTopicSchema.safeParse(topic).error?.issues[0]?.message;
  return { ...(badName && { name: badName }), ...(badTopic && { topic: badTopic }) };
}

function readRefusal(error: Error | null): Mistakes {
  if (!error) return {};
  const text = errorMessage(error, "Failed to create channel");
  const isName =
    error instanceof ApiError && (isNameTaken(error) || error.fields.some(({ path }) => path === "name"));
  return isName ? { name: error.fields[0]?.message ?? text } : { all: text };
}

function make({ kind, name, type, departmentId, topic, people }: Form) {
  const memberIds = people.map(({ id }) => id);
  if (kind === "direct") return openGroup(memberIds);
  if (departmentId === null) return createChannel({ name, type, topic, memberIds });
  return createChannel({ name, type: "PRIVATE", topic, departmentId, followsDepartment: true });
}
