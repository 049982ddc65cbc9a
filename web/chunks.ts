import type { Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;
export type Chunk = Rolldown.OutputChunk;

export interface NeededChunks {
  chunks: ReadonlySet<Chunk>;
  /** Modules that no chunk holds. */
  missing: string[];
}

/**
 * The chunks that are loaded for a screen: the entry, what it imports statically, and the same for the chunks of the
 * modules that its route loads lazily, each named by a part of its path.
 */
export function chunksFor(bundle: Bundle, modules: readonly string[]): NeededChunks {
  const all = Object.values(bundle).filter((output): output is Chunk => output.type === "chunk");
  const missing: string[] = [];
  const chunks = new Set<Chunk>();
  for (const chunk of all) if (chunk.isEntry) addWithImports(bundle, chunk, chunks);
  for (const module of modules) {
    const owner = all.find((chunk) =>
      chunk.moduleIds.some((id) => id.replaceAll("\\", "/").includes(module)),
    );
    if (owner) addWithImports(bundle, owner, chunks);
    else missing.push(module);
  }
  return { chunks, missing };
}

function addWithImports(bundle: Bundle, chunk: Chunk, into: Set<Chunk>): void {
  if (into.has(chunk)) return;
  into.add(chunk);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === "chunk") addWithImports(bundle, imported, into);
  }
}
