import { DOMParser } from "@xmldom/xmldom";

/**
 * More than any provider sends, and little enough to be read at once. Declarations of namespaces are what makes the
 * canonical form slow, with those of all elements around.
 */
const limits = { elements: 3000, attributes: 2000, attributesOfOne: 16, namespaces: 20_000, depth: 30 };

/** The message is not as SAML needs it. The text says why, for administrators. */
export class RefusedMessage extends Error {
  override name = "RefusedMessage";
  /** Words of an unknown sender, which do not belong into the audit log. */
  quoted: string | undefined;

  constructor(message: string, { quoted, ...options }: ErrorOptions & { quoted?: string | undefined } = {}) {
    super(message, options);
    this.quoted = quoted?.slice(0, 200);
  }
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
  assertCharacters(body);
  assertBounded(body);
  const refuse = (text: string) => {
    throw new RefusedMessage("it is no XML", { quoted: text.split("\n")[0] });
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

/** Asserts that there are only characters of XML, which PostgreSQL stores as well. The parser takes all of them. */
function assertCharacters(xml: string): void {
  const isAllowed = (code: number) =>
    [9, 10, 13].includes(code) ||
    (code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && (code & 0xfffe) !== 0xfffe);
  const hasOther = /[^\t\n\r\u0020-\uFFFD]/.test(xml) || !xml.isWellFormed();
  for (const [, digits = ""] of hasOther ? [] : xml.matchAll(/&#(\w*)/g)) {
    const code = /^(?:x[\dA-Fa-f]+|\d+)$/.test(digits) ? Number(digits.replace(/^x/, "0x")) : -1;
    if (!isAllowed(code)) throw new RefusedMessage("it has a character that XML does not allow");
  }
  if (hasOther) throw new RefusedMessage("it has a character that XML does not allow");
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
  return Array.from(element.childNodes).filter(isElement);
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1;
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

/**
 * Returns an element in its exclusive canonical form, over which a signature was made.
 * @param inclusive the prefixes that are declared although nothing uses them; empty: the namespace without a prefix.
 * @param declared the namespaces that an element around declares, by prefix.
 */
export function canonicalForm(
  element: Element,
  inclusive: readonly string[] = [],
  declared: ReadonlyMap<string, string> = new Map([["", ""]]),
): string {
  const own = Array.from(element.attributes).filter(({ name }) => !/^xmlns(?::|$)/.test(name));
  const needed = new Map([[element.prefix ?? "", element.namespaceURI ?? ""]]);
  for (const { prefix, namespaceURI } of own)
    if (prefix && prefix !== "xml") needed.set(prefix, namespaceURI ?? "");
  for (const prefix of inclusive) {
    const uri = element.lookupNamespaceURI(prefix);
    if (uri) needed.set(prefix, uri);
  }
  const made = [...needed]
    .filter(([prefix, uri]) => declared.get(prefix) !== uri)
    .sort(byText(([prefix]) => prefix));
  const around = new Map([...declared, ...made]);
  const names = made.map(([prefix, uri]) => ` xmlns${prefix && `:${prefix}`}="${escaped(uri)}"`);
  const attributes = own
    .sort(byText(({ namespaceURI, localName }) => `${namespaceURI ?? ""}\n${localName}`))
    .map(({ name, value }) => ` ${name}="${escaped(value)}"`);
  const content = Array.from(element.childNodes).map((node) =>
    isElement(node) ? canonicalForm(node, inclusive, around) : escaped(node.nodeValue ?? "", true),
  );
  return `<${element.tagName}${names.join("")}${attributes.join("")}>${content.join("")}</${element.tagName}>`;
}

function byText<T>(textFor: (one: T) => string): (left: T, right: T) => number {
  return (left, right) => (textFor(left) < textFor(right) ? -1 : 1);
}

/** Escapes as the canonical form of XML has it: differently in a text and in an attribute. */
function escaped(text: string, isText = false): string {
  const marks: Record<string, string> = isText
    ? { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#xD;" }
    : { "&": "&amp;", "<": "&lt;", '"': "&quot;", "\t": "&#x9;", "\n": "&#xA;", "\r": "&#xD;" };
  return text.replace(/[&<>"\t\n\r]/g, (mark) => marks[mark] ?? mark);
}

/** Returns an attribute, or undefined if it is not there. */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}
