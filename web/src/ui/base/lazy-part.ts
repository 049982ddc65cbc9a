import { useEffect, useEffectEvent, useState } from "react";
import { afterPaint } from "../../lib/page/after-paint.ts";
import { isComposing } from "../../lib/page/is-composing.ts";
import { savesData } from "../../lib/page/save-data.ts";
import { useOnceTrue } from "./use-once-true.ts";

/** A module that is loaded when it is first wanted. */
export interface LazyPart<Module> {
  read(): Module | undefined;
  load(): Promise<Module>;
}

/** The parts that the next press on any page may need. */
const soonParts = new Set<LazyPart<unknown>>();

/**
 * Declares a part of the kit that the first load leaves out. Unlike React's lazy it is there at once when
 * it was loaded before, and a load that failed is tried again.
 * @param when "soon": loaded before it is wanted, too, when the browser has nothing to do. Only for what the next press on
 * any page may need, since the browser then runs it for everybody. The service worker has the files of all others.
 */
export function lazyPart<Module>(importModule: () => Promise<Module>, when?: "soon"): LazyPart<Module> {
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
  if (when) soonParts.add(part);
  return part;
}

/**
 * The module, once it is wanted and there. `onFailure` is called when it could not be loaded (the network
 * is gone, or a new version has replaced the files). Where the part does not count as wanted any more then, wanting it
 * tries again; elsewhere it comes once there is a connection again.
 */
export function useLazyPart<Module>(
  part: LazyPart<Module>,
  wanted: boolean,
  onFailure: () => void,
): Module | undefined {
  const [, setModule] = useState(part.read);
  const fail = useEffectEvent((error: unknown) => {
    if (!isOutOfReach(error)) console.warn("A part of the page could not be loaded", error);
    onFailure();
  });
  useEffect(() => {
    if (!wanted) return undefined;
    const show = () => setModule(part.read);
    // It may have come after the render that found it missing.
    if (part.read()) return show();
    let isMounted = true;
    function load() {
      part.load().then(
        () => isMounted && show(),
        (error: unknown) => isMounted && fail(error),
      );
    }
    load();
    // For who still wants it then.
    window.addEventListener("online", load);
    return () => {
      isMounted = false;
      window.removeEventListener("online", load);
    };
  }, [part, wanted]);
  return wanted ? part.read() : undefined;
}

/**
 * The module of a dialog, from its first opening on. What is typed between the press that opens it and its first
 * field's focus is written into that field.
 */
export function useOpenedPart<Module>(
  part: LazyPart<Module>,
  open: boolean,
  close: () => void,
  onFailure = close,
): Module | undefined {
  const cancel = useEffectEvent(close);
  useEffect(() => (open && !part.read() ? typeAhead(() => cancel()) : undefined), [part, open]);
  return useLazyPart(part, useOnceTrue(open), onFailure);
}

/**
 * Loads what the next press may need, when the browser is idle. One at a time: together they would hold up a cheap phone.
 * A person who saves data waits for each when they press.
 */
export function preloadParts(): void {
  if (savesData()) return;
  const whenIdle = window.requestIdleCallback ?? afterPaint;
  const waiting = soonParts.values();
  const goOn = () => whenIdle(loadNext);
  // The component that needs the part retries, and reports a failure.
  const loadNext = () => waiting.next().value?.load().then(goOn, goOn);
  goOn();
}

/** The network is gone, or a newer version has taken the file's place: the browser itself says so in its console. */
function isOutOfReach(error: unknown): boolean {
  return error instanceof TypeError && /\bimport/i.test(error.message);
}

/**
 * Collects what is typed while the code of a dialog loads, and writes it into the dialog's first text once that has
 * focus: without it the letters would be lost, or reach the page below. Escape cancels the opening; a press of the
 * pointer ends the collecting.
 * @returns ends it.
 */
function typeAhead(cancel: () => void): () => void {
  let text = "";
  const listening = new AbortController();
  const options = { capture: true, signal: listening.signal };
  const stop = () => listening.abort();
  window.addEventListener(
    "keydown",
    (event) => {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
      if (key === "Escape") cancel();
      else if (key === "Backspace") text = text.slice(0, -1);
      else if (key.length === 1) text += key;
      // Enter would press the opening button again, or send the text that still has focus.
      else if (key !== "Enter") return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    options,
  );
  window.addEventListener("pointerdown", stop, options);
  window.addEventListener(
    "focusin",
    ({ target }) => {
      const field = target as HTMLInputElement;
      if (!field.closest("[role$=dialog]")) return;
      stop();
      if (!text || !/text|search|url|tel/.test(field.type)) return;
      field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end");
      field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText", data: text }));
    },
    options,
  );
  return stop;
}
