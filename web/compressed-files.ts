import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Kinds that are text. Pictures and fonts are compressed already. */
const texts = new Set([".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest", ".xml"]);

/**
 * Compresses every text file of the build twice, once at build time rather than for each visitor: `x.js.br` and
 * `x.js.gz` next to `x.js`. The server sends the one that the browser accepts. A compressed file that would not be
 * smaller is left out. The build fails if nothing was compressed, because something else is then wrong.
 */
export function compressedFiles(): Plugin {
  return {
    name: "atoll:compressed-files",
    apply: "build",
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir }) {
        const folder = dir ?? this.error("the build has no folder");
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        let written = 0;
        for (const entry of entries) {
          // The server reads what is rendered, and fills it in.
          if (!entry.isFile() || !texts.has(extname(entry.name)) || /[\\/]rendered$/.test(entry.parentPath))
            continue;
          written += await compress(join(entry.parentPath, entry.name));
        }
        if (written === 0) this.error(`no file to compress in ${folder}`);
      },
    },
  };
}

/** @returns how many files it wrote. */
async function compress(path: string): Promise<number> {
  const content = await readFile(path);
  const variants = [
    { path: `${path}.br`, content: await brotlied(content, brotliOptions(content.length)) },
    { path: `${path}.gz`, content: await gzipped(content, { level: constants.Z_BEST_COMPRESSION }) },
  ].filter((variant) => variant.content.length < content.length);
  for (const variant of variants) await writeFile(variant.path, variant.content);
  return variants.length;
}

function brotliOptions(length: number) {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  };
}
