import { isId } from "@atoll/contract/uuid";

/** Returns the id that an attribute holds, or null for anything else: HTML from the clipboard may hold any value. */
export function readId(element: Element, attribute: string): string | null {
  const value = element.getAttribute(attribute);
  return isId(value) ? value : null;
}
