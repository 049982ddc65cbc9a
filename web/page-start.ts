import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Plugin, type Rolldown, build as viteBuild } from "vite";
import { chunksFor } from "./chunks.ts";
import type { PageFiles } from "./src/early/early-requests.ts";

interface PageStartOptions {
  /** Where the script begins. */
  entry: string;
  /** Where the script begins that says so when the app does not come. */
  failureEntry: string;
  /** The modules that every signed-in page waits for. */
  frame: readonly string[];
  /** The modules of pages, by the beginning of their addresses. */
  pages: Readonly<Record<string, readonly string[]>>;
}

const themeTag = '<script src="/theme-boot.js"></script>';
/** The longest script: it comes before anything is shown. */
const limitBytes = 3_000;

/**
 * Puts the script for the theme into the page, and one that asks for the files and the first answers of a signed-in page
 * before the app has come, and one that says so when it never comes. The server allows all by their hashes. In development
 * there are no such scripts.
 */
export function pageStart({ entry, failureEntry, frame, pages }: PageStartOptions): Plugin {
  let root = "";
  let publicFolder = "";
  return {
    name: "atoll:page-start",
    apply: "build",
    configResolved(config) {
      root = config.root;
      publicFolder = config.publicDir;
    },
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") return this.error("page start: the build has no page");
        const html = String(page.source);
        if (!html.includes(themeTag)) this.error("page start: the page does not set the theme");
        const byPage = Object.entries({ "": [], ...pages }).map(([path, modules]) => {
          const { chunks, missing } = chunksFor(bundle, [...frame, ...modules]);
          if (missing.length > 0) this.error(`page start: no chunk holds ${missing.join(", ")}`);
          const files = [...chunks].map(({ fileName }) => fileName).filter((name) => !html.includes(name));
          return { path, files: files.map((name) => name.replace(/^assets\/(.*)\.js$/, "$1")) };
        });
        const names = [...new Set(byPage.flatMap(({ files }) => files))];
        const script = await bundleScript(join(root, entry), {
          names,
          pages: Object.fromEntries(
            byPage.map(({ path, files }) => [path, files.map((name) => names.indexOf(name))]),
          ),
        });
        if (script.length > limitBytes)
          this.error(`page start: the script has ${script.length} bytes (limit ${limitBytes})`);
        const failure = await bundleScript(join(root, failureEntry));
        const theme = await readFile(join(publicFolder, "theme-boot.js"), "utf8");
        // In the page, neither costs a request before the first paint.
        page.source = html
          .replace(
            "</title>",
            () => `</title>\n    <script>${script}</script>\n    <script>${failure}</script>`,
          )
          .replace(themeTag, () => `<script>${theme.replaceAll(/^\s*\/\/.*\n/gm, "")}</script>`);
        this.info(`script of the page: ${script.length} bytes`);
      },
    },
  };
}

async function bundleScript(entry: string, files?: PageFiles): Promise<string> {
  const result = await viteBuild({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    define: files ? { __ATOLL_PAGE_FILES__: JSON.stringify(files) } : {},
    build: { write: false, rolldownOptions: { input: entry, output: { format: "iife" } } },
  });
  const outputs = Array.isArray(result) ? result : "output" in result ? [result] : [];
  const scripts = outputs.flatMap(({ output }): Rolldown.OutputChunk[] =>
    output.filter((file) => file.type === "chunk"),
  );
  const [script, ...others] = scripts;
  if (!script || others.length > 0) throw new Error("the script of the page is not one");
  // No text in it may end its element.
  if (/<\/script|<!--/i.test(script.code)) throw new Error("the script of the page ends its element");
  return script.code.trim();
}
