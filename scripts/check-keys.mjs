import { CommandError } from "./command.mjs";
import { readSource, sourceFiles } from "./source-files.mjs";

const helper = "web/src/lib/page/is-composing.ts";
/** The fields of an event that tell a key of an input method, each of which some browser leaves out. */
const asked = /\.(isComposing|keyCode|charCode|which)\b/;

/**
 * Fails for every place that asks by itself whether a key belongs to an input method: one helper knows what each browser
 * says. The page calls it before any handler.
 * @throws {CommandError} naming the lines.
 */
export async function checkKeys() {
  const files = (await sourceFiles()).filter(
    (file) => /^web\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== helper,
  );
  const found = [];
  for (const file of files)
    for (const [index, line] of (await readSource(file)).split("\n").entries())
      if (asked.test(line)) found.push(`${file}:${index + 1}: ${line.trim()}`);
  if (found.length > 0)
    throw new CommandError(`Ask isComposing() in ${helper} instead of the event:\n${found.join("\n")}`);
  if (!/^ignoreComposingKeys\(\);$/m.test(await readSource("web/src/main.tsx")))
    throw new CommandError("web/src/main.tsx calls ignoreComposingKeys() before anything is shown");
  return `${files.length} files`;
}
