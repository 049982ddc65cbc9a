import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { type Plugin, type Rolldown, build as viteBuild } from "vite";
import { chunksFor } from "./chunks.ts";
import type { FirstScreen } from "./size-budget.ts";
import type { WebBuild } from "./src/worker/build.ts";

export interface ServiceWorkerOptions {
  /** Where the worker begins. */
  entry: string;
  /** The files it stores before it takes over. The rest follows when it is idle. */
  screens: readonly FirstScreen[];
  /** Files that are kept only when they are used: few people see them. */
  onlyWhenUsed: RegExp;
}

/**
 * Builds the service worker as `/sw.js`, one classic script without a hash in its name, that knows all files of the build.
 * It is made of the sources and of nothing else, so that every node of a build serves the same bytes: browsers take other
 * bytes for a new version. In development there is none.
 */
export function serviceWorker(options: ServiceWorkerOptions): Plugin {
  let root = "";
  let publicFolder = "";
  return {
    name: "atoll:service-worker",
    apply: "build",
    configResolved(config) {
      root = config.root;
      publicFolder = config.publicDir;
    },
    generateBundle: {
      // Behind what makes the page and names the files.
      order: "post",
      async handler(_options, bundle) {
        const build = await describe(bundle, publicFolder, options);
        if (!build) return this.error("service worker: the build has no page");
        this.emitFile({
          type: "asset",
          fileName: "sw.js",
          source: await bundleWorker(join(root, options.entry), build),
        });
        this.info(
          `service worker of build ${build.id}: ${build.first.length} files first, ${build.rest.length} later`,
        );
      },
    },
  };
}

async function describe(
  bundle: Rolldown.OutputBundle,
  publicFolder: string,
  { screens, onlyWhenUsed }: ServiceWorkerOptions,
): Promise<WebBuild | undefined> {
  const page = bundle["index.html"];
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  // An entry that only imports is left out: the page names the file with the start of the app itself.
  const entry =
    chunks.find(({ isEntry }) => isEntry) ??
    chunks.find(({ moduleIds }) => moduleIds.some((module) => module.endsWith("/src/main.tsx")));
  if (page?.type !== "asset" || !entry) return undefined;
  const checked = { "/index.html": digestOf(page.source), ...(await digestsIn(publicFolder)) };
  const needed = new Set(screens.flatMap(({ modules }) => [...chunksFor(bundle, modules).chunks]));
  const isFirst = (name: string) =>
    isStyleOrFont(name) || [...needed].some((chunk) => chunk.fileName === name);
  const kindOf = (name: string) => (isFirst(name) ? "first" : onlyWhenUsed.test(name) ? "whenUsed" : "rest");
  const names = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
  const { first = [], rest = [], whenUsed = [] } = Object.groupBy(names.sort(), kindOf);
  const id = digestOf(JSON.stringify([checked, names])).slice(0, 16);
  const asPaths = (some: readonly string[]) => some.map((name) => `/${name}`);
  return {
    id,
    entry: `/${entry.fileName}`,
    checked,
    first: asPaths(first),
    rest: asPaths(rest),
    whenUsed: asPaths(whenUsed),
  };
}

/** Letters of the languages that are shown, and no others. */
function isStyleOrFont(name: string): boolean {
  return name.endsWith(".css") || /-latin-wght-.*\.woff2$/.test(name);
}

/** The files that go into the build as they are. */
async function digestsIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const digests: Record<string, string> = {};
  for (const path of paths.sort())
    digests[`/${relative(folder, path).replaceAll("\\", "/")}`] = digestOf(await readFile(path));
  return digests;
}

function digestOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

async function bundleWorker(entry: string, build: WebBuild): Promise<string> {
  const result = await viteBuild({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    define: { __ATOLL_BUILD__: JSON.stringify(build) },
    build: {
      write: false,
      rolldownOptions: { input: entry, output: { format: "iife", entryFileNames: "sw.js" } },
    },
  });
  const outputs = Array.isArray(result) ? result : "output" in result ? [result] : [];
  const scripts = outputs.flatMap(({ output }) => output.filter((file) => file.type === "chunk"));
  const [script, ...others] = scripts;
  if (!script || others.length > 0) throw new Error("the service worker is not one script");
  return script.code;
}
