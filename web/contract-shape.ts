import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * A name for the shape of everything that server and browser say to each other: another one for every other contract.
 * What a browser has kept of answers is shown only by a build with the same.
 */
export function contractShape(folder: string): string {
  const hash = createHash("sha256");
  for (const path of sourcesIn(folder)) hash.update(`${relative(folder, path)}\0`).update(readFileSync(path));
  return hash.digest("hex").slice(0, 12);
}

/** Returns the names of all schemas: by the contract's convention, these names stand for nothing else. */
export function schemaNames(folder: string): string[] {
  const names = sourcesIn(folder).flatMap((path) =>
    Array.from(readFileSync(path, "utf8").matchAll(/\bconst (\w+Schema)\b/g), ([, name = ""]) => name),
  );
  return [...new Set(names)];
}

function sourcesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.filter((path) => !path.endsWith(".test.ts")).sort();
}
