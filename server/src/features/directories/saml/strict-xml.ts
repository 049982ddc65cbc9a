import { DOMParser } from "@xmldom/xmldom";

/**
 * More than any provider sends, and little enough to be read at once. Declarations of namespaces are what makes the
 * canonical form slow, with those of all elements around.
 */
const limits = { elements: 3000, attributes: 2000, attributesOfOne: 16, namespaces: 20_000, depth: 30 };

/** The message is not as SAML needs it. The text says why, for administrators. */
export class RefusedMessage extends Error {
  override name = "RefusedMessage";
}

export const namespaces = {
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  metadata: "urn:oasis:names:tc:SAML:2.0:metadata",
  signature: "http://www.w3.org/2000/09/xmldsig#",
} as const;

/**
 * Parses XML that somebody else wrote, and returns its root element. Document types, entities, comments, sections of
 * character data and processing instructions are refused before anything is parsed: SAML needs none of them, and each
 * has been used to make two readers see different things.
 * @throws {RefusedMessage}
 */
export function parseStrictly(xml: string): Element {
  const body = xml.replace(/^\uFEFF?\s*<\?xml\s[^?<>]*\?>/, "");
  if (/<!DOCTYPE/i.test(body)) throw new RefusedMessage("it has a document type (DOCTYPE)");
  if (body.includes("<!--")) throw new RefusedMessage("it has a comment");
  if (body.includes("<!") || body.includes("<?"))
    throw new RefusedMessage("it has a declaration or a processing instruction");
  assertBounded(body);
  const refuse = (text: string) => {
    throw new RefusedMessage(`it is no XML: ${text.split("\n")[0]?.slice(0, 200)}`);
  };
  const parser = new DOMParser({
    locator: {},
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  });
  const root: Element | undefined = parser.parseFromString(body, "text/xml").documentElement;
  if (!root) throw new RefusedMessage("it is no XML");
  assertFewAttributes(root);
  return root;
}

/** Asserts that the parser, and later the signature's canonical form, have little to do. Linear. */
function assertBounded(xml: string): void {
  let [depth, count] = [0, 0];
  for (let at = xml.indexOf("<"); at >= 0; at = xml.indexOf("<", at + 1)) {
    const end = xml.indexOf(">", at);
    if (xml[at + 1] === "/") depth -= 1;
    else if (xml[end - 1] !== "/") depth += 1;
    count += 1;
    if (depth > limits.depth) throw new RefusedMessage("it is nested too deeply");
    if (count > limits.elements * 2) throw new RefusedMessage("it has too many elements");
  }
}

function assertFewAttributes(root: Element): void {
  const around = new Map<Node | null, number>();
  let [count, sum] = [0, 0];
  for (const element of elementsIn(root)) {
    const { attributes, parentNode } = element;
    const own = Array.from(attributes).filter(({ name }) => name.startsWith("xmlns")).length;
    const inScope = (around.get(parentNode) ?? 0) + own;
    around.set(element, inScope);
    sum += inScope;
    count += attributes.length;
    if (attributes.length > limits.attributesOfOne || sum > limits.namespaces || count > limits.attributes)
      throw new RefusedMessage("it has too many attributes or namespaces");
  }
}

/** Returns an element and all elements within, in their order. */
export function elementsIn(root: Element): Element[] {
  const found: Element[] = [];
  const stack = [root];
  for (let next = stack.pop(); next; next = stack.pop()) {
    found.push(next);
    stack.push(...childrenOf(next).toReversed());
  }
  return found;
}

/** Returns the elements directly within one. */
function childrenOf(element: Element): Element[] {
  return Array.from(element.childNodes).filter((node): node is Element => node.nodeType === 1);
}

/** Returns the children of a name. */
export function childrenNamed(element: Element, namespace: string, name: string): Element[] {
  return childrenOf(element).filter((child) => isNamed(child, namespace, name));
}

export function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.localName === name && element.namespaceURI === namespace;
}

/**
 * Returns the text of an element that has nothing but text.
 * @throws {RefusedMessage}
 */
export function textOf(element: Element): string {
  if (childrenOf(element).length > 0)
    throw new RefusedMessage(`${element.localName} has other elements in it`);
  return (element.textContent ?? "").trim();
}

/** Returns an attribute, or undefined if it is not there. */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}
