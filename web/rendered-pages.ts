import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { type Plugin, type Rolldown, type UserConfig, build as viteBuild } from "vite";
import {
  type PublicPages,
  publicPagesFile,
  publicPaths,
  slots,
} from "../contract/src/workspace/public-pages.ts";
import { criticalCss } from "./critical-css.ts";

interface RenderedPagesOptions {
  /** The screens of the pages. No other lazily loaded module is part of them. */
  screens: RegExp;
  define: NonNullable<UserConfig["define"]>;
  alias: Record<string, string>;
}

/**
 * Renders the public pages to HTML, with the rules of the style sheets that they need, for the server to send. The build
 * fails when a page has no content.
 */
export function renderedPages(options: RenderedPagesOptions): Plugin {
  let root = "";
  return {
    name: "atoll:rendered-pages",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const page = bundle["index.html"];
        if (page?.type !== "asset") return this.error("rendered pages: the build has no page");
        const { rendered, picture } = await render(root, options);
        const sheet = sheetOf(bundle);
        const pages = await describe(root, String(page.source), sheet, rendered);
        page.source = withPicture(String(page.source), picture, sheet);
        this.emitFile({ type: "asset", fileName: publicPagesFile, source: JSON.stringify(pages) });
        for (const path of publicPaths) {
          const { style, variants } = pages.pages[path];
          this.info(
            `rendered ${path}: ${Object.keys(variants).length} variants, ${(style.length / 1000).toFixed(1)} kB of style`,
          );
        }
      },
    },
  };
}

type Rendered = Record<(typeof publicPaths)[number], Record<string, string>>;

/** Renders in this process, with a bundle of the pages alone. */
async function render(
  root: string,
  { screens, define, alias }: RenderedPagesOptions,
): Promise<{ rendered: Rendered; picture: string }> {
  await mkdir(join(root, "node_modules"), { recursive: true });
  const folder = await mkdtemp(join(root, "node_modules", ".rendered-"));
  try {
    await viteBuild({
      configFile: false,
      root,
      publicDir: false,
      logLevel: "error",
      plugins: [react(), onlyScreens(screens)],
      define: { ...define, "process.env.NODE_ENV": JSON.stringify("production") },
      resolve: {
        alias: { ...alias, "@tanstack/router-core/isServer": join(import.meta.dirname, "is-browser.ts") },
      },
      ssr: { noExternal: true },
      build: {
        ssr: "src/app/rendered/render-public-pages.tsx",
        outDir: folder,
        minify: false,
        rolldownOptions: { output: { entryFileNames: "render.mjs", chunkFileNames: "[name]-[hash].mjs" } },
      },
    });
    const { renderVariants, renderFramePicture } = await import(
      pathToFileURL(join(folder, "render.mjs")).href
    );
    const rendered = await Promise.all(publicPaths.map(async (path) => [path, await renderVariants(path)]));
    return { rendered: Object.fromEntries(rendered) as Rendered, picture: renderFramePicture() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function onlyScreens(screens: RegExp): Plugin {
  return {
    name: "atoll:only-screens",
    enforce: "pre",
    resolveDynamicImport(specifier) {
      return typeof specifier === "string" && !screens.test(specifier)
        ? { id: "node:fs", external: true }
        : null;
    },
  };
}

/** Returns the style sheets of the first load as one. */
function sheetOf(bundle: Rolldown.OutputBundle): string {
  return Object.values(bundle)
    .flatMap((file) =>
      file.type === "asset" && /(core|sign-in)-[^/]*\.css$/.test(file.fileName) ? [file] : [],
    )
    .sort((one, other) => one.fileName.localeCompare(other.fileName))
    .map(({ source }) => String(source))
    .join("\n")
    .replaceAll(/url\((?:\.\/)?([\w-]+\.woff2)\)/g, "url(/assets/$1)");
}

/**
 * Puts a picture of the frame into the page, with the rules that it needs, which a signed-in person sees until the app
 * takes over (main.tsx). The script of the page shows it (src/early). The style sheet holds up only the app.
 */
function withPicture(html: string, picture: string, sheet: string): string {
  const link = /\s*(<link rel="stylesheet"[^>]*>)/.exec(html)?.[1];
  if (!link || !picture.includes("<svg"))
    throw new Error("rendered pages: the page has no picture of the frame");
  const frame = `<div id="frame" aria-hidden="true">${picture}</div>`;
  const style = criticalCss(sheet, html + frame) + ofPicture;
  return html
    .replace(link, () => `<style>${style}</style>`)
    .replace('<div id="root"></div>', () => `${frame}\n    <div id="root"></div>\n    ${link}`);
}

/** "wide" is a frame whose sidebar is hidden. */
const ofPicture =
  "#frame{display:none}[data-frame] #frame{display:block;position:fixed;inset:0}" +
  "[data-frame=wide] [data-grid]{grid-template-columns:minmax(0,1fr)}[data-frame=wide] #frame aside{display:none}" +
  "@media (width>=1024px){[data-frame=wide] [data-sheet]{margin-left:.5rem}}";

async function describe(root: string, html: string, sheet: string, rendered: Rendered): Promise<PublicPages> {
  const scripts = [...html.matchAll(/<script type="module"[^>]* src="([^"]+)"/g)].map(([, src = ""]) => src);
  const styles = [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(
    ([, href = ""]) => href,
  );
  if (scripts.length === 0 || styles.length !== 1)
    throw new Error("rendered pages: the page has no script, or not one style sheet");
  const document = html
    .replace(/\s*<script type="module"[^>]*><\/script>/g, "")
    .replace(/\s*<link rel="(stylesheet|modulepreload)"[^>]*>/g, "")
    .replace(/<script src="\/theme-boot.js"><\/script>/, () => `${slots.style}${slots.state}${slots.boot}`)
    .replace(/<title>.*<\/title>/, () => `<title>${slots.title}</title>`)
    .replace(/<noscript>[\s\S]*?<\/noscript>\s*/, "")
    .replace('<div id="root"></div>', () => `<div id="root">${slots.content}</div>`);
  const maps: Record<string, string> = {};
  const pages = Object.fromEntries(
    publicPaths.map((path) => {
      const style = criticalCss(sheet, document + Object.values(rendered[path]).join("\n"));
      const variants = Object.entries(rendered[path]).map(([name, content]) => {
        if (!content.includes("<h1")) throw new Error(`rendered pages: ${path} has no heading`);
        return [
          name,
          content.replace(/<svg[^>]*class="contour-map[\s\S]*?<\/svg>/, (map) => mark(maps, map)),
        ];
      });
      return [path, { style: style + whileLoading, variants: Object.fromEntries(variants) }];
    }),
  ) as PublicPages["pages"];
  const boot = await Promise.all(
    ["public/theme-boot.js", "public-boot.js"].map((file) => readFile(join(root, file), "utf8")),
  );
  const script = boot
    .join("\n")
    .replaceAll(/^\s*\/\/.*\n/gm, "")
    .replace("href: STYLE", () => `href: ${JSON.stringify(styles[0])}`)
    .replace("= SCRIPTS", () => `= ${JSON.stringify(scripts)}`);
  return { document, boot: script, maps, pages };
}

/** Nothing of the page is shown to a person who is signed in, and a button that was pressed early shows it. */
const whileLoading = "[data-returning] #root{display:none}[data-early] [type=submit]{opacity:.6}";

/** Replaces a map, which is most of a page, by its name. */
function mark(maps: Record<string, string>, map: string): string {
  const known = Object.entries(maps).find(([, other]) => other === map)?.[0];
  const name = known ?? `\uE000map${Object.keys(maps).length}\uE000`;
  maps[name] = map;
  return name;
}
