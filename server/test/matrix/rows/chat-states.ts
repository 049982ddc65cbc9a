import { uuidv7 } from "uuidv7";
import { each, signedIn } from "../expectations.ts";
import { admins, direct, type Input, inside, ownedChannel, type Things } from "./chat-things.ts";

/** For who may chat; everybody else is told only that they may not. */
export const chatters = (rest: Parameters<typeof signedIn>[0], exceptions = {}) =>
  signedIn(rest, { voiceless: "forbidden", ...exceptions });

const insideOnly = chatters("channel_not_found", each(inside, "ok"));

/** The states of a channel, for every route that names one and is for its members. */
export function channelStates<Call>(call: (channelId: string, input: Input) => Call | Promise<Call>) {
  return {
    member: { request: (input: Input) => call(input.things.sharedId, input), expect: insideOnly },
    direct: {
      request: (input: Input) => call(input.things.directId, input),
      expect: chatters("channel_not_found", each(direct, "ok")),
    },
    archived: { request: (input: Input) => call(input.things.archivedId, input), expect: insideOnly },
    ...noChannel(call),
  };
}

/** Channels that are nobody's, or none. */
export function noChannel<Call>(call: (channelId: string, input: Input) => Call | Promise<Call>) {
  const nobody = chatters("channel_not_found");
  return {
    hidden: { request: (input: Input) => call(input.things.hiddenId, input), expect: nobody },
    missing: { request: (input: Input) => call(uuidv7(), input), expect: nobody },
    malformed: { request: (input: Input) => call("general", input), expect: signedIn("invalid_request") },
  };
}

/** The states of a channel for what its owners do, and administrators who are in it. */
export function managedStates<Call>(call: (channelId: string, input: Input) => Call | Promise<Call>) {
  return {
    "owned by the author": {
      request: async (input: Input) =>
        call(await input.spare("an owned channel", () => ownedChannel(input.world, [...inside])), input),
      expect: chatters("channel_not_found", { ...each(inside, "forbidden"), author: "ok" }),
    },
    "with administrators in it": {
      request: async (input: Input) =>
        call(
          await input.spare("a channel with administrators", () =>
            ownedChannel(input.world, ["author", "member", ...admins]),
          ),
          input,
        ),
      expect: chatters("channel_not_found", { ...each(admins, "ok"), author: "ok", member: "forbidden" }),
    },
    direct: {
      request: (input: Input) => call(input.things.directId, input),
      expect: chatters("channel_not_found", each(direct, "direct_channel")),
    },
    ...noChannel(call),
  };
}

/** The states of a message that matter to who only reads it. */
export function readableStates<Call>(call: (messageId: string, input: Input) => Call | Promise<Call>) {
  const of = (which: keyof Things["messages"]) => (input: Input) => call(input.things.messages[which], input);
  const readers = chatters("message_not_found", each(inside, "ok"));
  return {
    "in a channel of one's own": { request: of("root"), expect: readers },
    direct: { request: of("direct"), expect: chatters("message_not_found", each(direct, "ok")) },
    archived: { request: of("archived"), expect: readers },
    ...noMessage(call),
  };
}

/** Messages that are nobody's, gone, or none. */
export function noMessage<Call>(call: (messageId: string, input: Input) => Call | Promise<Call>) {
  const nobody = chatters("message_not_found");
  return {
    hidden: { request: (input: Input) => call(input.things.messages.hidden, input), expect: nobody },
    deleted: { request: (input: Input) => call(input.things.messages.deleted, input), expect: nobody },
    missing: { request: (input: Input) => call(uuidv7(), input), expect: nobody },
    malformed: { request: (input: Input) => call("last", input), expect: signedIn("invalid_request") },
  };
}
