/** An element of HTML or of the storage format of Confluence, which has elements with a prefix such as `ac:link`. */
export interface HtmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: HtmlNode[];
}
export type HtmlNode = string | HtmlElement;

/** Deeper elements are left out, and their content belongs to the deepest one that is kept. */
const maxDepth = 60;
const maxTagLength = 100_000;

const empty = new Set(
  "area base br col embed hr img input link meta param source track wbr ri:page ri:user ri:url ri:space".split(
    " ",
  ),
);
/** Elements whose content is no HTML. */
const unseen = new Set(["script", "style", "template", "noscript"]);
/** Elements that end where another one of these begins. */
const endedBy: Readonly<Record<string, readonly string[]>> = {
  li: ["li"],
  tr: ["td", "th", "tr"],
  td: ["td", "th"],
  th: ["td", "th"],
  dt: ["dt", "dd"],
  dd: ["dt", "dd"],
  p: ["p"],
};

/** Reads HTML as a tree. Whatever is wrong in it is passed over: tags without an end, ends without a beginning. */
export function readHtml(source: string): HtmlElement {
  const root: HtmlElement = { name: "", attributes: {}, children: [] };
  const open = [root];
  /** Elements that are nested too deeply, by their names. */
  const deeper = new Map<string, number>();
  const top = () => open.at(-1) ?? root;
  const add = (text: string) => text !== "" && top().children.push(text);
  let at = 0;
  let lower: string | undefined;
  while (at < source.length) {
    const start = source.indexOf("<", at);
    add(decodeEntities(source.slice(at, start < 0 ? source.length : start)));
    if (start < 0) break;
    const passed = passOver(source, start);
    if (passed) {
      add(passed.text);
      at = passed.end;
      continue;
    }
    const tag = readTag(source, start);
    if (!tag) {
      add("<");
      at = start + 1;
      continue;
    }
    at = tag.end;
    if (tag.isEnd) {
      const skipped = deeper.get(tag.name) ?? 0;
      if (skipped > 0) deeper.set(tag.name, skipped - 1);
      else {
        const found = open.findLastIndex(({ name }) => name === tag.name);
        if (found > 0) open.length = found;
      }
      continue;
    }
    if (unseen.has(tag.name) && !tag.isEmpty) {
      lower ??= source.toLowerCase();
      const end = lower.indexOf(`</${tag.name}`, at);
      at = end < 0 ? source.length : end;
      continue;
    }
    if (endedBy[tag.name]?.includes(top().name) && open.length > 1) open.pop();
    // A row also ends the cell that is open in the one before.
    if (tag.name === "tr" && top().name === "tr") open.pop();
    const element: HtmlElement = { name: tag.name, attributes: tag.attributes, children: [] };
    if (tag.isEmpty || empty.has(tag.name)) top().children.push(element);
    else if (open.length >= maxDepth) deeper.set(tag.name, (deeper.get(tag.name) ?? 0) + 1);
    else {
      top().children.push(element);
      open.push(element);
    }
  }
  return root;
}

/** Comments, declarations and sections of characters. */
function passOver(source: string, start: number): { text: string; end: number } | undefined {
  const next = source[start + 1];
  if (next !== "!" && next !== "?") return undefined;
  const [begin, close] = source.startsWith("<!--", start)
    ? [4, "-->"]
    : source.startsWith("<![CDATA[", start)
      ? [9, "]]>"]
      : [2, ">"];
  const found = source.indexOf(close, start + begin);
  const end = found < 0 ? source.length : found;
  return { text: begin === 9 ? source.slice(start + begin, end) : "", end: end + close.length };
}

const tagName = /<(\/?)([a-z][\w:.-]{0,60})/iy;

function readTag(source: string, start: number) {
  tagName.lastIndex = start;
  const [whole, slash = "", name = ""] = tagName.exec(source) ?? [];
  if (whole === undefined) return undefined;
  let quote = "";
  const last = Math.min(source.length, start + maxTagLength);
  for (let at = start + whole.length; at < last; at += 1) {
    const character = source[at] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if ((character === '"' || character === "'") && source[at - 1] === "=") quote = character;
    else if (character === ">") {
      const inside = source.slice(start + whole.length, at);
      return {
        ...{ name: name.toLowerCase(), isEnd: slash === "/", isEmpty: inside.trimEnd().endsWith("/") },
        ...{ attributes: slash === "/" ? {} : attributesOf(inside), end: at + 1 },
      };
    }
  }
  return undefined;
}

const attribute = /([a-z_][\w:.-]{0,60})(?:\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null);
  for (const [, name = "", double, single, bare] of text.matchAll(attribute))
    found[name.toLowerCase()] = decodeEntities(double ?? single ?? bare ?? "");
  return found;
}

const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
const others =
  "amp & lt < gt > quot \" apos ' ndash – mdash — hellip … bull • trade ™ euro € ldquo “ rdquo ” lsquo ‘ rsquo ’ sbquo ‚ bdquo „ lsaquo ‹ rsaquo › larr ← uarr ↑ rarr → darr ↓ harr ↔ rArr ⇒ lArr ⇐ hArr ⇔ le ≤ ge ≥ ne ≠ asymp ≈ infin ∞ minus − sum ∑ radic √ dagger † Dagger ‡ permil ‰ prime ′ oelig œ OElig Œ scaron š Scaron Š Yuml Ÿ fnof ƒ circ ˆ tilde ˜ alpha α beta β gamma γ delta δ Delta Δ epsilon ε lambda λ mu μ pi π sigma σ Sigma Σ tau τ phi φ omega ω Omega Ω check ✓ spades ♠ clubs ♣ hearts ♥ diams ♦";
const words = others.split(" ");
const entities: Readonly<Record<string, string>> = {
  ...Object.fromEntries(latin.split(" ").map((name, index) => [name, String.fromCharCode(160 + index)])),
  ...Object.fromEntries(words.flatMap((word, at) => (at % 2 === 0 ? [[word, words[at + 1] ?? ""]] : []))),
  ...{ ensp: " ", emsp: " ", thinsp: " ", zwnj: "\u200c", zwj: "\u200d" },
};

function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]\w{1,9}));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? all) : all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
  });
}

/** The elements below one, in the order in which they begin. */
export function* elementsIn({ children }: HtmlElement): Generator<HtmlElement> {
  const waiting: HtmlNode[] = [...children].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === "string") continue;
    yield node;
    for (let at = node.children.length - 1; at >= 0; at -= 1) waiting.push(node.children[at] ?? "");
  }
}

export const findElement = (root: HtmlElement, isOne: (element: HtmlElement) => boolean) => {
  for (const element of elementsIn(root)) if (isOne(element)) return element;
  return undefined;
};

export const hasClass = ({ attributes }: HtmlElement, name: string): boolean =>
  (attributes.class ?? "").split(/\s+/).includes(name);

/** The text of an element and everything in it. */
export function htmlText(node: HtmlNode): string {
  if (typeof node === "string") return node;
  return node.name === "br" ? "\n" : node.children.map(htmlText).join("");
}
