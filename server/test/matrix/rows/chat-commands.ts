import type { chatCommands } from "@atoll/contract/chat/events";
import { uuidv7 } from "uuidv7";
import { each, signedIn } from "../expectations.ts";
import type { CommandRow } from "../slice.ts";
import { direct, inside, type Things } from "./chat-things.ts";

/** A channel that is not one's own is none, also to who may not chat: nothing is known of it but its id. */
const members = signedIn("channel_not_found", { ...each(inside, "ok"), mustSetUp: "channel_not_found" });
const nobody = signedIn("channel_not_found", { mustSetUp: "channel_not_found" });
const malformed = signedIn("invalid_request", { mustSetUp: "invalid_request" });
const chatters = signedIn("ok", { mustSetUp: "forbidden", voiceless: "forbidden" });

/** The states of a channel, for every command that names one. */
function channelStates<Payload>(payload: (channelId: string) => Payload) {
  const of =
    (which: keyof Things) =>
    ({ things }: { things: Things }) =>
      payload(String(things[which]));
  return {
    member: { payload: of("sharedId"), expect: members },
    direct: {
      payload: of("directId"),
      expect: signedIn("channel_not_found", { ...each(direct, "ok"), mustSetUp: "channel_not_found" }),
    },
    // Public ones are read by their members, too.
    public: { payload: of("publicId"), expect: nobody },
    hidden: { payload: of("hiddenId"), expect: nobody },
    missing: { payload: () => payload(uuidv7()), expect: nobody },
    malformed: { payload: () => payload("general"), expect: malformed },
  };
}

/** The socket commands: who is typing, and how many are online. */
export const commandRows: { [Command in keyof typeof chatCommands]: CommandRow<Command, Things> } = {
  "typing.set": {
    ...channelStates((channelId) => ({ channelId, parentId: null, isTyping: true })),
    "no longer": {
      payload: ({ things }) => ({ channelId: things.sharedId, parentId: null, isTyping: false }),
      expect: members,
    },
  },
  "streams.resume": {
    // The response ignores numbers for channels the sender is not in.
    anybody: {
      payload: ({ things }) => {
        const { sharedId, directId, publicId, hiddenId } = things;
        const ids = [sharedId, directId, publicId, hiddenId, uuidv7()];
        return { positions: ids.map((id) => ({ channelId: String(id), head: 0, held: 0 })) };
      },
      expect: chatters,
    },
    malformed: { payload: () => ({ positions: [{ channelId: "general", head: 1 }] }), expect: malformed },
  },
  "presence.count": channelStates((channelId) => ({ channelId })),
};
