/** Longer lines and events are no messages of a stream. In UTF-16 units. */
const maxEventLength = 1_000_000;

/** An event that never ends. */
export class EndlessEvent extends Error {
  override name = "EndlessEvent";
}

/**
 * Returns a reader of server-sent events as the HTML standard describes the format: lines end with CR, LF or both, the
 * data of an event may have several lines, and a byte order mark, comments and other fields are skipped. `add` takes text
 * in any pieces and returns the data of the events that it completes. `end` returns the data of an event whose blank line
 * is missing: the standard drops it, but some servers end their last event with the connection.
 * @throws {EndlessEvent}
 */
export function createEventReader(): { add(text: string): string[]; end(): string[] } {
  let rest = "";
  let isFirst = true;
  let data: string[] = [];
  let length = 0;

  function take(text: string): string[] {
    const lines = text.split(/\r\n|\r|\n/);
    rest = lines.pop() ?? "";
    const events: string[] = [];
    for (const line of lines) {
      if (line === "") events.push(...dispatch());
      else read(line);
    }
    if (rest.length + length > maxEventLength) throw new EndlessEvent("an event without an end");
    return events;
  }

  function read(line: string): void {
    const value = line === "data" ? "" : /^data: ?(.*)$/s.exec(line)?.[1];
    if (value === undefined) return;
    data.push(value);
    length += value.length;
  }

  function dispatch(): string[] {
    const event = data.join("\n");
    const events = data.length > 0 ? [event] : [];
    data = [];
    length = 0;
    return events;
  }

  return {
    add(text) {
      let all = rest + text;
      if (isFirst && all !== "") {
        all = all.replace(/^\ufeff/, "");
        isFirst = false;
      }
      // A CR at the end may be half of a line end.
      if (!all.endsWith("\r")) return take(all);
      const events = take(all.slice(0, -1));
      rest += "\r";
      return events;
    },
    end() {
      const events = take(`${rest}\n`);
      return [...events, ...dispatch()];
    },
  };
}
