/**
 * The words of a text in Markdown, for one line: without fences, marks of emphasis, quotes, headings, tables and
 * addresses. Entries of a list begin with a dot, so that they stay apart in one line.
 */
export function withoutMarks(content: string): string {
  const words = content
    .replace(/^ {0,3}(?:```|~~~).*$/gm, "")
    .replace(/^[ \t]*(?:\|[ \t]*)?(?::?-+:?[ \t]*\|[ \t]*)+(?::?-+:?[ \t]*)?(?:\n|$)/gm, "")
    .replace(/^[ \t]*\|(.*)$/gm, (_row, cells: string) =>
      cells.split("|").map(trim).filter(Boolean).join(", "),
    )
    .replace(/^[ \t]*(?:#{1,6} +|> ?)/gm, "")
    .replace(/^[ \t]*[-*+] +(?:\[[ xX]\] +)?(?=\S)/gm, "• ")
    .replace(/!?\[([^[\]\n]+)\]\([^[)\n]*\)/g, "$1")
    .replace(/(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g, "$2")
    .replace(/(^|[^\w=])==(?=[^\s=])([^=\n]*?[^\s=])==(?![\w=])/gm, "$1$2")
    .replace(/(^|[^\w*])\*(?=[^\s*])([^*\n]*?[^\s*])\*(?![\w*])/gm, "$1$2")
    .replace(/(^|\W)_(?=[^\s_])([^_\n]*?[^\s_])_(?!\w)/gm, "$1$2")
    .replace(/`([^`\n]+)`/g, "$1");
  return words.trim() === "" ? content : words;
}

const trim = (cell: string) => cell.trim();
