const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the id that an attribute holds, or null for anything else: HTML from the clipboard may hold any value. */
export function readId(element: Element, attribute: string): string | null {
  const value = element.getAttribute(attribute);
  return isId(value) ? value : null;
}

export function isId(value: unknown): value is string {
  return typeof value === "string" && uuid.test(value);
}
