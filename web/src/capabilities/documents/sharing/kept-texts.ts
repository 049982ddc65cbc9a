import type { Subject } from "@atoll/contract/comments/schemas";
import { maySoonPass } from "../../../lib/request/judge-error.ts";
import { createRetry, type Retry } from "../../../lib/request/retry.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import type { KeptText } from "./document-status.ts";
import type { DocumentStore } from "./document-store.ts";
import { discardUnplacedText, listUnplacedTexts } from "./wire.ts";

/** Texts of the viewer that are not in the document, kept until they have done something about them. */
export interface KeptTexts {
  load(): Promise<void>;
  all(): readonly KeptText[];
  add(why: KeptText["why"], text: string): void;
  remove(id: string): void;
  /**
   * Others may have deleted words of the viewer: asks the server.
   * @param isAgainOnceSaved some of the words may not have reached the server.
   */
  lookForUnplaced(isAgainOnceSaved?: boolean): void;
  /** The server has everything that was typed, so that what it did not permit before is in the document after all. */
  allSaved(): void;
  stop(): void;
}

/** Keeps them in this browser, apart from what the server keeps. */
export function openKeptTexts(store: DocumentStore, subject: Subject, onChange: () => void): KeptTexts {
  let texts: readonly KeptText[] = [];
  let isDueOnceSaved = false;
  const atServer = openServerTexts(subject, onChange);
  function remove(id: string): void {
    if (atServer.discard(id)) return;
    texts = texts.filter((one) => one.id !== id);
    void store.deleteText(id);
    onChange();
  }
  return {
    async load() {
      atServer.refresh();
      const stored = await store.readTexts();
      const known = new Set(texts.map(({ id }) => id));
      texts = [...stored.filter(({ id }) => !known.has(id)), ...texts];
      onChange();
    },
    all: () => [...texts, ...atServer.all()],
    add(why, text) {
      if (text.trim() === "" || texts.some((one) => one.why === why && one.text === text)) return;
      const kept = { id: uuidv7(), why, text, at: Date.now() };
      texts = [...texts, kept];
      void store.addText(kept);
      onChange();
    },
    remove,
    lookForUnplaced(isAgainOnceSaved = false) {
      isDueOnceSaved ||= isAgainOnceSaved;
      atServer.refresh();
    },
    allSaved() {
      for (const one of texts) if (one.why === "not_permitted") remove(one.id);
      if (isDueOnceSaved) atServer.refresh();
      isDueOnceSaved = false;
    },
    stop: atServer.stop,
  };
}

/** The viewer's words that others deleted without having seen them. The server keeps them, for all devices. */
interface ServerTexts {
  all(): readonly KeptText[];
  /** Asks the server, and again until it answers. */
  refresh(): void;
  /** @returns whether it is one of them. */
  discard(id: string): boolean;
  stop(): void;
}

function openServerTexts(subject: Subject, onChange: () => void): ServerTexts {
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
