import type { BlockContent, ListItem, PhrasingContent, RootContent } from "mdast";
import { imageWidthOfPixels } from "../document-node.ts";
import { bold, type HtmlReading, inlinesOf } from "./html-inlines.ts";
import { blocksOf, callout, picture, toggle } from "./html-to-mdast.ts";
import { findElement, type HtmlElement, type HtmlNode, htmlText } from "./html-tree.ts";

const tones: Readonly<Record<string, "note" | "tip" | "warning">> = {
  ...{ info: "note", note: "warning", panel: "note", tip: "tip", warning: "warning", success: "tip" },
  ...{ auimessage: "note", "panel-macro": "note", decision: "note" },
};
/** Macros that show nothing of their own. */
const silent = new Set(["toc", "toc-zone", "children", "pagetree", "pagetreesearch", "contributors"]);
/** Macros whose content is shown as it is. */
const open = new Set(["excerpt", "section", "column", "details", "div", "span", "sv-translation"]);

const childrenNamed = ({ children }: HtmlElement, name: string): HtmlElement[] =>
  children.filter((child): child is HtmlElement => typeof child !== "string" && child.name === name);
const childNamed = (element: HtmlElement, name: string) => childrenNamed(element, name)[0];

const parameterOf = (element: HtmlElement, name: string): string =>
  htmlText(
    childrenNamed(element, "ac:parameter").find(({ attributes }) => (attributes["ac:name"] ?? "") === name) ??
      "",
  ).trim();

/** Macros that are a part of a line: a state, an issue, a place that links lead to. */
const inline = new Set(["status", "jira", "anchor"]);

const macroName = ({ attributes }: HtmlElement): string => (attributes["ac:name"] ?? "").toLowerCase();

/** Returns whether an element of the storage format is no part of a line. */
export function isConfluenceBlock(element: HtmlElement): boolean {
  if (/^ac:(?:structured-)?macro$/.test(element.name)) return !inline.has(macroName(element));
  return /^ac:(?:image|task-list|layout|layout-section|layout-cell|rich-text-body)$/.test(element.name);
}

/** The blocks that the storage format of Confluence has apart from those of HTML. */
export function confluenceBlock(element: HtmlElement, reading: HtmlReading): RootContent[] | undefined {
  switch (element.name) {
    case "ac:structured-macro":
    case "ac:macro":
      return macroOf(element, reading);
    case "ac:image":
      return imageOf(element, reading);
    case "ac:task-list":
      return tasksOf(element, reading);
    case "ac:placeholder":
    case "ac:parameter":
      return [];
    default:
      return undefined;
  }
}

function macroOf(element: HtmlElement, reading: HtmlReading): RootContent[] {
  const name = macroName(element);
  const body = childNamed(element, "ac:rich-text-body")?.children ?? [];
  const plain = childNamed(element, "ac:plain-text-body");
  const title = parameterOf(element, "title");
  const titled = (content: RootContent[]) => [
    ...bold(title === "" ? [] : [{ type: "text", value: title }]),
    ...content,
  ];
  if (name === "code" || name === "noformat" || name === "paste-code-macro")
    return titled([
      {
        type: "code",
        lang: parameterOf(element, "language").toLowerCase() || null,
        value: htmlText(plain ?? ""),
      },
    ]);
  if (/^math|^latex/.test(name))
    return [{ type: "code", lang: "math", value: htmlText(plain ?? parameterOf(element, "body")).trim() }];
  const tone = tones[name];
  if (tone) return callout(tone, titled(blocksOf(body, reading)));
  if (name === "expand")
    return toggle(
      [],
      title === "" ? [] : [{ type: "text", value: title }],
      () => blocksOf(body, reading),
      reading,
    );
  if (open.has(name)) return titled(blocksOf(body, reading));
  if (/^(?:drawio|inc-drawio|gliffy|drawio-sketch)$/.test(name)) return diagramOf(element, reading);
  if (silent.has(name)) return [];
  if (name === "include" || name === "excerpt-include" || name === "redirect") {
    reading.lose(name === "redirect" ? "macro_redirect" : "macro_include");
    return linked(element, reading, name === "redirect" ? "Redirects to " : "Includes ");
  }
  if (/^(?:view-file|viewpdf|viewdoc|viewxls|viewppt|multimedia)$/.test(name))
    return linked(element, reading, "");
  reading.lose("macro_unknown", name);
  if (body.length > 0) return blocksOf(body, reading);
  const code = plain ? htmlText(plain).trim() : "";
  if (code !== "") return [{ type: "code", lang: null, value: code }];
  return linked(element, reading, "");
}

/** Returns a link to the page or file of a macro. */
function linked(element: HtmlElement, reading: HtmlReading, before: string): RootContent[] {
  const named = findElement(element, ({ name }) => name === "ri:page" || name === "ri:attachment");
  const bare = parameterOf(element, "") || parameterOf(element, "location");
  const inner: PhrasingContent[] = named
    ? resourceOf(named, reading, "", "")
    : bare === ""
      ? []
      : [{ type: "text", value: bare }];
  if (inner.length === 0) return [];
  return [
    {
      type: "paragraph",
      children: [...(before === "" ? [] : [{ type: "text" as const, value: before }]), ...inner],
    },
  ];
}

/** A diagram is an attachment with its source, and one with its picture. */
function diagramOf(element: HtmlElement, reading: HtmlReading): RootContent[] {
  const name =
    parameterOf(element, "diagramName") || parameterOf(element, "name") || parameterOf(element, "filename");
  if (name === "") return [];
  const file = /\.png$/i.test(name) ? name : `${name}.png`;
  const url = reading.aim({ kind: "image", address: file, words: name });
  return [picture({ type: "image", url, alt: name })];
}

function imageOf(element: HtmlElement, reading: HtmlReading): RootContent[] {
  const alt = element.attributes["ac:alt"] ?? "";
  const file = findElement(element, ({ name }) => name === "ri:attachment");
  const caption = childNamed(element, "ac:caption");
  const below = caption ? blocksOf(caption.children, reading) : [];
  if (file) {
    const address = file.attributes["ri:filename"] ?? "";
    const url = reading.aim({ kind: "image", address, words: alt, ...ownerOf(file) });
    const title = imageWidthOfPixels(element.attributes["ac:width"]);
    return [picture({ type: "image", url, alt, title }), ...below];
  }
  const elsewhere = findElement(element, ({ name }) => name === "ri:url")?.attributes["ri:value"] ?? "";
  if (!/^https?:/i.test(elsewhere)) return below;
  reading.lose("image_elsewhere");
  const words = alt || elsewhere;
  return [
    {
      type: "paragraph",
      children: [{ type: "link", url: elsewhere, children: [{ type: "text", value: words }] }],
    },
    ...below,
  ];
}

/** The page of an attachment, if it is another one. */
function ownerOf(file: HtmlElement): { page?: string; space?: string } {
  const page = childNamed(file, "ri:page");
  if (!page) return {};
  const { "ri:content-title": title = "", "ri:space-key": space } = page.attributes;
  return { page: title, ...(space !== undefined && { space }) };
}

function tasksOf(element: HtmlElement, reading: HtmlReading): RootContent[] {
  const items = childrenNamed(element, "ac:task").map((task): ListItem => {
    const status = childNamed(task, "ac:task-status");
    const content = blocksOf(childNamed(task, "ac:task-body")?.children ?? [], reading);
    const children = (content.length > 0 ? content : [{ type: "paragraph", children: [] }]) as BlockContent[];
    return {
      type: "listItem",
      spread: false,
      checked: htmlText(status ?? "").trim() === "complete",
      children,
    };
  });
  return items.length > 0 ? [{ type: "list", ordered: false, spread: false, children: items }] : [];
}

/** The parts of a line that the storage format has apart from those of HTML. */
export function confluenceInline(element: HtmlElement, reading: HtmlReading): PhrasingContent[] | undefined {
  const { name, attributes } = element;
  if (name === "ac:link") return linkOf(element, reading);
  if (name === "ac:emoticon") {
    const sign = attributes["ac:emoji-fallback"] ?? "";
    const shown = /^:/.test(sign) || sign === "" ? (signs[attributes["ac:name"] ?? ""] ?? "") : sign;
    return shown === "" ? [] : [{ type: "text", value: shown }];
  }
  if (name === "ac:structured-macro" || name === "ac:macro") {
    const macro = macroName(element);
    if (macro === "status")
      return [
        { type: "strong", children: [{ type: "text", value: parameterOf(element, "title") || "status" }] },
      ];
    if (macro === "jira")
      return [{ type: "text", value: parameterOf(element, "key") || parameterOf(element, "jqlQuery") }];
    return macro === "anchor" ? [] : undefined;
  }
  if (name === "time") return [{ type: "text", value: attributes.datetime ?? "" }];
  if (/^ac:(?:parameter|placeholder|task-id|adf-attribute|adf-fallback)$/.test(name)) return [];
  return undefined;
}

const signs: Readonly<Record<string, string>> = {
  ...{
    smile: "🙂",
    sad: "🙁",
    cheeky: "😛",
    laugh: "😀",
    wink: "😉",
    "thumbs-up": "👍",
    "thumbs-down": "👎",
  },
  ...{ information: "ℹ️", tick: "✅", cross: "❌", warning: "⚠️", plus: "➕", minus: "➖", question: "❓" },
  ...{ "light-on": "💡", "yellow-star": "⭐", "blue-star": "⭐", "red-star": "⭐", heart: "❤️" },
};

function linkOf(element: HtmlElement, reading: HtmlReading): PhrasingContent[] {
  const body = childNamed(element, "ac:link-body") ?? childNamed(element, "ac:plain-text-link-body");
  const words = htmlText(body ?? "")
    .replace(/\s+/g, " ")
    .trim();
  const part = element.attributes["ac:anchor"] ?? "";
  const resource = element.children.find(
    (child): child is HtmlElement => typeof child !== "string" && child.name.startsWith("ri:"),
  );
  if (resource) return resourceOf(resource, reading, words, part);
  if (part !== "") {
    const url = reading.aim({ kind: "page", address: "", part, words });
    return [{ type: "link", url, children: [{ type: "text", value: words || part }] }];
  }
  const inner: HtmlNode[] = body?.children ?? [];
  return inlinesOf(inner, reading);
}

function resourceOf(
  resource: HtmlElement,
  reading: HtmlReading,
  words: string,
  part: string,
): PhrasingContent[] {
  const { attributes } = resource;
  const link = (url: string, shown: string): PhrasingContent[] => [
    { type: "link", url, children: [{ type: "text", value: shown }] },
  ];
  switch (resource.name) {
    case "ri:page":
    case "ri:blog-post": {
      const title = attributes["ri:content-title"] ?? "";
      const space = attributes["ri:space-key"];
      const url = reading.aim({
        ...{ kind: "page", address: title, words },
        ...(part !== "" && { part }),
        ...(space !== undefined && { space }),
      });
      return link(url, words || title || part || "page");
    }
    case "ri:attachment": {
      const name = attributes["ri:filename"] ?? "";
      return link(reading.aim({ kind: "file", address: name, words, ...ownerOf(resource) }), words || name);
    }
    case "ri:user": {
      const key = attributes["ri:account-id"] ?? attributes["ri:userkey"] ?? attributes["ri:username"] ?? "";
      return link(reading.aim({ kind: "person", address: key, words }), words || "person");
    }
    case "ri:url": {
      const url = attributes["ri:value"] ?? "";
      return /^(?:https?:|mailto:)/i.test(url) ? link(url, words || url) : [{ type: "text", value: words }];
    }
    default:
      return words === "" ? [] : [{ type: "text", value: words }];
  }
}
