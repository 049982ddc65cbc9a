import { useEffect, useEffectEvent, useState } from "react";

/** A module that is loaded when it is first wanted, or before, when the browser has nothing to do. */
export interface LazyPart<Module> {
  read(): Module | undefined;
  load(): Promise<Module>;
}

const parts = new Set<LazyPart<unknown>>();

/**
 * Declares a part of the kit that the first load leaves out. Unlike React's lazy it is there at once when
 * it was loaded before, and a load that failed is tried again.
 */
export function lazyPart<Module>(importModule: () => Promise<Module>): LazyPart<Module> {
  let module: Module | undefined;
  let pending: Promise<Module> | undefined;
  const part: LazyPart<Module> = {
    read: () => module,
    load: () => {
      pending ??= importModule().then(
        (loaded) => {
          module = loaded;
          return loaded;
        },
        (error: unknown) => {
          pending = undefined;
          throw error;
        },
      );
      return pending;
    },
  };
  parts.add(part);
  return part;
}

/**
 * The module, once it is wanted and there. `onFailure` is called when it could not be loaded (the network
 * is gone, or a new version has replaced the files): the part must then count as not wanted any more.
 */
export function useLazyPart<Module>(
  part: LazyPart<Module>,
  wanted: boolean,
  onFailure: () => void,
): Module | undefined {
  const [, setLoads] = useState(0);
  const fail = useEffectEvent((error: unknown) => {
    console.warn("A part of the page could not be loaded", error);
    onFailure();
  });
  useEffect(() => {
    if (!wanted || part.read()) return undefined;
    let isMounted = true;
    part.load().then(
      () => isMounted && setLoads((loads) => loads + 1),
      (error: unknown) => isMounted && fail(error),
    );
    return () => {
      isMounted = false;
    };
  }, [part, wanted]);
  return wanted ? part.read() : undefined;
}

/** Loads the parts that are still missing, when the browser is idle, so that they open without a wait and offline. */
export function preloadParts(): void {
  const whenIdle = window.requestIdleCallback ?? ((callback: () => void) => setTimeout(callback, 1000));
  whenIdle(() => {
    for (const part of parts) {
      // Whoever wants the part tries again, and then says so.
      part.load().catch(() => undefined);
    }
  });
}
