import type { VotedSubject } from "@atoll/contract/votes/schemas";
import { errorMessage } from "../../lib/api-client.ts";
import { oneEach, type SignedIn } from "../../lib/signed-in.ts";
import { notify } from "../../ui/toast/toast.tsx";
import { addNewer, type HeldVotes, voteKey } from "./held-votes.ts";
import { setVote } from "./wire.ts";

/** As many things as fit on a few screens; what is forgotten comes with the next fetch. */
const mostHeld = 500;

/** The votes of whatever is on the screen, on top of what lists fetched. */
export interface VoteDesk {
  of(subject: VotedSubject): HeldVotes | undefined;
  subscribe(listener: () => void): () => void;
  /** Shown at once; the last wish wins where a person changes their mind before the answer. */
  want(subject: VotedSubject, wanted: boolean): void;
}

/** The desk of the signed-in person. */
export const voteDeskOf = oneEach(createVoteDesk);

function createVoteDesk({ realtime, onEnd }: SignedIn): VoteDesk {
  const held = new Map<string, HeldVotes>();
  const sending = new Set<string>();
  const listeners = new Set<() => void>();

  function put(key: string, votes: HeldVotes): void {
    if (held.get(key) === votes) return;
    held.delete(key);
    held.set(key, votes);
    const [oldest] = held.keys();
    if (held.size > mostHeld && oldest !== undefined && !sending.has(oldest)) held.delete(oldest);
    for (const listener of listeners) listener();
  }

  const hear = (subject: VotedSubject, news: { version: number; count?: number; isMine?: boolean }) =>
    put(voteKey(subject), addNewer(held.get(voteKey(subject)) ?? {}, news));

  function settle(key: string): void {
    const { wanted: _, ...rest } = held.get(key) ?? {};
    put(key, rest);
  }

  async function send(subject: VotedSubject): Promise<void> {
    const key = voteKey(subject);
    if (sending.has(key)) return;
    sending.add(key);
    try {
      for (let sent: boolean | undefined; ; ) {
        const wanted = held.get(key)?.wanted;
        if (wanted === undefined || wanted === sent) break;
        sent = wanted;
        const { subject: root, votes } = await setVote(subject, wanted);
        hear(root, votes);
        // A thing that was merged in the meantime has its votes at its root.
        if (voteKey(root) !== key) hear(subject, votes);
      }
    } catch (error) {
      notify.error(errorMessage(error, "Your vote was not saved"), { id: `vote/${key}` });
    } finally {
      sending.delete(key);
      settle(key);
    }
  }

  const stops = [
    realtime.on("votes.changed", ({ subject, ...news }) => hear(subject, news)),
    realtime.on("votes.own", ({ subject, ...news }) => hear(subject, news)),
  ];
  onEnd(() => {
    for (const stop of stops) stop();
  });

  return {
    of: (subject) => held.get(voteKey(subject)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    want(subject, wanted) {
      put(voteKey(subject), { ...held.get(voteKey(subject)), wanted });
      void send(subject);
    },
  };
}
