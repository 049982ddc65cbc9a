import type { Parent, PhrasingContent } from "mdast";
import type { Extension as FromMarkdown } from "mdast-util-from-markdown";
import { defaultHandlers, type Options as ToMarkdown } from "mdast-util-to-markdown";
import type { gfmStrikethrough } from "micromark-extension-gfm-strikethrough";

/** Highlighted words: `==words==`. */
interface Highlight extends Parent {
  type: "highlight";
  children: PhrasingContent[];
}

declare module "mdast" {
  interface PhrasingContentMap {
    highlight: Highlight;
  }
  interface RootContentMap {
    highlight: Highlight;
  }
}

declare module "micromark-util-types" {
  interface TokenTypeMap {
    highlight: "highlight";
    highlightMark: "highlightMark";
    highlightWords: "highlightWords";
    possibleHighlightMark: "possibleHighlightMark";
  }
}

declare module "mdast-util-to-markdown" {
  interface ConstructNameMap {
    highlight: "highlight";
  }
}

type Syntax = ReturnType<typeof gfmStrikethrough>;
type Found<Value> = Extract<Value, { tokenize: unknown }>;
type Construct = Found<NonNullable<NonNullable<Syntax["text"]>[string]>>;
type Resolver = NonNullable<Construct["resolveAll"]>;
type Event = Parameters<Resolver>[0][number];
type Context = Parameters<Resolver>[1];
type Code = Parameters<Parameters<Construct["tokenize"]>[1]>[0];

const equalSign = 61;

/** Reads highlighted words. Marks open and close as those of struck words do, so that the writer knows what it has to escape. */
export function highlightSyntax(): Syntax {
  const construct: Construct = { name: "highlight", tokenize: readMark, resolveAll: pairMarks };
  return {
    text: { [equalSign]: construct },
    insideSpan: { null: [construct] },
    attentionMarkers: { null: [equalSign] },
  };
}

/** Reads a run of two signs. Longer and shorter ones are text. */
const readMark: Construct["tokenize"] = function (effects, ok, nok) {
  const { previous, events } = this;
  const isWithinRun = previous === equalSign && events.at(-1)?.[1].type !== "characterEscape";
  let size = 0;
  return (code) => {
    if (isWithinRun) return nok(code);
    effects.enter("possibleHighlightMark");
    return read(code);
  };
  function read(code: Code): ReturnType<typeof ok> {
    if (code === equalSign && size < 2) {
      effects.consume(code);
      size += 1;
      return read;
    }
    if (code === equalSign || size < 2) return nok(code);
    const [before, after] = [kindOf(previous), kindOf(code)];
    const mark = effects.exit("possibleHighlightMark");
    mark._open = after === "letter" || (after === "sign" && before !== "letter");
    mark._close = before === "letter" || (before === "sign" && after !== "letter");
    return ok(code);
  }
};

function kindOf(code: Code): "letter" | "sign" | "space" {
  if (code === null || code < 0) return "space";
  const character = String.fromCodePoint(code);
  if (/\s/u.test(character)) return "space";
  return /[\p{P}\p{S}]/u.test(character) ? "sign" : "letter";
}

/** Puts what is between two marks into an element. A mark that closes belongs to the last one before it that opens. */
function pairMarks(events: Event[], context: Context): Event[] {
  let made: Event[] = [];
  const open: number[] = [];
  for (let index = 0; index < events.length; index += 1) {
    const event = events[index] as Event;
    const [way, mark] = event;
    const from = open.at(-1);
    if (way !== "enter" || mark.type !== "possibleHighlightMark") {
      made.push(event);
    } else if (mark._close && from !== undefined) {
      open.pop();
      const opening = made[from]?.[1];
      if (!opening) continue;
      const words = resolveWithin(made.slice(from + 2), context);
      opening.type = "highlightMark";
      mark.type = "highlightMark";
      const whole = { type: "highlight" as const, start: { ...opening.start }, end: { ...mark.end } };
      const within = { type: "highlightWords" as const, start: { ...opening.end }, end: { ...mark.start } };
      made = made.slice(0, from).concat(
        [
          ["enter", whole, context],
          ["enter", opening, context],
          ["exit", opening, context],
          ["enter", within, context],
        ],
        words,
        [
          ["exit", within, context],
          ["enter", mark, context],
          ["exit", mark, context],
          ["exit", whole, context],
        ],
      );
      // The end of this mark.
      index += 1;
    } else {
      if (mark._open) open.push(made.length);
      made.push(event);
    }
  }
  // In place: the reader holds on to this array.
  events.length = 0;
  for (const event of made) {
    if (event[1].type === "possibleHighlightMark") event[1].type = "data";
    events.push(event);
  }
  return events;
}

/** Lets the marks of others pair within the highlighted words. */
function resolveWithin(events: Event[], context: Context): Event[] {
  const resolvers = new Set(
    (context.parser.constructs.insideSpan.null ?? []).flatMap(({ resolveAll }) => resolveAll ?? []),
  );
  let resolved = events;
  for (const resolve of resolvers) resolved = resolve(resolved, context);
  return resolved;
}

export const highlightFromMarkdown: FromMarkdown = {
  canContainEols: ["highlight"],
  enter: {
    highlight(token) {
      this.enter({ type: "highlight", children: [] }, token);
    },
  },
  exit: {
    highlight(token) {
      this.exit(token);
    },
  },
};

type Handler = NonNullable<NonNullable<ToMarkdown["handlers"]>["strong"]>;

/** The writer chooses what to escape in the words and around them, as for other marks. */
const writeHighlight: Handler = Object.assign(
  (...[node, , state, info]: Parameters<Handler>) => {
    const exit = state.enter("highlight");
    const words = state.containerPhrasing(node, { ...info, before: "==", after: "=" });
    exit();
    return `==${words}==`;
  },
  {
    peek: () => "=",
    attention: () => ({ construct: "highlight" as const, markers: ["="], sizes: [2] }),
  },
);

/**
 * A sign at the end of a text may come next to the signs of a mark, which the writer adds after it has escaped the text.
 */
const writeText: Handler = (...[node, parent, state, info]: Parameters<Handler>) => {
  const text = defaultHandlers.text(node, parent, state, info);
  if (parent?.type === "paragraph" && parent.children.length === 1) return text;
  return text.replace(/^=/, "\\=").replace(/(?<!\\)((?:\\\\)*)=$/, "$1\\=");
};

/** Where no words are, so that a mark there is text anyway. */
const notInConstruct = [
  "autolink",
  "destinationLiteral",
  "destinationRaw",
  "reference",
  "titleQuote",
  "titleApostrophe",
] as const;

export const highlightToMarkdown: ToMarkdown = {
  handlers: { highlight: writeHighlight, text: writeText },
  // One sign is text: "a = b" stays as it is.
  unsafe: [
    { character: "=", after: "=", inConstruct: "phrasing", notInConstruct: [...notInConstruct] },
    { before: "=", character: "=", inConstruct: "phrasing", notInConstruct: [...notInConstruct] },
  ],
};
