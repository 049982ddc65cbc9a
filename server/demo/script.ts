/** One message of a written talk. `gapMinutes` is counted from the message before it. */
export type Line = {
  who: string;
  gapMinutes: number | null;
  edited: boolean;
  deleted: boolean;
  /** Answers in the thread of the last line before it that does not. */
  inThread: boolean;
  pinned: boolean;
  text: string;
  /** In order; each with the keys of who reacted. */
  reactions: { emoji: string; who: string[] }[];
  /** Names of files in `files/`, which hang under it. */
  files: string[];
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
 *     ^ 👍 sam kofi
 *     % staging.png staging.csv
 *
 * After the name may stand `+minutes`, `edited`, `deleted`, `thread` and `pinned`; `^` says who reacted to the
 * message above, and `%` which files it has. Throws on a line it cannot read.
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
    } else if (line.startsWith("^ ")) {
      const [emoji = "", ...who] = line.slice(2).split(" ");
      const message = talks.at(-1)?.lines.at(-1);
      if (message === undefined || who.length === 0)
        throw new Error(`demo talk: cannot react with "${line}"`);
      message.reactions.push({ emoji, who });
    } else if (line.startsWith("% ")) {
      const message = talks.at(-1)?.lines.at(-1);
      if (message === undefined) throw new Error(`demo talk: nothing to attach to with "${line}"`);
      message.files.push(...line.slice(2).trim().split(" "));
    } else if (line !== "") {
      const talk = talks.at(-1);
      if (talk === undefined) throw new Error(`demo talk: "${line}" stands before the first talk`);
      talk.lines.push(parseLine(line));
    }
  }
  return talks;
}

const shape = /^([a-z]+)((?: (?:\+\d+|edited|deleted|thread|pinned))*): (.+)$/;

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
    inThread: marks.includes("thread"),
    pinned: marks.includes("pinned"),
    text,
    reactions: [],
    files: [],
  };
}
