import type { Plugin, Rolldown } from "vite";
import type { FirstScreen } from "./size-budget.ts";

/** A set that takes less than this of the source is part of a file with other sets. */
const smallSet = 12_000;
/** Modules that more parts than this share are in one file with all others of the kind. */
const fewParts = 3;

/** Folders of an area that has another name where most of it is. */
const areaOfFolder: Readonly<Record<string, string>> = {
  admin: "administration",
  audit: "administration",
  "community-faqs": "questions",
  departments: "cards",
  "knowledge-base": "knowledge",
  people: "identity",
  workspace: "administration",
};

/** The parts of the app that load at different moments, each by the modules it begins with. The first that matches. */
const parts: readonly [RegExp, string][] = [
  // Data and libraries of their own, which most people never need, or only where they write.
  [/emojibase-data\/en\/compact/, "emoji-compact"],
  [/emojibase-data\/en\/shortcodes/, "emoji-shortcodes"],
  [/emoji-list|emojibase-data/, "emoji-list"],
  [/coloured-code/, "coloured-code"],
  [/draw-formula/, "draw-formula"],
  [/documents\/editor-screen/, "editor"],
  [/brainstorm\/board-page/, "canvas"],
  // Loaded right after the frame is shown, before everything else that loads then.
  [/chat\/session\/chat-session/, "chat-session"],
  // Loaded before the frame is shown.
  [/app\/([a-z-]+\/)?live\.tsx?$/, "live"],
  // The list of pages, so that their names stay out of the first load.
  [/app\/pages\.ts$/, "pages"],
  [/palette|shortcut/, "palette"],
  [/cards-of-dashboard/, "dashboard-cards"],
  [/app\/(screens|not-sent)\//, "screens"],
  // Dialogs, menus and other things that open over a page.
  [/src\/ui\//, "kit"],
  // Loaded after the first paint of every page.
  [
    /src\/(lib|app\/(shell|service-worker)|capabilities\/offline|features\/notifications\/(bell\/bell|ring|push))|socket-wire|changes\.ts$|pending-(answers|notes|questions)|vote-store|idea-outbox|unread-count|comment-store|notice-bar|channel-list\/notifications/,
    "frame",
  ],
];

/**
 * Cuts the code behind the first screens into files by area: a file for each area's pages, one for what its pages load
 * when it is wanted, and files for what several of these share. Cut by which modules share what, as Rolldown does by
 * itself, it would be several hundred files, each with a link for the browser to follow.
 *
 * A module's file follows from the set of parts that need it: what it imports is needed by all of these, too, and by more.
 * So files only import files of larger sets, and never each other in a circle.
 */
export function areaChunks(options: { screens: readonly FirstScreen[]; schemas: RegExp; icons: RegExp }) {
  let plan: ReadonlyMap<string, string> = new Map();
  const plugin: Plugin = {
    name: "atoll:area-chunks",
    apply: "build",
    buildEnd(error) {
      if (!error) plan = planChunks(readModules(this), options);
    },
  };
  return { plugin, nameOf: (id: string) => plan.get(id) ?? null };
}

interface Module {
  imports: readonly string[];
  lazyImports: readonly string[];
  isEntry: boolean;
  size: number;
}
type Modules = ReadonlyMap<string, Module>;

function readModules(context: Rolldown.PluginContext): Modules {
  const modules = new Map<string, Module>();
  // In an order that does not depend on which file was read first: two builds of the same sources are equal.
  for (const id of [...context.getModuleIds()].sort()) {
    const info = context.getModuleInfo(id);
    if (!info) continue;
    const { importedIds: imports, dynamicallyImportedIds: lazyImports, isEntry, code } = info;
    modules.set(id, { imports, lazyImports, isEntry, size: code?.length ?? 0 });
  }
  return modules;
}

/** Returns the file of each module by the module's ID; none for the modules of the first screens. */
function planChunks(
  modules: Modules,
  { screens, schemas, icons }: { screens: readonly FirstScreen[]; schemas: RegExp; icons: RegExp },
): Map<string, string> {
  const plan = new Map<string, string>();
  const isApart = (id: string) => schemas.test(id) || icons.test(id);
  /** The modules that load with these. */
  function reach(roots: Iterable<string>, isLeftOut: (id: string) => boolean = isApart): Set<string> {
    const reached = new Set<string>();
    const waiting = [...roots];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (reached.has(id) || isLeftOut(id)) continue;
      reached.add(id);
      waiting.push(...(modules.get(id)?.imports ?? []));
    }
    return reached;
  }
  const ids = [...modules.keys()];
  const shown = screens.flatMap((screen) => screen.modules);
  const first = reach(
    ids.filter((id) => modules.get(id)?.isEntry || shown.some((part) => id.includes(part))),
  );
  // Schemas and pages both need the limits: in a file of either, each would wait for the other.
  const ofSchemas = ids.filter((id) => schemas.test(id));
  const below = reach(ofSchemas.flatMap((id) => modules.get(id)?.imports ?? []));
  for (const id of below) if (!first.has(id)) plan.set(id, "limits");

  const needing = new Map<string, Set<string>>();
  for (const root of new Set([...modules.values()].flatMap(({ lazyImports }) => lazyImports))) {
    const part = partOf(root);
    for (const id of reach([root], (one) => isApart(one) || first.has(one) || plan.has(one)))
      needing.set(id, (needing.get(id) ?? new Set()).add(part));
  }
  const sets = Map.groupBy(needing.keys(), (id) => nameOfSet(needing.get(id) ?? new Set()));
  const sizeOf = (set: string) =>
    (sets.get(set) ?? []).reduce((sum, id) => sum + (modules.get(id)?.size ?? 0), 0);
  const isOwn = (set: string) =>
    !set.includes("+") || (set.split("+").length <= fewParts && sizeOf(set) >= smallSet);
  const own = [...sets.keys()]
    .filter(isOwn)
    .sort((one, other) => one.split("+").length - other.split("+").length);
  for (const [set, members] of sets) {
    // With the smallest set that all of its parts load anyway.
    const file = isOwn(set) ? set : (own.find((larger) => isWithin(set, larger)) ?? "shared");
    for (const id of members) plan.set(id, file);
  }
  return plan;
}

/** Returns the name of a set of parts. The files that every page loads hold all modules that any of these pages needs. */
function nameOfSet(needing: ReadonlySet<string>): string {
  return (
    ["live", "frame", "kit", "chat-session"].find((part) => needing.has(part)) ??
    [...needing].sort().join("+")
  );
}

function isWithin(set: string, larger: string): boolean {
  const all = larger.split("+");
  return set.split("+").every((part) => all.includes(part));
}

function partOf(root: string): string {
  for (const [pattern, part] of parts) if (pattern.test(root)) return part;
  const [, layer, folder = "", page] =
    /\/web\/src\/(app|features|capabilities)\/([a-z-]+)\/(.*page\.tsx)?/.exec(root) ?? [];
  if (layer === "capabilities") return "parts";
  const area = areaOfFolder[folder] ?? folder;
  return page ? area : `${area}-parts`;
}
