import type { Subject } from "@atoll/contract/comments/schemas";
import { maySoonPass } from "../../../lib/request/judge-error.ts";
import { createRetry, type Retry } from "../../../lib/request/retry.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import type { KeptText } from "./document-status.ts";
import { discardUnplacedText, listUnplacedTexts } from "./wire.ts";

/** The viewer's words that others deleted without having seen them. The server keeps them, for all devices. */
export interface ServerTexts {
  all(): readonly KeptText[];
  /** Asks the server, and again until it answers. */
  refresh(): void;
  /** @returns whether it is one of them. */
  discard(id: string): boolean;
  stop(): void;
}

export function openServerTexts(subject: Subject, onChange: () => void): ServerTexts {
  let texts: readonly KeptText[] = [];
  let isStopped = false;
  let asked = 0;
  /** Texts that the person discarded, and whether the server knows. */
  const discarded = new Map<string, boolean>();
  const retry: Retry = createRetry(() => void refresh(), { baseMs: 1000, maxMs: 60_000 });

  async function refresh(): Promise<void> {
    retry.cancel();
    asked += 1;
    const question = asked;
    try {
      for (const [id, isKnown] of discarded)
        if (!isKnown) {
          await discardUnplacedText(subject, id);
          discarded.set(id, true);
        }
      const answer = await listUnplacedTexts(subject);
      if (isStopped || question !== asked) return;
      texts = answer.texts
        .filter(({ id }) => !discarded.has(id))
        .map(({ id, text, at }) => ({ id, text, why: "unplaced", at: Date.parse(at) }));
      retry.reset();
      onChange();
    } catch (error) {
      console.debug("Unplaced texts were not loaded", errorMessage(error));
      if (!isStopped && maySoonPass(error)) retry.later();
    }
  }

  return {
    all: () => texts,
    refresh: () => void refresh(),
    discard(id) {
      if (!texts.some((one) => one.id === id)) return false;
      discarded.set(id, false);
      texts = texts.filter((one) => one.id !== id);
      onChange();
      void refresh();
      return true;
    },
    stop() {
      isStopped = true;
      retry.stop();
    },
  };
}
