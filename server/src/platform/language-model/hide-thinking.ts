const opening = /<(think|thinking|reasoning)>/i;
const longestTag = "</reasoning>".length;

/** Returns a filter that removes a model's reasoning between tags from streamed text. */
export function createThinkingFilter(): { add(text: string): string; end(): string } {
  let held = "";
  let closing: RegExp | undefined;

  function take(isLast: boolean): string {
    let shown = "";
    for (;;) {
      const tag = closing ?? opening;
      const found = tag.exec(held);
      if (!found) break;
      if (!closing) shown += held.slice(0, found.index);
      held = held.slice(found.index + found[0].length);
      closing = closing ? undefined : new RegExp(`</${found[1]}>`, "i");
    }
    // The end may be the beginning of a tag, or of nothing.
    const from = isLast ? held.length : tagStart(held);
    if (!closing) shown += held.slice(0, from);
    held = held.slice(from);
    return shown;
  }

  return {
    add(text) {
      held += text;
      return take(false);
    },
    end: () => take(true),
  };
}

function tagStart(text: string): number {
  const from = text.lastIndexOf("<");
  return from >= 0 && text.length - from < longestTag && !text.includes(">", from) ? from : text.length;
}
