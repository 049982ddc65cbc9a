import type { Plugin } from "vite";

/**
 * Refuses a build in which files import each other in a circle: how they are cut can make one where the modules have
 * none, and then one of them runs before what it needs is there, in the browser alone.
 */
export function noCircles(): Plugin {
  return {
    name: "no-circles",
    apply: "build",
    generateBundle(_options, bundle) {
      const imports = new Map(
        Object.values(bundle).flatMap((file) =>
          file.type === "chunk" ? [[file.fileName, file.imports]] : [],
        ),
      );
      const circle = findCircle(imports);
      if (circle) this.error(`Files of the build import each other in a circle: ${circle.join(" → ")}`);
    },
  };
}

/** The files of a circle, the first one again at the end; undefined where there is none. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const path: string[] = [];
  function visit(name: string): string[] | undefined {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    path.push(name);
    for (const next of imports.get(name) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    path.pop();
    done.add(name);
    return undefined;
  }
  for (const name of imports.keys()) {
    const circle = visit(name);
    if (circle) return circle;
  }
  return undefined;
}
