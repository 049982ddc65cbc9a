import type { CanvasPointer } from "@atoll/contract/documents/canvas";
import { maxMovedAtOnce } from "@atoll/contract/documents/canvas-limits";
import type { SharedDocument } from "../../../../capabilities/documents/sharing/document-status.ts";
import { clampPoint } from "../geometry.ts";
import type { PassingPlace } from "../use-flow-nodes.ts";

/** The server ends the connection of a page whose message is longer than 16 kB. The rest is for what is around it. */
const maxPointerLength = 14_000;

/** Shows the others where the viewer is on the canvas, a few times a second. */
export interface OwnPointer {
  point(part: Partial<CanvasPointer>): void;
  leave(): void;
}

export function createOwnPointer(document: SharedDocument): OwnPointer {
  let pointer: CanvasPointer = { at: null, view: null, selectedIds: [], moving: [] };
  const show = () => document.awareness.setLocalStateField("pointer", fitPointer(pointer));
  return {
    point(part) {
      pointer = { ...pointer, ...part };
      show();
    },
    leave() {
      pointer = { ...pointer, at: null, moving: [] };
      show();
    },
  };
}

/** Returns a pointer that fits into one message: elements on their way come before those that are only selected. */
export function fitPointer(pointer: CanvasPointer): CanvasPointer {
  let left = maxPointerLength - JSON.stringify({ ...pointer, moving: [], selectedIds: [] }).length;
  const thatFit = <One>(all: readonly One[]): One[] => {
    const cut = all.findIndex((one) => {
      left -= JSON.stringify(one).length + 1;
      return left < 0;
    });
    return cut === -1 ? [...all] : all.slice(0, cut);
  };
  const moving = thatFit(pointer.moving);
  return { ...pointer, moving, selectedIds: left < 0 ? [] : thatFit(pointer.selectedIds) };
}

/** Elements on their way as the others get them, in whole pixels. */
export function movingOf(places: ReadonlyMap<string, PassingPlace>): CanvasPointer["moving"] {
  return [...places].slice(0, maxMovedAtOnce).map(([id, { at, size }]) => {
    const [x, y] = clampPoint(at);
    return {
      id,
      at: [Math.round(x), Math.round(y)],
      ...(size && { size: [Math.max(1, Math.round(size[0])), Math.max(1, Math.round(size[1]))] }),
    };
  });
}
