/**
 * Splits a stream of bytes at line feeds alone, several lines at a time.
 * @throws {Error} for a line longer than `maxBytes`, and for a last line without its line feed.
 */
export async function* linesOf(
  content: AsyncIterable<Buffer>,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<string[]> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of content) {
    const end = chunk.lastIndexOf(10);
    if (end >= 0) {
      const whole = Buffer.concat([...rest, chunk.subarray(0, end)]).toString("utf8");
      rest = [];
      restBytes = 0;
      yield whole.split("\n");
    }
    const after = chunk.subarray(end + 1);
    if (after.length > 0) rest.push(after);
    restBytes += after.length;
    if (restBytes > maxBytes) throw new Error("a line is too long");
  }
  if (restBytes > 0) throw new Error("the last line was cut short");
}
