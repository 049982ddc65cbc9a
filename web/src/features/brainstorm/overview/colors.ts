import type { CanvasColor } from "@atoll/contract/documents/canvas-limits";

/** Colours of elements in a picture: soft tokens, with a stronger edge. */
export const pictureColors: Readonly<Record<CanvasColor, { fill: string; stroke: string }>> = {
  sun: soft("highlight"),
  lagoon: { fill: "var(--primary-soft)", stroke: "var(--primary)" },
  coral: { fill: "var(--accent-soft)", stroke: "var(--accent)" },
  sea: { fill: "var(--info-soft)", stroke: "var(--info)" },
  palm: soft("success"),
  iris: { fill: "var(--dept-backend-soft)", stroke: "var(--dept-backend)" },
};

function soft(token: string): { fill: string; stroke: string } {
  return { fill: `var(--${token}-soft)`, stroke: `var(--${token}-bright)` };
}
