import { gzipSync } from "node:zlib";
import type { Plugin, Rolldown } from "vite";
import { chunksFor } from "./chunks.ts";

/** A screen and the modules its route loads lazily, each named by a part of its path. */
export interface FirstScreen {
  route: string;
  modules: string[];
}

export interface SizeBudgetOptions {
  /** In kilobytes of 1,000 bytes, as gzip at its hardest, the larger of the two forms that are sent. */
  limitKb: number;
  screens: FirstScreen[];
}

/**
 * Fails the build when the JavaScript that a first load needs, as it is sent, is over the limit.
 * A first load is the entry, what it imports statically, and the same for the screen's own chunks.
 * Screens are judged apart and the larger one counts. A screen nobody can find also fails the build,
 * for a budget that measures nothing would pass for ever.
 */
export function sizeBudget({ limitKb, screens }: SizeBudgetOptions): Plugin {
  return {
    name: "atoll:size-budget",
    apply: "build",
    generateBundle: {
      // Count code that other plugins add to the chunks.
      order: "post",
      handler(_options, bundle) {
        const results = screens.map((screen) => ({ screen, ...measure(bundle, screen) }));
        for (const { screen, missing } of results) {
          if (missing.length > 0)
            this.error(`size budget: no chunk holds ${missing.join(", ")} (${screen.route})`);
        }
        const lines = results.map(({ screen, kb }) => `${screen.route} ${kb.toFixed(1)} kB`);
        const largest = Math.max(0, ...results.map((result) => result.kb));
        const report = `first load, JavaScript gzipped: ${lines.join(", ")} (limit ${limitKb} kB)`;
        if (largest > limitKb) this.error(`over the size budget: ${report}`);
        this.info(report);
      },
    },
  };
}

function measure(bundle: Rolldown.OutputBundle, screen: FirstScreen): { kb: number; missing: string[] } {
  const { chunks, missing } = chunksFor(bundle, screen.modules);
  const bytes = [...chunks].reduce((sum, chunk) => sum + sentBytes(chunk.code), 0);
  return { kb: bytes / 1000, missing };
}

/** Most screens need the same chunks. */
const measured = new Map<string, number>();

function sentBytes(code: string): number {
  const known = measured.get(code);
  if (known !== undefined) return known;
  const bytes = gzipSync(code, { level: 9 }).length;
  measured.set(code, bytes);
  return bytes;
}
