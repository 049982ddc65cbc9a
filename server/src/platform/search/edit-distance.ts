/**
 * Returns the edit distance between two words: insertions, deletions, replacements and swapped neighbours. Counts to
 * `atMost` and returns `atMost + 1` for more.
 */
export function editDistance(one: string, other: string, atMost: number): number {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > atMost) return atMost + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return Math.min(last[b.length] ?? 0, atMost + 1);
}

const alphabets = [
  "abcdefghijklmnopqrstuvwxyz",
  "абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ",
  "αβγδεζηθικλμνξοπρστυφχψω",
];

/** Returns every word with an edit distance of one; empty for a word in other scripts than these alphabets. */
export function wordsOneSlipAway(word: string): string[] {
  const letters = [...word];
  const alphabet = alphabets.find((candidate) => letters.every((letter) => candidate.includes(letter)));
  if (!alphabet) return [];
  const words = new Set<string>();
  for (let at = 0; at <= letters.length; at += 1) {
    const [head, tail] = [letters.slice(0, at), letters.slice(at)];
    const [first = "", second = "", ...rest] = tail;
    const begin = head.join("");
    for (const letter of alphabet) {
      words.add(begin + letter + tail.join(""));
      if (first) words.add(begin + letter + second + rest.join(""));
    }
    if (first) words.add(begin + second + rest.join(""));
    if (second) words.add(begin + second + first + rest.join(""));
  }
  words.delete(word);
  return [...words];
}
