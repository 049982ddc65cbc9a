import { useEffect, useEffectEvent } from "react";

/** Something over the page that going back closes. */
interface Layer {
  close: () => void;
}

/** An entry of the browser's history. */
interface Place {
  href: string;
  state: unknown;
}

/** In the state of an entry: how many layers were open there. */
const mark = "layers";

const layers: Layer[] = [];
/** The entry that the browser is at, as it was before the next step. */
let current: Place | undefined;

/**
 * Has going back close what lies over the page, such as a dialog, a drawer or a menu, as apps on phones do. Each layer
 * has one entry in the browser's history, at the address of the page. The router knows nothing of these entries: they
 * are written past it. An entry stays when its layer is closed in another way, since a step back could undo what is done
 * next: it is used for the next layer, or skipped. Does nothing on a computer, whose Back button is about pages.
 */
export function useCloseByBack(isOpen: boolean, close: () => void): void {
  const closeLatest = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen || !isHandheld()) return undefined;
    listen();
    const layer: Layer = { close: () => closeLatest() };
    layers.push(layer);
    addEntriesSoon();
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [isOpen]);
}

function isHandheld(): boolean {
  return matchMedia("(width < 768px), (pointer: coarse)").matches;
}

/** A press may close one layer and open another, or lead to another page: all of that comes first. */
function addEntriesSoon(): void {
  setTimeout(() => {
    for (let depth = depthOf(history.state) + 1; depth <= layers.length; depth += 1)
      writePastRouter("pushState", withDepth(history.state, depth));
    current = here();
  });
}

let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  // Left by a page that was loaded again while a layer was open.
  if (depthOf(history.state) > 0) writePastRouter("replaceState", withDepth(history.state, 0));
  // Before the router hears of it.
  addEventListener("popstate", onStep, { capture: true });
  if ("navigation" in globalThis) navigation.addEventListener("currententrychange", onEntryChange);
}

function onStep(event: PopStateEvent): void {
  const depth = depthOf(event.state);
  const left = current;
  if (left && depthOf(left.state) > depth && isOfSamePage(event.state, left.state)) {
    event.stopImmediatePropagation();
    // The router may have changed the address while a layer was open, for example by a filter in it.
    if (left.href !== location.href) writePastRouter("replaceState", withDepth(left.state, depth), left.href);
    const closing = layers.slice(depth).reverse();
    for (const layer of closing) layer.close();
    // One that asks first stays open.
    if (closing.length > 0) addEntriesSoon();
    else history.back();
  }
  current = here();
}

/** The router has written an entry. If it replaced that of a layer, the new one is the layer's. */
function onEntryChange({ navigationType }: NavigationCurrentEntryChangeEvent): void {
  if (navigationType !== "push" && navigationType !== "replace") return;
  const depth = depthOf(current?.state);
  const isReplaced = navigationType === "replace" && isOfSamePage(history.state, current?.state);
  if (isReplaced && depth > 0 && depthOf(history.state) === 0)
    writePastRouter("replaceState", withDepth(history.state, depth));
  current = here();
}

/** The router numbers its entries. Those of layers have the number of their page. */
function isOfSamePage(state: unknown, other: unknown): boolean {
  return asObject(state).__TSR_index === asObject(other).__TSR_index;
}

function depthOf(state: unknown): number {
  const depth = asObject(state)[mark];
  return typeof depth === "number" ? depth : 0;
}

function withDepth(state: unknown, depth: number): Record<string, unknown> {
  const { [mark]: _, ...others } = asObject(state);
  return depth === 0 ? others : { ...others, [mark]: depth };
}

function asObject(state: unknown): Record<string, unknown> {
  return typeof state === "object" && state !== null ? (state as Record<string, unknown>) : {};
}

function here(): Place {
  return { href: location.href, state: history.state };
}

/** The router has put methods of its own in front of these. */
function writePastRouter(how: "pushState" | "replaceState", state: unknown, href?: string): void {
  History.prototype[how].call(history, state, "", href);
}
