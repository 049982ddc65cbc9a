import type { Message, Reaction } from "@atoll/contract/chat/schemas";
import { errorMessage, isRefusal } from "../../../lib/server/api-client.ts";
import { oneEach } from "../../../lib/signed-in.ts";
import { notify } from "../../../ui/toast/toast.tsx";
import { addReaction, removeReaction } from "./api.ts";

type Wanted = ReadonlyMap<string, boolean>;

/** A person's own reactions that the server has not confirmed yet. */
interface OwnReactions {
  subscribe(listener: () => void): () => void;
  of(messageId: string): Wanted | undefined;
  /** Adds the reaction or removes it. Presses on one emoji are sent in their order. */
  toggle(message: Message, emoji: string, take: (message: Message) => void): void;
}

/** Shows own reactions from the press on, and takes them back when the server refuses. One for each signed-in person. */
export const ownReactionsOf = oneEach(({ viewer, onEnd }): OwnReactions => {
  const wanted = new Map<string, Wanted>();
  const sending = new Map<string, Promise<void>>();
  const listeners = new Set<() => void>();
  let isEnded = false;
  onEnd(() => {
    isEnded = true;
  });

  function want(messageId: string, emoji: string, isOn: boolean | undefined): void {
    const next = new Map(wanted.get(messageId));
    if (isOn === undefined) next.delete(emoji);
    else next.set(emoji, isOn);
    if (next.size === 0) wanted.delete(messageId);
    else wanted.set(messageId, next);
    for (const listener of listeners) listener();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    of: (messageId) => wanted.get(messageId),
    toggle(message, emoji, take) {
      const shown = withOwn(message.reactions, wanted.get(message.id), viewer.id);
      const isOn = !shown.some((one) => one.emoji === emoji && one.userIds.includes(viewer.id));
      const key = `${message.id} ${emoji}`;
      want(message.id, emoji, isOn);
      const turn = (sending.get(key) ?? Promise.resolve()).then(async () => {
        // A press that still waits after sign-out would be sent as the next person's.
        if (!isEnded) await send(message.id, emoji, isOn, take);
      });
      sending.set(key, turn);
      void turn.finally(() => {
        // Later presses are still to be sent.
        if (sending.get(key) !== turn) return;
        sending.delete(key);
        want(message.id, emoji, undefined);
      });
    },
  };
});

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
    // A refusal has its own text. For other errors, say what did not happen.
    const failed = isOn ? "Failed to add reaction" : "Failed to remove reaction";
    notify.error(isRefusal(error) ? errorMessage(error, failed) : failed, { id: "reaction" });
  }
}
