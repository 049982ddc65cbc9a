import type { Message, Reaction } from "@atoll/contract/chat/schemas";
import { errorMessage, isRefusal } from "../../../lib/api-client.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { addReaction, removeReaction } from "./api.ts";

type Wanted = ReadonlyMap<string, boolean>;

const wanted = new Map<string, Wanted>();
const sending = new Map<string, Promise<void>>();
const listeners = new Set<() => void>();

/** Own reactions that the server has not confirmed yet: shown from the press on, and taken back when it refuses. */
export const ownReactions = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  of: (messageId: string): Wanted | undefined => wanted.get(messageId),
  /** Reacts, or takes it back. Presses that follow each other at once are told in their order. */
  toggle(message: Message, emoji: string, viewerId: string, take: (message: Message) => void): void {
    const shown = withOwn(message.reactions, wanted.get(message.id), viewerId);
    const isOn = !shown.some((one) => one.emoji === emoji && one.userIds.includes(viewerId));
    const key = `${message.id} ${emoji}`;
    want(message.id, emoji, isOn);
    const turn = (sending.get(key) ?? Promise.resolve()).then(() => send(message.id, emoji, isOn, take));
    sending.set(key, turn);
    void turn.finally(() => {
      // What was pressed meanwhile is still to be told.
      if (sending.get(key) !== turn) return;
      sending.delete(key);
      want(message.id, emoji, undefined);
    });
  },
};

/** Pure: reactions as they will be. */
export function withOwn(
  reactions: readonly Reaction[],
  own: Wanted | undefined,
  viewerId: string,
): readonly Reaction[] {
  if (!own) return reactions;
  let next = [...reactions];
  for (const [emoji, isOn] of own) {
    const at = next.findIndex((one) => one.emoji === emoji);
    const known = next[at];
    if (known?.userIds.includes(viewerId) === true ? isOn : !isOn) continue;
    if (!known) next.push({ emoji, count: 1, userIds: [viewerId] });
    else if (isOn) next[at] = { ...known, count: known.count + 1, userIds: [...known.userIds, viewerId] };
    else {
      next[at] = {
        ...known,
        count: known.count - 1,
        userIds: known.userIds.filter((id) => id !== viewerId),
      };
      next = next.filter(({ count }) => count > 0);
    }
  }
  return next;
}

async function send(
  messageId: string,
  emoji: string,
  isOn: boolean,
  take: (message: Message) => void,
): Promise<void> {
  try {
    const { message } = await (isOn ? addReaction : removeReaction)(messageId, emoji);
    take(message);
  } catch (error) {
    // A refusal has its reason. Of anything else the person is to know what did not happen.
    const failed = isOn ? "Failed to add reaction" : "Failed to remove reaction";
    notify.error(isRefusal(error) ? errorMessage(error, failed) : failed, { id: "reaction" });
  }
}

function want(messageId: string, emoji: string, isOn: boolean | undefined): void {
  const next = new Map(wanted.get(messageId));
  if (isOn === undefined) next.delete(emoji);
  else next.set(emoji, isOn);
  if (next.size === 0) wanted.delete(messageId);
  else wanted.set(messageId, next);
  for (const listener of listeners) listener();
}
