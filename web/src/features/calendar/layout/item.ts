import type { WallSpan } from "../time/wall.ts";

/** How an event is drawn. */
export type ItemLook = "plain" | "tentative" | "declined" | "busy";

/** An event at one of its times, as the grid draws it, whatever it is of. */
export interface GridItem {
  key: string;
  title: string;
  isAllDay: boolean;
  /** By the person's wall; of what is all day, from the first minute of its first day to the first after its last. */
  span: WallSpan;
  look: ItemLook;
  /** The colour: a department's slug, or `own-{colour}`. */
  hue: string;
  location: string;
  /** Dragging it does something: moves it, or proposes another time. */
  mayMove: boolean;
  isRepeating: boolean;
  isTask: boolean;
  /** A task over the day on which it is due, and no event. */
  isDue: boolean;
}
