import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * A name for the shape of everything that server and browser say to each other: another one for every other contract.
 * What a browser has kept of answers is shown only by a build with the same.
 */
export function contractShape(folder: string): string {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash("sha256");
  for (const path of paths.sort())
    if (!path.endsWith(".test.ts")) hash.update(`${relative(folder, path)}\0`).update(readFileSync(path));
  return hash.digest("hex").slice(0, 12);
}
