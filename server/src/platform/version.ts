import { readFileSync } from "node:fs";

/** Returns the version of this Atoll. */
export function readVersion(): string {
  const text = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  const manifest: unknown = JSON.parse(text);
  const version =
    typeof manifest === "object" && manifest && "version" in manifest ? manifest.version : undefined;
  return typeof version === "string" ? version : "unknown";
}
