/** One message of a written talk. `gapMinutes` is counted from the message before it. */
export type Line = {
  who: string;
  gapMinutes: number | null;
  edited: boolean;
  deleted: boolean;
  text: string;
};

/** A talk: what stands after its `#`, and its lines. */
export type Talk = { head: string; lines: Line[] };

/**
 * Reads talks written as text, one message a line:
 *
 *     # d12 10:05
 *     sam: Draining the old pool now.
 *     dev +4 edited: Watching the gateway.
 *       A line that is indented belongs to the message above; `~` alone is an empty one.
 *
 * After the name may stand `+minutes`, `edited` and `deleted`. Throws on a line it cannot read.
 */
export function parseTalks(script: string): Talk[] {
  const talks: Talk[] = [];
  for (const line of script.split("\n")) {
    if (line.startsWith("# ")) {
      talks.push({ head: line.slice(2).trim(), lines: [] });
    } else if (line.startsWith("  ")) {
      const message = talks.at(-1)?.lines.at(-1);
      if (message === undefined) throw new Error(`demo talk: nothing to continue with "${line}"`);
      message.text += `\n${line.trim() === "~" ? "" : line.slice(2)}`;
    } else if (line !== "") {
      const talk = talks.at(-1);
      if (talk === undefined) throw new Error(`demo talk: "${line}" stands before the first talk`);
      talk.lines.push(parseLine(line));
    }
  }
  return talks;
}

const shape = /^([a-z]+)((?: (?:\+\d+|edited|deleted))*): (.+)$/;

function parseLine(line: string): Line {
  const [, who, marks, text] = shape.exec(line) ?? [];
  if (who === undefined || marks === undefined || text === undefined) {
    throw new Error(`demo talk: cannot read "${line}"`);
  }
  const gap = /\+(\d+)/.exec(marks)?.[1];
  return {
    who,
    gapMinutes: gap === undefined ? null : Number(gap),
    edited: marks.includes("edited"),
    deleted: marks.includes("deleted"),
    text,
  };
}
