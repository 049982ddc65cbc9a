/** Names that the page has, and names that a script may set on its root. */
interface Names {
  classes: ReadonlySet<string>;
  tags: ReadonlySet<string>;
  attributes: ReadonlySet<string>;
}

type Rule = { prelude: string; rules: Rule[] } | { prelude: string; declarations: string };

/**
 * Returns the rules of a style sheet that apply to some HTML, in their order. A rule is kept when all classes, tags and
 * attributes of its selector are in the HTML, whatever their nesting; custom properties only when something uses them.
 */
export function criticalCss(sheet: string, html: string): string {
  const names = namesIn(html);
  const kept = parse(sheet).flatMap((rule) => keep(rule, names));
  return withoutUnusedProperties(kept, html).map(toText).join("");
}

function namesIn(html: string): Names {
  const tags = [...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, tag = ""]) => tag.toLowerCase());
  const attributes = [...html.matchAll(/\s([a-z][\w-]*)(?==|[\s>])/gi)].map(([, name = ""]) =>
    name.toLowerCase(),
  );
  const classes = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, list = ""]) =>
    unescapeHtml(list).split(/\s+/),
  );
  return {
    classes: new Set(classes),
    tags: new Set([...tags, "html", "head", "body"]),
    attributes: new Set([...attributes, "data-theme", "data-returning", "data-early"]),
  };
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}

/** Parses a built style sheet: blocks in blocks, without comments inside of rules. */
function parse(sheet: string): Rule[] {
  const text = sheet.replace(/\/\*[\s\S]*?\*\//g, "");
  const { rules, end } = parseBlock(text, 0);
  if (end < text.length)
    throw new Error(`critical CSS: the style sheet ends in the middle, at ${text.slice(end, end + 60)}`);
  return rules;
}

function parseBlock(text: string, from: number): { rules: Rule[]; end: number } {
  const rules: Rule[] = [];
  let at = from;
  while (at < text.length && text[at] !== "}") {
    const stop = nextOf(text, at, "{};");
    const prelude = text.slice(at, stop).trim();
    if (text[stop] !== "{") {
      if (prelude) rules.push({ prelude: "", declarations: prelude });
      if (text[stop] === "}") return { rules, end: stop };
      at = stop + 1;
      continue;
    }
    const { rules: inner, end } = parseBlock(text, stop + 1);
    const isFlat = inner.every((rule) => rule.prelude === "" && "declarations" in rule);
    rules.push(
      isFlat
        ? {
            prelude,
            declarations: inner.map((rule) => ("declarations" in rule ? rule.declarations : "")).join(";"),
          }
        : { prelude, rules: inner },
    );
    at = end + 1;
  }
  return { rules, end: at };
}

/** Returns where one of the characters is next, outside of texts and brackets. */
function nextOf(text: string, from: number, characters: string): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === "\\") at += 1;
    else if (character === '"' || character === "'") at = endOfText(text, at);
    else if (depth === 0 && characters.includes(character)) return at;
    else if (character === "(" || character === "[") depth += 1;
    else if (character === ")" || character === "]") depth -= 1;
  }
  return text.length;
}

function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== text[from]) at += text[at] === "\\" ? 2 : 1;
  return at;
}

const grouping = /^@(media|supports|layer|container)\b/;

function keep(rule: Rule, names: Names): Rule[] {
  const { prelude } = rule;
  if (prelude === "" || /^@(property|font-face)\b/.test(prelude)) return [rule];
  if (/^@(layer|supports|media|container)\b/.test(prelude) && "rules" in rule) {
    if (/^@media print\b/.test(prelude)) return [];
    const rules = rule.rules.flatMap((inner) => keep(inner, names));
    return rules.length > 0 ? [{ prelude, rules }] : [];
  }
  // Animations and empty layers: few bytes, and the order of layers counts.
  if (prelude.startsWith("@")) return grouping.test(prelude) || "rules" in rule ? [rule] : [];
  const selectors = split(prelude, ",").filter((selector) => applies(selector, names));
  return selectors.length > 0 ? [{ ...rule, prelude: selectors.join(",") }] : [];
}

function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from <= text.length; ) {
    const end = nextOf(text, from, separator);
    parts.push(text.slice(from, end));
    from = end + 1;
  }
  return parts;
}

function applies(selector: string, names: Names): boolean {
  const { classes, tags, attributes } = names;
  if (!alternativesIn(selector).every((list) => list.some((one) => applies(one, names)))) return false;
  // Inside of brackets are alternatives and exceptions.
  const plain = withoutBrackets(selector);
  const named = [...plain.matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/gi)].map(([, name = ""]) =>
    unescapeCss(name),
  );
  if (!named.every((name) => classes.has(name))) return false;
  const attributeNames = [...selector.matchAll(/(?<!\\)\[([\w-]+)/g)].map(([, name = ""]) =>
    name.toLowerCase(),
  );
  if (plain.includes("[") && !attributeNames.every((name) => attributes.has(name))) return false;
  const withoutNames = plain.replace(
    /\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)|::?[\w-]+|\[[^\]]*\]|#[\w-]+/gi,
    " ",
  );
  const tagNames = [...withoutNames.matchAll(/[a-z][\w-]*/gi)].map(([name]) => name.toLowerCase());
  return tagNames.every((name) => tags.has(name));
}

/** Returns the alternatives of each `:is()` and `:where()` of a selector. */
function alternativesIn(selector: string): string[][] {
  return [...selector.matchAll(/(?<!\\):(?:is|where)\(/g)].flatMap(({ index, 0: head }) => {
    const from = index + head.length;
    // A list in another one is judged with it.
    if (depthAt(selector, index) > 0) return [];
    return [split(selector.slice(from, nextOf(selector, from, ")")), ",")];
  });
}

function depthAt(text: string, end: number): number {
  const before = text.slice(0, end).replace(/\\./g, "");
  return before.split("(").length - before.split(")").length;
}

function withoutBrackets(selector: string): string {
  let plain = "";
  let depth = 0;
  for (let at = 0; at < selector.length; at += 1) {
    const character = selector[at] ?? "";
    if (character === "\\") {
      if (depth === 0) plain += character + (selector[at + 1] ?? "");
      at += 1;
    } else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    else if (depth === 0) plain += character;
  }
  return plain;
}

function unescapeCss(name: string): string {
  return name.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gi, (_all, code?: string, character = "") =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : character,
  );
}

function withoutUnusedProperties(rules: Rule[], html: string): Rule[] {
  const values = new Map<string, string[]>();
  const used = new Set<string>();
  const use = (text: string) => {
    for (const [, name = ""] of text.matchAll(/var\((--[\w-]+)/g)) {
      if (used.has(name)) continue;
      used.add(name);
      for (const value of values.get(name) ?? []) use(value);
    }
  };
  const others: string[] = [html];
  eachDeclaration(rules, (name, text) => {
    if (!name.startsWith("--")) others.push(text);
    else values.set(name, [...(values.get(name) ?? []), text]);
  });
  use(others.join(";"));
  return rules.flatMap((rule) => prune(rule, used));
}

function eachDeclaration(rules: readonly Rule[], hear: (name: string, text: string) => void): void {
  for (const rule of rules) {
    if ("rules" in rule) eachDeclaration(rule.rules, hear);
    else if (!rule.prelude.startsWith("@property"))
      for (const text of split(rule.declarations, ";")) hear(text.slice(0, text.indexOf(":")).trim(), text);
  }
}

function prune(rule: Rule, used: ReadonlySet<string>): Rule[] {
  if ("rules" in rule) {
    const rules = rule.rules.flatMap((inner) => prune(inner, used));
    return rules.length > 0 ? [{ ...rule, rules }] : [];
  }
  const property = /^@property (--[\w-]+)/.exec(rule.prelude)?.[1];
  if (property) return used.has(property) ? [rule] : [];
  if (rule.prelude.startsWith("@layer") && rule.declarations === "") return [rule];
  const declarations = split(rule.declarations, ";").filter((text) => {
    const name = text.slice(0, text.indexOf(":")).trim();
    return text.trim() !== "" && (!name.startsWith("--") || used.has(name));
  });
  // A statement such as "@layer theme" has no block.
  if (rule.prelude === "") return [rule];
  return declarations.length > 0 ? [{ ...rule, declarations: declarations.join(";") }] : [];
}

function toText(rule: Rule): string {
  if ("rules" in rule) return `${rule.prelude}{${rule.rules.map(toText).join("")}}`;
  return rule.prelude === "" ? `${rule.declarations};` : `${rule.prelude}{${rule.declarations}}`;
}
