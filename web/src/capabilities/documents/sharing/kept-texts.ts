import { uuidv7 } from "../../../lib/uuidv7.ts";
import type { KeptText } from "./document-status.ts";
import type { DocumentStore } from "./document-store.ts";

/** Texts of the viewer that are not in the document, kept until they have done something about them. */
export interface KeptTexts {
  load(): Promise<void>;
  all(): readonly KeptText[];
  add(why: KeptText["why"], text: string): void;
  remove(id: string): void;
  /** Removes the texts that were kept for this reason, because the document contains them after all. */
  removeAll(why: KeptText["why"]): void;
}

/** Keeps them in this browser. */
export function openKeptTexts(store: DocumentStore, onChange: () => void): KeptTexts {
  let texts: readonly KeptText[] = [];
  function remove(id: string): void {
    texts = texts.filter((one) => one.id !== id);
    void store.deleteText(id);
    onChange();
  }
  return {
    async load() {
      const stored = await store.readTexts();
      const known = new Set(texts.map(({ id }) => id));
      texts = [...stored.filter(({ id }) => !known.has(id)), ...texts];
      onChange();
    },
    all: () => texts,
    add(why, text) {
      if (text.trim() === "" || texts.some((one) => one.why === why && one.text === text)) return;
      const kept = { id: uuidv7(), why, text, at: Date.now() };
      texts = [...texts, kept];
      void store.addText(kept);
      onChange();
    },
    remove,
    removeAll(why) {
      for (const one of texts) if (one.why === why) remove(one.id);
    },
  };
}
