import type { CommentWords } from "@atoll/contract/comments/schemas";
import { type Editor, Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet, type EditorView } from "@tiptap/pm/view";
import {
  absolutePositionToRelativePosition,
  relativePositionToAbsolutePosition,
  ySyncPluginKey,
} from "@tiptap/y-tiptap";
import * as Y from "yjs";
import {
  describeWords,
  placeWords,
  type SearchedText,
  type Span,
  searchText,
} from "../../../lib/place-words.ts";

/** Words of the text that a thread is about. */
export interface MarkedThread {
  id: string;
  words: CommentWords | null;
  isMarked: boolean;
}

interface ShownMarks {
  threads: readonly MarkedThread[];
  activeId: string | null;
}

/** Where the words of a thread are, for this state of the text and for every later one. */
type PlacedWords = Span & Pick<CommentWords, "range">;

interface MarksState extends ShownMarks {
  placed: ReadonlyMap<string, PlacedWords>;
  decorations: DecorationSet;
}

const marksKey = new PluginKey<MarksState>("wordMarks");

export interface WordMarksOptions {
  /** The threads whose words are in the text, in its order. */
  onPlaces: ((threadIds: readonly string[]) => void) | null;
  onPress: ((threadId: string) => void) | null;
  /** Called with the selected words, when the keys are pressed. */
  onComment: ((words: CommentWords) => void) | null;
}

/** Marks the words of threads. They are no part of the text: nothing of them is saved with it. */
export const WordMarks = Extension.create<WordMarksOptions>({
  name: "wordMarks",
  addOptions: () => ({ onPlaces: null, onPress: null, onComment: null }),
  addKeyboardShortcuts() {
    const { onComment } = this.options;
    return {
      "Mod-Alt-m": ({ editor }) => {
        const words = onComment && readSelectedWords(editor);
        if (words) onComment?.(words);
        return words !== null;
      },
    };
  },
  addProseMirrorPlugins() {
    const { onPlaces, onPress } = this.options;
    return [
      new Plugin<MarksState>({
        key: marksKey,
        state: {
          init: () => ({ threads: [], activeId: null, placed: new Map(), decorations: DecorationSet.empty }),
          apply(tr, before, _old, state) {
            const next = tr.getMeta(marksKey) as ShownMarks | undefined;
            if (!next && !tr.docChanged) return before;
            const shown = next ?? before;
            let { placed } = before;
            if (tr.docChanged)
              // The binding replaces the whole text when somebody else changes it.
              placed = isFromOthers(tr.getMeta(ySyncPluginKey))
                ? follow(state, placed)
                : map(
                    placed,
                    (place) => tr.mapping.map(place, 1),
                    (place) => tr.mapping.map(place, -1),
                  );
            if (next) placed = placeNew(state, shown.threads, placed);
            return { ...shown, placed, decorations: decorate(state.doc, shown, placed) };
          },
        },
        props: {
          decorations: (state) => marksKey.getState(state)?.decorations,
          handleClick(view, place) {
            const { placed, threads } = marksKey.getState(view.state) ?? { placed: new Map(), threads: [] };
            const marked = new Set(threads.filter(({ isMarked }) => isMarked).map(({ id }) => id));
            const hit = [...placed].filter(
              ([id, { from, to }]) => marked.has(id) && from <= place && place < to,
            );
            const [nearest] = hit.toSorted(([, a], [, b]) => a.to - a.from - (b.to - b.from));
            if (nearest && view.state.selection.empty) onPress?.(nearest[0]);
            return false;
          },
        },
        view: () => {
          let last: string | undefined;
          let timer: ReturnType<typeof setTimeout> | undefined;
          return {
            destroy: () => clearTimeout(timer),
            update(view, before) {
              const marks = marksKey.getState(view.state);
              const placed = marks?.placed ?? new Map<string, PlacedWords>();
              // Words come back by an undo, move with their paragraph, and arrive after their thread.
              const isLost = marks?.threads.some(({ id, words }) => words && !placed.has(id));
              if (isLost && !before.doc.eq(view.state.doc)) {
                clearTimeout(timer);
                timer = setTimeout(() => dispatchMarks(view), lookAgainAfterMs);
              }
              const ids = [...placed].toSorted(([, a], [, b]) => a.from - b.from).map(([id]) => id);
              if (last === ids.join()) return;
              last = ids.join();
              onPlaces?.(ids);
            },
          };
        },
      }),
    ];
  },
});

/** Shows the words of these threads, and looks for those that have no place yet. */
export function showMarks(editor: Editor, shown: ShownMarks): void {
  dispatchMarks(editor.view, shown);
}

/** How long the text stays as it is before words without a place are looked for again. */
const lookAgainAfterMs = 300;

function dispatchMarks(
  view: EditorView,
  shown: ShownMarks | undefined = marksKey.getState(view.state),
): void {
  view.dispatch(view.state.tr.setMeta(marksKey, shown).setMeta("addToHistory", false));
}

/** Brings the words of a thread into view. */
export function scrollToWords(editor: Editor, threadId: string): void {
  const place = marksKey.getState(editor.state)?.placed.get(threadId);
  if (!place) return;
  const { node } = editor.view.domAtPos(place.from);
  (node instanceof Element ? node : node.parentElement)?.scrollIntoView({ block: "center" });
}

/** Returns the selected words, with their range in the shared document. Null without any. */
export function readSelectedWords({ state }: Editor): CommentWords | null {
  const { from, to } = state.selection;
  const text = readText(state.doc);
  const words = describeWords(text.text, { from: text.indexAt(from), to: text.indexAt(to) });
  const span = words && placeWords(searchText(text.text), words);
  const range = rangeOf(state, span && isAround(text, span, from, to) ? text.spanOf(span) : { from, to });
  return words && { ...words, ...(range && { range }) };
}

const isAround = (text: DocumentText, span: Span, from: number, to: number) => {
  const place = text.spanOf(span);
  return place.from >= from && place.to <= to;
};

function placeNew(
  state: EditorState,
  threads: readonly MarkedThread[],
  placed: ReadonlyMap<string, PlacedWords>,
): ReadonlyMap<string, PlacedWords> {
  let searched: { text: DocumentText; all: SearchedText } | undefined;
  const found = new Map<string, PlacedWords>();
  for (const { id, words } of threads) {
    const known = placed.get(id);
    const range = words?.range;
    const followed = known ?? (range && followOne(state, range));
    if (followed) {
      found.set(id, followed);
      continue;
    }
    if (!words) continue;
    if (!searched) {
      const text = readText(state.doc);
      searched = { text, all: searchText(text.text) };
    }
    const span = placeWords(searched.all, words);
    if (!span) continue;
    const place = searched.text.spanOf(span);
    found.set(id, { ...place, range: rangeOf(state, place) });
  }
  return found;
}

function map(
  placed: ReadonlyMap<string, PlacedWords>,
  mapFrom: (place: number) => number,
  mapTo: (place: number) => number,
): ReadonlyMap<string, PlacedWords> {
  return new Map(
    [...placed].flatMap(([id, { from, to, range }]): [string, PlacedWords][] => {
      const next = { from: mapFrom(from), to: mapTo(to), range };
      return next.from < next.to ? [[id, next]] : [];
    }),
  );
}

/** After a change of somebody else: by the positions of the shared document. */
function follow(
  state: EditorState,
  placed: ReadonlyMap<string, PlacedWords>,
): ReadonlyMap<string, PlacedWords> {
  return new Map(
    [...placed].flatMap(([id, { range }]): [string, PlacedWords][] => {
      const next = range && followOne(state, range);
      return next ? [[id, next]] : [];
    }),
  );
}

function followOne(state: EditorState, range: NonNullable<CommentWords["range"]>): PlacedWords | undefined {
  const [from, to] = [placeOf(state, range.from), placeOf(state, range.to)];
  const end = state.doc.content.size;
  return from !== null && to !== null && from < to && to <= end ? { from, to, range } : undefined;
}

/** The place of a relative position as JSON, which anybody may have sent. */
function placeOf(state: EditorState, position: string): number | null {
  const sync = ySyncPluginKey.getState(state);
  if (!sync?.binding) return null;
  try {
    const relative = Y.createRelativePositionFromJSON(JSON.parse(position));
    return relativePositionToAbsolutePosition(sync.doc, sync.type, relative, sync.binding.mapping);
  } catch {
    return null;
  }
}

function rangeOf(state: EditorState, { from, to }: Span): CommentWords["range"] {
  const sync = ySyncPluginKey.getState(state);
  if (!sync?.binding) return undefined;
  const { mapping } = sync.binding;
  const relativeTo = (place: number) => absolutePositionToRelativePosition(place, sync.type, mapping);
  // The positions of the binding belong to the unit before them. A range starts with its own first unit, so that text
  // before it stays outside.
  const start = Y.createAbsolutePositionFromRelativePosition(relativeTo(from), sync.doc);
  const first = start && Y.createRelativePositionFromTypeIndex(start.type, start.index, 0);
  const toJson = (position: Y.RelativePosition) => JSON.stringify(Y.relativePositionToJSON(position));
  return { from: toJson(first ?? relativeTo(from)), to: toJson(relativeTo(to)) };
}

const isFromOthers = (change: unknown) =>
  typeof change === "object" &&
  change !== null &&
  "isChangeOrigin" in change &&
  change.isChangeOrigin === true;

function decorate(doc: Node, { threads, activeId }: ShownMarks, placed: ReadonlyMap<string, PlacedWords>) {
  const marks = threads.flatMap(({ id, isMarked }) => {
    const place = placed.get(id);
    if (!place || !(isMarked || id === activeId)) return [];
    const name = id === activeId ? "doc-thread doc-thread-active" : "doc-thread";
    return [Decoration.inline(place.from, place.to, { class: name })];
  });
  return DecorationSet.create(doc, marks);
}

interface DocumentText {
  text: string;
  /** The index in the text of a place in the document. */
  indexAt(place: number): number;
  spanOf(span: Span): Span;
}

/** Reads the text of a document, with a line for each block. */
function readText(doc: Node): DocumentText {
  const parts: { place: number; start: number; length: number }[] = [];
  let text = "";
  doc.descendants((node, place) => {
    if (node.isText) {
      parts.push({ place, start: text.length, length: node.text?.length ?? 0 });
      text += node.text ?? "";
    } else if (node.isBlock || node.type.name === "hardBreak") text += text === "" ? "" : "\n";
  });
  /** The place of the unit at an index, or behind the one before it. */
  const placeAt = (index: number, isEnd: boolean) => {
    const at = isEnd ? index - 1 : index;
    const part = parts.findLast(({ start }) => start <= at);
    return part ? part.place + Math.min(at - part.start, part.length) + (isEnd ? 1 : 0) : 0;
  };
  return {
    text,
    indexAt(place) {
      const part = parts.findLast((one) => one.place <= place);
      return part ? part.start + Math.min(place - part.place, part.length) : 0;
    },
    spanOf: ({ from, to }) => ({ from: placeAt(from, false), to: placeAt(to, true) }),
  };
}
