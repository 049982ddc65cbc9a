// @vitest-environment jsdom
import { expect, it } from "vitest";
import { DragEngine } from "./drag-engine.ts";

interface Place {
  y: number;
}

it("drops at the last place of the pointer when a drag ends before the next frame", () => {
  const dropped: Place[] = [];
  const root = document.createElement("div");
  const item = root.appendChild(document.createElement("button"));
  document.body.append(root);
  const engine = new DragEngine<{ name: string }, Place>({
    take: () => item,
    lift: () => ({
      what: { name: "event" },
      home: () => ({ y: 0 }),
      begin: { y: 0 },
      isSame: (one, other) => one.y === other.y,
      at: ({ y }) => ({ place: { y }, scrolls: undefined }),
      step: () => undefined,
      say: (said) => said,
      onDrop: (place) => dropped.push(place),
      element: () => item,
    }),
  });
  const stop = engine.attach(root);
  const point = (type: string, clientY: number) =>
    item.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        isPrimary: true,
        pointerType: "mouse",
        button: 0,
        clientX: 5,
        clientY,
      }),
    );
  point("pointerdown", 0);
  point("pointermove", 20);
  point("pointermove", 112);
  point("pointerup", 112);
  expect(dropped).toEqual([{ y: 112 }]);
  expect(engine.getState().spoken).toBe("dropped");
  stop?.();
  root.remove();
});
