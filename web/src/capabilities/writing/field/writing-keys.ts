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

/** Pure: makes a link of what is selected: of an address, with room for its words; of words, with room for the address. */
export function insertLink({ text, start, end }: Written): Written {
  const [before, chosen, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  const isAddress = /^https?:\/\/\S+$/.test(chosen);
  const target = /[()<>]/.test(chosen) ? `<${chosen}>` : chosen;
  const [words, address] = isAddress ? ["", target] : [chosen, "https://"];
  const from = chosen === "" || isAddress ? start + 1 : start + chosen.length + 3;
  const to = from + (chosen === "" || isAddress ? 0 : address.length);
  return { text: `${before}[${words}](${address})${after}`, start: from, end: to };
}

/** Pure: makes code of what is selected, or text of code: of several lines a block, else a part of its line. */
export function insertCode(written: Written): Written {
  const { text, start, end } = written;
  const chosen = text.slice(start, end);
  if (!chosen.includes("\n")) return surround(written, "`");
  const longest = Math.max(2, ...Array.from(chosen.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const lead = before === "" || before.endsWith("\n") ? "" : "\n";
  const tail = after === "" || after.startsWith("\n") ? "" : "\n";
  const from = start + lead.length + fence.length + 1;
  const body = chosen.endsWith("\n") ? chosen : `${chosen}\n`;
  return {
    text: `${before}${lead}${fence}\n${body}${fence}${tail}${after}`,
    start: from,
    end: from + chosen.length,
  };
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
