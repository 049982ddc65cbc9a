import type { VotedSubject } from "@atoll/contract/votes/schemas";
import { maySoonPass } from "../../lib/request/judge-error.ts";
import { errorMessage } from "../../lib/server/api-client.ts";
import { oneEach, type SignedIn } from "../../lib/signed-in.ts";
import { notify } from "../../ui/toast/toast.tsx";
import { outboxOf } from "../offline/outbox/own-outbox.ts";
import { addNewer, type CachedVotes, voteKey } from "./cached-votes.ts";
import { setVote } from "./wire.ts";

/** As many things as fit on a few screens; what is forgotten comes with the next fetch. */
const mostHeld = 500;

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
  /** Shown at once; the last wish wins where a person changes their mind before the answer. */
  want(subject: VotedSubject, wanted: boolean): void;
}

/** The desk of the signed-in person. */
export const voteStoreOf = oneEach(createVoteStore);

function createVoteStore(signedIn: SignedIn): VoteStore {
  const { realtime, onEnd } = signedIn;
  const held = new Map<string, CachedVotes>();
  const sending = new Set<string>();
  const listeners = new Set<() => void>();

  function put(key: string, votes: CachedVotes): void {
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
        await deliver(subject, wanted);
      }
      settle(key);
    } catch (error) {
      const wanted = held.get(key)?.wanted;
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
    hear(root, votes);
    // A thing that has since been merged has its votes at its root.
    if (voteKey(root) !== voteKey(subject)) hear(subject, votes);
  }

  const failure = "Your vote was not saved";
  const outbox = outboxOf(signedIn).register<PendingVote>({
    name: "vote",
    shape: { kind: "string", id: "string", wanted: "boolean" },
    isInOrder: true,
    isLastOnly: true,
    async send({ body: { wanted, ...subject } }) {
      await deliver(subject, wanted);
      if (held.get(voteKey(subject))?.wanted === wanted) settle(voteKey(subject));
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
    realtime.on("votes.changed", ({ subject, ...news }) => hear(subject, news)),
    realtime.on("votes.own", ({ subject, ...news }) => hear(subject, news)),
  ];
  onEnd(() => {
    for (const stop of stops) stop();
    outbox.end();
  });

  return {
    of: (subject) => held.get(voteKey(subject)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    want(subject, wanted) {
      const key = voteKey(subject);
      put(key, { ...held.get(key), wanted });
      // A vote that waits for a connection is replaced, and not overtaken.
      if (outbox.entries().some((entry) => entry.subject === key)) outbox.add(key, { ...subject, wanted });
      else void send(subject);
    },
  };
}
