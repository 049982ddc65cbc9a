import type { Subject } from "@atoll/contract/comments/schemas";
import { Extension, type Extensions, Mark, markInputRule } from "@tiptap/core";
import { Blockquote } from "@tiptap/extension-blockquote";
import { Bold } from "@tiptap/extension-bold";
import { Code } from "@tiptap/extension-code";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { HorizontalRule } from "@tiptap/extension-horizontal-rule";
import { Italic } from "@tiptap/extension-italic";
import { Link } from "@tiptap/extension-link";
import { BulletList, ListItem, ListKeymap, OrderedList, TaskItem, TaskList } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Strike } from "@tiptap/extension-strike";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import { Text } from "@tiptap/extension-text";
import { Dropcursor, Gapcursor, Placeholder } from "@tiptap/extensions";
import { PluginKey } from "@tiptap/pm/state";
import { Suggestion, type SuggestionOptions } from "@tiptap/suggestion";
import { ySyncPluginKey } from "@tiptap/y-tiptap";
import type { ReferenceNames } from "../references/reference-names.ts";
import type { SharedDocument } from "../sharing/document-status.ts";
import { Clipboard, type ClipboardActions, pageOf } from "./clipboard.ts";
import { isInCell } from "./insertions.ts";
import type { MenuStore, OpenMenu } from "./menu-store.ts";
import { CodeBlock } from "./nodes/code-block.ts";
import { Callout, Step } from "./nodes/containers.ts";
import { Image, type ImageSource } from "./nodes/image.ts";
import { Card, Mention } from "./nodes/references.ts";
import { SectionCardsNode, type SectionCardsOptions } from "./nodes/section-cards.ts";
import { Toggle } from "./nodes/toggle.ts";
import { isSafeAddress } from "./safe-address.ts";
import { Sharing } from "./sharing-extension.ts";
import { TextEnd } from "./text-end.ts";
import { WordMarks, type WordMarksOptions } from "./word-marks.ts";

/** Opens the menus of `/` and `@`. */
const MenuTriggers = Extension.create<{ store: MenuStore | null }>({
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

export interface EditorParts {
  document: SharedDocument;
  subject: Subject;
  clipboard: ClipboardActions;
  names: ReferenceNames;
  images: ImageSource;
  /** Finds the name of a section. Left out where the page shows no cards. */
  findSection?: SectionCardsOptions["findName"];
  placeholder: string;
  menus: MenuStore;
  words?: WordMarksOptions;
}

const alignments = ["left", "center", "right"];

const align = {
  align: {
    default: null,
    parseHTML: (element: HTMLElement) =>
      alignments.find((one) => [element.getAttribute("align"), element.style.textAlign].includes(one)) ??
      null,
    // Not as a style: the page forbids styles that are written into it. document.css aligns by the attribute.
    renderHTML: ({ align }: Record<string, unknown>) => (typeof align === "string" ? { align } : {}),
  },
};

/**
 * Returns the nodes and marks of a document. Content rules are as loose as possible: two people can together create
 * content that neither could alone, and the binding deletes content that breaks a rule, for everyone.
 */
export function documentExtensions(parts: EditorParts): Extensions {
  const { document, subject, clipboard, names, images, placeholder, menus, words } = parts;
  const { findSection = () => undefined } = parts;
  const page = pageOf(subject);
  return [
    Document.extend({ content: "(block | top)+" }),
    Paragraph.extend({ parseHTML: () => [{ tag: "p" }, { tag: "summary", getAttrs: isLineOfText }] }),
    Text,
    Heading.configure({ levels: [1, 2, 3, 4, 5, 6] }),
    Bold,
    Italic,
    Strike,
    Highlight,
    // Not of itself: the binding gives such marks other names.
    Code.extend({ excludes: "code" }),
    Link.extend({ addAttributes: () => linkAttributes }).configure({
      openOnClick: false,
      autolink: false,
      linkOnPaste: true,
      protocols: ["http", "https", "mailto"],
      isAllowedUri: isSafeAddress,
      HTMLAttributes: { rel: "noopener noreferrer", target: null, class: null },
    }),
    Blockquote.extend({ content: "block*" }),
    BulletList,
    OrderedList,
    ListItem.extend({ content: "block*" }),
    TaskList,
    TaskItem.extend({ content: "block*" }).configure({ nested: true }),
    ListKeymap,
    CodeBlock.configure({ exitOnTripleEnter: true }),
    HorizontalRule,
    HardBreak,
    Table.configure({ resizable: false, allowTableNodeSelection: true }),
    TableRow,
    TableHeader.extend({ content: "paragraph+", addAttributes: () => ({ ...spans, ...align }) }),
    TableCell.extend({ content: "paragraph+", addAttributes: () => ({ ...spans, ...align }) }),
    Callout,
    Toggle,
    Step,
    Image.configure({ source: images, page }),
    Mention.configure({ names }),
    Card.configure({ names }),
    SectionCardsNode.configure({ findName: findSection }),
    Placeholder.configure({ placeholder, includeChildren: false }),
    Gapcursor,
    Dropcursor.configure({ width: 2, color: "var(--primary)" }),
    CellKeys.configure({ menus }),
    TextEnd,
    Clipboard.configure({ page, actions: clipboard }),
    MenuTriggers.configure({ store: menus }),
    Sharing.configure({ document }),
    // After the binding, whose positions it reads.
    WordMarks.configure(words),
  ];
}

/** Words on the colour of a marker: `==words==`. */
const Highlight = Mark.create({
  name: "highlight",
  parseHTML: () => [{ tag: "mark" }],
  renderHTML: () => ["mark", 0],
  addKeyboardShortcuts() {
    return { "Mod-Shift-h": ({ editor }) => editor.commands.toggleMark(this.type) };
  },
  addInputRules() {
    return [markInputRule({ find: /(?:^|\s)(==(?![\s=])([^=]+)(?<![\s=])==)$/, type: this.type })];
  },
});

/** The line of a toggle of another program may hold a heading, which is a block of its own. */
const isLineOfText = (summary: HTMLElement) =>
  summary.querySelector("h1, h2, h3, h4, h5, h6") === null && null;

/** Attributes of links. Only the address of a pasted link is kept: a foreign class could stretch it over the whole page. */
const linkAttributes = {
  href: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute("href") },
  target: { default: null, parseHTML: () => null },
  rel: { default: "noopener noreferrer", parseHTML: () => "noopener noreferrer" },
  class: { default: null, parseHTML: () => null },
  title: { default: null, parseHTML: () => null },
};

/** Cells are never merged: Markdown has no way to write it. The table commands want the attributes to be there. */
const spans = {
  colspan: { default: 1, parseHTML: () => 1, rendered: false },
  rowspan: { default: 1, parseHTML: () => 1, rendered: false },
  colwidth: { default: null, parseHTML: () => null, rendered: false },
};

/** A cell is one line of Markdown: Enter breaks the line in it, unless it chooses from a menu. */
const CellKeys = Extension.create<{ menus: MenuStore | null }>({
  name: "cellKeys",
  priority: 200,
  addOptions: () => ({ menus: null }),
  addKeyboardShortcuts() {
    const { menus } = this.options;
    return {
      Enter: ({ editor }) => !menus?.get() && isInCell(editor) && editor.commands.setHardBreak(),
    };
  },
});
