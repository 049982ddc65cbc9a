import type { Plugin } from "vite";

/** Not for style sheets: names for the canvas library, which looks for them. */
const otherNames = new Set(["nodrag", "nopan", "nowheel"]);
const literal = /className="([^"]+)"/g;
const joined = /className=\{cx\(([\s\S]*?)\)\}/g;
/** Text that is a class by its place, not one that something is compared with or called with. */
const inJoined = /(?:^|,\s*\n|&&|\?)\s*"([^"]+)"/g;

/**
 * Fails the build when a component names a class that no style sheet has, such as a size of Tailwind's that our theme
 * leaves out: the browser would ignore it without a word.
 */
export function knownClasses(): Plugin {
  const named = new Map<string, string>();
  return {
    name: "atoll:known-classes",
    apply: "build",
    transform: {
      order: "pre",
      filter: { id: /\/web\/src\/.*\.tsx$/ },
      handler(code, id) {
        for (const text of classTexts(code)) for (const name of text.split(/\s+/)) named.set(name, id);
        return null;
      },
    },
    generateBundle(_options, bundle) {
      const sheets = Object.values(bundle).flatMap((file) =>
        file.type === "asset" && file.fileName.endsWith(".css") ? [String(file.source)] : [],
      );
      const known = new Set(sheets.flatMap(classesIn));
      const unknown = [...named].filter(([name]) => name && !known.has(name) && !isOther(name));
      if (unknown.length > 0)
        this.error(
          `no style sheet has these classes:\n${unknown.map(([name, id]) => `  ${name} in ${id}`).join("\n")}`,
        );
    },
  };
}

const isOther = (name: string) => otherNames.has(name) || /^(group|peer)(\/|$)/.test(name);

function* classTexts(code: string): Generator<string> {
  for (const [, text = ""] of code.matchAll(literal)) yield text;
  for (const [, list = ""] of code.matchAll(joined))
    for (const [, text = ""] of list.matchAll(inJoined)) yield text;
}

/** Returns the names of classes in a style sheet, without its escapes: `\32 xl` is "2xl". */
function classesIn(sheet: string): string[] {
  return Array.from(sheet.matchAll(/\.((?:\\[0-9a-f]{1,6} |\\.|[\w-])+)/gi), ([, name = ""]) =>
    name.replace(/\\([0-9a-f]{1,6}) |\\(.)/gi, (_all, code?: string, character = "") =>
      code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
    ),
  );
}
