import type { VotedSubject } from "@atoll/contract/votes/schemas";
import { maySoonPass } from "../../lib/request/judge-error.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { oneEach, type SignedIn } from "../../lib/signed-in.ts";
import { notify } from "../../ui/toast/toast.tsx";
import { outboxOf } from "../offline/outbox/own-outbox.ts";
import { addNewer, type CachedVotes, voteKey } from "./cached-votes.ts";
import { setVote } from "./wire.ts";

/** Enough for a few screens. Evicted votes come with the next fetch. */
const maxCached = 500;

/** A vote that the server could not take yet. Of several on one thing, the last one counts. */
interface PendingVote {
  kind: string;
  id: string;
  wanted: boolean;
}

/** The votes of whatever is on the screen, on top of what lists fetched. */
export interface VoteStore {
  of(subject: VotedSubject): CachedVotes | undefined;
  subscribe(listener: () => void): () => void;
  /** Shows the vote at once. The last click wins if the person changes their mind before the response. */
  setVote(subject: VotedSubject, wanted: boolean): void;
}

/** Returns the store of the signed-in person. */
export const voteStoreOf = oneEach(createVoteStore);

function createVoteStore(signedIn: SignedIn): VoteStore {
  const { realtime, onEnd } = signedIn;
  const cached = new Map<string, CachedVotes>();
  const sending = new Set<string>();
  const listeners = new Set<() => void>();

  function put(key: string, votes: CachedVotes): void {
    if (cached.get(key) === votes) return;
    cached.delete(key);
    cached.set(key, votes);
    const [oldest] = cached.keys();
    if (cached.size > maxCached && oldest !== undefined && !sending.has(oldest)) cached.delete(oldest);
    for (const listener of listeners) listener();
  }

  const onEvent = (subject: VotedSubject, news: { version: number; count?: number; isMine?: boolean }) =>
    put(voteKey(subject), addNewer(cached.get(voteKey(subject)) ?? {}, news));

  function settle(key: string): void {
    const { wanted: _, ...rest } = cached.get(key) ?? {};
    put(key, rest);
  }

  async function send(subject: VotedSubject): Promise<void> {
    const key = voteKey(subject);
    if (sending.has(key)) return;
    sending.add(key);
    try {
      for (let sent: boolean | undefined; ; ) {
        const wanted = cached.get(key)?.wanted;
        if (wanted === undefined || wanted === sent) break;
        sent = wanted;
        await deliver(subject, wanted);
      }
      settle(key);
    } catch (error) {
      const wanted = cached.get(key)?.wanted;
      // Without a connection the vote stays on the screen, and is sent when there is one.
      if (wanted !== undefined && maySoonPass(error)) return void outbox.add(key, { ...subject, wanted });
      settle(key);
      notify.error(errorMessage(error, failure), { id: `vote/${key}` });
    } finally {
      sending.delete(key);
    }
  }

  async function deliver(subject: VotedSubject, wanted: boolean): Promise<void> {
    const { subject: root, votes } = await setVote(subject, wanted);
    onEvent(root, votes);
    // A thing that has since been merged has its votes at its root.
    if (voteKey(root) !== voteKey(subject)) onEvent(subject, votes);
  }

  const failure = "Your vote was not saved";
  const outbox = outboxOf(signedIn).register<PendingVote>({
    name: "vote",
    shape: { kind: "string", id: "string", wanted: "boolean" },
    isInOrder: true,
    isLastOnly: true,
    async send({ body: { wanted, ...subject } }) {
      await deliver(subject, wanted);
      if (cached.get(voteKey(subject))?.wanted === wanted) settle(voteKey(subject));
    },
    onRefused({ body: { wanted: _, ...subject } }, reason) {
      settle(voteKey(subject));
      notify.error(reason, { id: `vote/${voteKey(subject)}` });
      return undefined;
    },
    failure,
    words: { one: "A vote", many: "votes" },
  });

  for (const { subject, body } of outbox.entries()) put(subject, { wanted: body.wanted });

  const stops = [
    realtime.on("votes.changed", ({ subject, ...news }) => onEvent(subject, news)),
    realtime.on("votes.own", ({ subject, ...news }) => onEvent(subject, news)),
  ];
  onEnd(() => {
    for (const stop of stops) stop();
    outbox.end();
  });

  return {
    of: (subject) => cached.get(voteKey(subject)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setVote(subject, wanted) {
      const key = voteKey(subject);
      put(key, { ...cached.get(key), wanted });
      // A vote that waits for a connection is replaced, and not overtaken.
      if (outbox.entries().some((entry) => entry.subject === key)) outbox.add(key, { ...subject, wanted });
      else void send(subject);
    },
  };
}
