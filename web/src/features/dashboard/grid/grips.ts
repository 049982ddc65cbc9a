import { createContext, type HTMLAttributes, use } from "react";

/** What makes an element take hold of the card that it is in. */
type Grip = Pick<
  HTMLAttributes<HTMLElement>,
  "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel" | "onKeyDown" | "onBlur"
>;

export interface Grips {
  move: Grip;
  resize: Grip;
  isHeld: boolean;
}

/** Null where cards are not moved by hand: on a phone. */
export const GripsContext = createContext<Grips | null>(null);

export const useGrips = (): Grips | null => use(GripsContext);
