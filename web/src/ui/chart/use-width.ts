import { type RefObject, useEffect, useRef, useState } from "react";

/** How wide an element is, in CSS pixels; `usual` until it is known. */
export function useWidth<Box extends HTMLElement>(
  usual: number,
): [ref: RefObject<Box | null>, width: number] {
  const ref = useRef<Box>(null);
  const [width, setWidth] = useState(usual);
  useEffect(() => {
    if (!ref.current || typeof ResizeObserver === "undefined") return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
