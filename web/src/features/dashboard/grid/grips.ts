import { createContext, type HTMLAttributes, use } from "react";

/** The attribute of an element that drags the card it is in. */
type Grip = Pick<
  HTMLAttributes<HTMLElement>,
  "onPointerDown" | "onPointerMove" | "onPointerUp" | "onPointerCancel" | "onKeyDown" | "onBlur"
>;

export interface Grips {
  move: Grip;
  resize: Grip;
  isActive: boolean;
}

/** Null where cards are not moved by hand: on a phone. */
export const GripsContext = createContext<Grips | null>(null);

export const useGrips = (): Grips | null => use(GripsContext);
