import { withoutCode } from "@atoll/contract/mentions";
import { beforeAt, wordGoesOn } from "@atoll/contract/text/word-edges";

/** A call, an emoji's name or a command that is being written, from `start` to the caret. */
export interface Trigger {
  kind: "mention" | "emoji" | "command";
  start: number;
  /** The text after the @, the colon or the slash. */
  query: string;
}

const maxQueryLength = 60;
/** A name of several words is searched for as long as it is written. */
const mentionEnd = new RegExp(`(?:^|[^${beforeAt}])(@)((?:[^\\s@]+(?: [^\\s@]+){0,4})?)$`, "u");
const emojiEnd = /(?:^|[^\p{Script=Latin}\p{N}:_])(:)([\p{L}\p{N}_+-]{2,})$/u;
/** At the start of the whole text only. */
const commandStart = /^\/([\p{L}\p{N}_-]*)$/u;
const wholeEmojiName = /(?:^|[^\p{Script=Latin}\p{N}:_])(:([a-zA-Z0-9_+-]{2,}):)$/u;

const goesOn = new RegExp(`^${wordGoesOn}`, "u");

/** Returns the trigger directly before the caret. Ignores triggers inside code or before a letter. */
export function findTrigger(text: string, caret: number): Trigger | null {
  if (goesOn.test(text.slice(caret))) return null;
  const before = text.slice(Math.max(0, caret - maxQueryLength - 2), caret);
  const [, command] = (caret === before.length && commandStart.exec(before)) || [];
  if (command !== undefined) return { kind: "command", start: 0, query: command };
  // Text after a mention may be taken for more of its name, so check for an emoji first.
  for (const [kind, pattern] of [
    ["emoji", emojiEnd],
    ["mention", mentionEnd],
  ] as const) {
    const [, mark, query] = pattern.exec(before) ?? [];
    if (mark === undefined || query === undefined) continue;
    const start = caret - query.length - mark.length;
    return isInCode(text, start) ? null : { kind, start, query };
  }
  return null;
}

/** The name between two colons that ends at the caret: `:tada:`. */
export function findEmojiName(text: string, caret: number): { start: number; name: string } | null {
  const [, whole, name] = wholeEmojiName.exec(text.slice(0, caret)) ?? [];
  if (whole === undefined || name === undefined) return null;
  const start = caret - whole.length;
  return isInCode(text, start) ? null : { start, name };
}

/** Returns whether a position is inside code, including code that is started on this line and not closed yet. */
function isInCode(text: string, at: number): boolean {
  return withoutCode(text)[at] === " " || /`[^`\n]*$/.test(withoutCode(text.slice(0, at)));
}
