import type { Range } from "@tiptap/core";

/** The open menu at the caret: blocks to insert, or people to mention. */
export interface OpenMenu {
  kind: "slash" | "mention";
  /** Behind the sign that opened it. */
  query: string;
  range: Range;
  /** Where the sign is on the screen. */
  rect: DOMRect | null;
}

/** Passes what the editor finds at the caret to the menu on the screen, and keys the other way round. */
export interface MenuStore {
  get(): OpenMenu | null;
  set(menu: OpenMenu | null): void;
  subscribe(listener: () => void): () => void;
  /** The next choice from the menu of mentions is inserted as a card, a block of its own. */
  wantsCard: boolean;
  /** Set by the menu that is shown: whether it took the key. */
  onKey: ((event: KeyboardEvent) => boolean) | null;
}

export function createMenuStore(): MenuStore {
  let open: OpenMenu | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => open,
    wantsCard: false,
    set(menu) {
      if (open?.kind === "mention" && menu?.kind !== "mention") this.wantsCard = false;
      open = menu;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onKey: null,
  };
}
