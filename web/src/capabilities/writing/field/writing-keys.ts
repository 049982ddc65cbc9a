/** A text and what is selected in it, after a key. */
export interface Written {
  text: string;
  start: number;
  end: number;
}

type Keys = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** Pure: what a key for the look of a text makes of it, or for the line after one of a list; null for all other keys. */
export function writeByKey(written: Written, event: Keys, isNewLine: boolean): Written | null {
  const sign = event.altKey ? undefined : signOf(event);
  if (sign) return surround(written, sign);
  return isNewLine ? continueList(written) : null;
}

/** With Shift or without. */
const signs = new Map([
  ["false b", "**"],
  ["false i", "_"],
  ["true x", "~~"],
]);

function signOf({ key, ctrlKey, metaKey, shiftKey }: Keys): string | undefined {
  if (!ctrlKey && !metaKey) return undefined;
  return signs.get(`${shiftKey} ${key.toLowerCase()}`);
}

/** Puts a sign on both sides of what is selected, or takes it away where it is there. */
function surround({ text, start, end }: Written, sign: string): Written {
  const [before, chosen, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  const size = sign.length;
  if (before.endsWith(sign) && after.startsWith(sign))
    return {
      text: before.slice(0, -size) + chosen + after.slice(size),
      start: start - size,
      end: end - size,
    };
  return { text: before + sign + chosen + sign + after, start: start + size, end: end + size };
}

const item = /^(\s{0,12})(?:([-*+])|(\d{1,9})([.)]))(\s+)(\[[ xX]\]\s+)?/;

/** The next line of a list begins as the one before; an empty one ends the list. */
function continueList({ text, start, end }: Written): Written | null {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(from, start);
  const found = item.exec(line);
  if (!found || start !== end) return null;
  const [prefix, indent = "", bullet, number, dot, space, box] = found;
  if (prefix === line) return { text: text.slice(0, from) + text.slice(end), start: from, end: from };
  const next = `\n${indent}${bullet ?? `${Number(number) + 1}${dot}`}${space}${box ? "[ ] " : ""}`;
  const at = start + next.length;
  return { text: text.slice(0, start) + next + text.slice(end), start: at, end: at };
}
