import { Extension } from "@tiptap/core";
import { PluginKey } from "@tiptap/pm/state";
import { Suggestion, type SuggestionOptions } from "@tiptap/suggestion";
import { ySyncPluginKey } from "@tiptap/y-tiptap";
import type { MenuStore, OpenMenu } from "./menu-store.ts";

/** Opens the menus of `/` and `@`. */
export const MenuTriggers = Extension.create<{ store: MenuStore | null }>({
  name: "menuTriggers",
  addOptions: () => ({ store: null }),
  addProseMirrorPlugins() {
    const { store } = this.options;
    if (!store) return [];
    const { editor } = this;
    return [
      Suggestion({ editor, ...trigger(store, "slash", "/"), startOfLine: false, allowSpaces: false }),
      Suggestion({ editor, ...trigger(store, "mention", "@"), allowSpaces: true }),
    ];
  },
});

function trigger(
  store: MenuStore,
  kind: OpenMenu["kind"],
  char: string,
): Omit<SuggestionOptions<never>, "editor"> {
  return {
    char,
    pluginKey: new PluginKey(`${kind}Menu`),
    decorationClass: "doc-trigger",
    allowedPrefixes: [" ", "("],
    items: () => [],
    // In code nothing is inserted, and what others type opens nothing here.
    allow: ({ editor }) => !editor.isActive("codeBlock") && !editor.isActive("code"),
    shouldShow: ({ transaction }) => {
      const change: unknown = transaction.getMeta(ySyncPluginKey);
      return !(
        typeof change === "object" &&
        change !== null &&
        "isChangeOrigin" in change &&
        change.isChangeOrigin
      );
    },
    render: () => ({
      onStart: ({ query, range, clientRect }) =>
        store.set({ kind, query, range, rect: clientRect?.() ?? null }),
      onUpdate: ({ query, range, clientRect }) =>
        store.set({ kind, query, range, rect: clientRect?.() ?? null }),
      onKeyDown: ({ event }) => store.onKey?.(event) ?? false,
      onExit: () => {
        if (store.get()?.kind === kind) store.set(null);
      },
    }),
  };
}
