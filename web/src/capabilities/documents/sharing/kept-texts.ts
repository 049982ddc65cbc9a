import type { Subject } from "@atoll/contract/comments/schemas";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import type { KeptText } from "./document-status.ts";
import type { DocumentStore } from "./document-store.ts";
import { openServerTexts } from "./server-texts.ts";

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
