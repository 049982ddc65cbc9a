/** How deep JSON from outside may be nested. The deepest thing that people send, a document, is far flatter. */
export const maxJsonDepth = 100;

/**
 * Parses JSON from outside. Deep nesting is refused before it is parsed, since parsing and checking it would hold the loop.
 * @throws {SyntaxError} for what is no JSON, or nested too deep.
 */
export function parseJson(text: string): unknown {
  assertShallow(text);
  return JSON.parse(text);
}

function assertShallow(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === openBracket || code === openBrace) {
      depth += 1;
      if (depth > maxJsonDepth) throw new SyntaxError("The JSON is nested too deep");
    } else if (code === closeBracket || code === closeBrace) depth -= 1;
  }
}

/** The place of the quote that ends a string; behind the text where none does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

const [quote, backslash] = [0x22, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
