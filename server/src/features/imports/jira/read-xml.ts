import { emptyIssue, type Issue, type IssuePerson, nobody, personOf } from "../issues/issue.ts";

/** An element of an issue, with the text that is directly in it. */
interface Node {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Node[];
}

const [maxItemLength, maxDepth, maxNodes] = [4 * 1024 * 1024, 40, 200_000];

/**
 * Reads the issues of an XML file one by one, so that the file is never in memory as a whole. It declares no entities and
 * opens no addresses: a document type is not read. An issue that is no XML is passed over, and counted by `onProblem`.
 * @param onEnd is told why the file ended too early.
 */
export async function* itemsOf(
  text: AsyncIterable<string>,
  onProblem: (detail: string) => void,
  onEnd: (why: string) => void,
): AsyncGenerator<Node> {
  let [buffer, index, isOver] = ["", 0, false];
  for await (const piece of text) {
    buffer += piece;
    for (;;) {
      const start = beginningOf(buffer);
      if (start < 0) {
        // The beginning of a tag may be at the end.
        isOver ||= /<\/channel>/.test(buffer);
        buffer = buffer.slice(-20);
        break;
      }
      const end = endOf(buffer, start);
      if (end < 0) {
        buffer = buffer.slice(start);
        if (buffer.length > maxItemLength) {
          onProblem(`issue ${index} is too large`);
          buffer = buffer.slice(6);
        }
        break;
      }
      const node = parseNode(buffer.slice(start, end));
      index += 1;
      if (node) yield node;
      else onProblem(`issue ${index}`);
      buffer = buffer.slice(end);
    }
  }
  if (beginningOf(buffer) >= 0) onEnd(`it ends after issue ${index}`);
  else if (!isOver && !/<\/(?:channel|rss)>/.test(buffer))
    onEnd(index === 0 ? "it has no issues" : `it ends after issue ${index}`);
}

const beginningOf = (text: string): number => text.search(/<item[\s>]/);

/** Where the item ends that begins at a place. A text may name the end in a section of characters. */
function endOf(text: string, start: number): number {
  for (let at = start; ; ) {
    const end = text.indexOf("</item>", at);
    if (end < 0) return -1;
    const open = text.lastIndexOf("<![CDATA[", end);
    const close = open < start ? 0 : text.indexOf("]]>", open);
    if (close >= 0 && close < end) return end + "</item>".length;
    if (close < 0) return -1;
    at = close;
  }
}

const token =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([\w:.-]{1,100})((?:"[^"]*"|'[^']*'|[^<>"'])*)>|[^<]+/g;

/** Pure: one element with everything in it; undefined if it is no XML. */
function parseNode(xml: string): Node | undefined {
  const root: Node = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  let [last, nodes] = [0, 0];
  for (const match of xml.matchAll(token)) {
    const [all, cdata, slash, name, rest = ""] = match;
    // Something between two tokens is no XML.
    if (match.index !== last) return undefined;
    last = match.index + all.length;
    const current = open.at(-1) ?? root;
    if (cdata !== undefined) current.text += cdata;
    else if (name === undefined) current.text += all.startsWith("<") ? "" : decode(all);
    else if (slash === "/") {
      if (open.length < 2 || current.name !== name) return undefined;
      open.pop();
    } else {
      nodes += 1;
      if (nodes > maxNodes || open.length > maxDepth) return undefined;
      const node: Node = { name, attributes: attributesOf(rest), text: "", children: [] };
      current.children.push(node);
      if (!rest.trimEnd().endsWith("/")) open.push(node);
    }
  }
  return last === xml.length && open.length === 1 ? root.children[0] : undefined;
}

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(/([\w:.-]{1,100})\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  return Object.fromEntries(
    found.map(([, name = "", double, single]) => [name, decode(double ?? single ?? "")]),
  );
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(entities, name) ? (entities[name] ?? all) : all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

const noise = /^(?:rank|development|\[chart\]|issue color|flagged|work ratio|epic (?:color|status)|sync)/i;

const readElements = new Set(
  (
    "key project link title type status statusCategory priority resolution summary description component labels assignee " +
    "reporter created updated resolved due parent timeoriginalestimate timespent comments attachments issuelinks subtasks " +
    "customfields environment fixVersion version security"
  ).split(" "),
);

/** Attributes of comments that only some people may read, such as `grouplevel` and `rolelevel`. */
const limiting = /level|visib|role|group|internal|restrict/i;

/** A level of security has a name or a number. */
const isLimited = (node: Node | undefined): boolean =>
  node !== undefined && (node.text.trim() !== "" || !["", "-1"].includes(node.attributes.id ?? ""));

/** Pure: an item of the file as an issue. Its texts are HTML. */
export function issueOfItem(item: Node): Issue {
  const find = (node: Node | undefined, name: string) => node?.children.find((child) => child.name === name);
  const list = (name: string, each: string) =>
    find(item, name)?.children.filter((child) => child.name === each) ?? [];
  const one = (name: string) => find(item, name)?.text.trim() ?? "";
  const many = (name: string) =>
    item.children.filter((child) => child.name === name).map(({ text }) => text.trim());
  const attribute = (name: string, key: string) => find(item, name)?.attributes[key]?.trim() ?? "";
  const person = (name: string) => {
    const node = find(item, name);
    return node && personOf(node.attributes.accountid ?? node.attributes.username ?? "", node.text);
  };
  const author = (key: string): IssuePerson => personOf(key, "") ?? nobody;
  const custom = list("customfields", "customfield").flatMap((node) => {
    const label = find(node, "customfieldname")?.text.trim() ?? "";
    const values = (find(node, "customfieldvalues")?.children ?? []).flatMap(
      (value) => value.text.trim() || [],
    );
    return values.length > 0 ? [{ label, value: values.join(", ") }] : [];
  });
  const epic = custom.find(({ label }) => /^(?:epic link|parent link)$/i.test(label))?.value ?? "";
  const site = /^https?:\/\/[^/\s]+/.exec(one("link"))?.[0];
  const joined = (name: string, label: string) => {
    const values = many(name).filter((value) => value !== "");
    return values.length > 0 ? [{ label, value: values.join(", ") }] : [];
  };
  return {
    ...{ ...emptyIssue, key: one("key"), id: attribute("key", "id"), isHtml: true },
    isRestricted: isLimited(find(item, "security")),
    project: { key: attribute("project", "key"), name: one("project") },
    ...{ type: one("type"), status: one("status"), priority: one("priority"), resolution: one("resolution") },
    category: attribute("statusCategory", "key"),
    summary: one("summary") || one("title").replace(/^\[[^\]]{1,60}\]\s*/, ""),
    description: one("description"),
    labels: [...list("labels", "label").map(({ text }) => text.trim()), ...many("component")],
    ...{ assignee: person("assignee"), reporter: person("reporter"), watchers: [] },
    ...{ created: one("created"), updated: one("updated"), resolved: one("resolved"), due: one("due") },
    parent: one("parent") || epic,
    estimateSeconds: Number(attribute("timeoriginalestimate", "seconds")) || 0,
    spentSeconds: Number(attribute("timespent", "seconds")) || 0,
    comments: list("comments", "comment").map(({ attributes, text }) => ({
      ...{ at: attributes.created ?? "", author: author(attributes.author ?? ""), body: text },
      isRestricted: Object.entries(attributes).some(
        ([name, value]) => limiting.test(name) && value.trim() !== "",
      ),
    })),
    worked: [],
    attachments: list("attachments", "attachment").map(({ attributes: { id = "", name = "" } }) => ({
      name,
      url: site ? `${site}/secure/attachment/${encodeURIComponent(id)}/${encodeURIComponent(name)}` : "",
    })),
    links: list("issuelinks", "issuelinktype").flatMap((node) => {
      const type = find(node, "name")?.text.trim() ?? "";
      return (["in", "out"] as const).flatMap((way) =>
        node.children
          .filter(({ name }) => name === `${way}wardlinks`)
          .flatMap(({ children }) => children)
          .flatMap((link) => find(link, "issuekey")?.text.trim() || [])
          .map((key) => ({ type, way, key })),
      );
    }),
    fields: [
      ...custom.filter(({ label }) => !noise.test(label) && !/^(?:epic link|parent link)$/i.test(label)),
      ...joined("environment", "Environment"),
      ...joined("fixVersion", "Fix version"),
      ...joined("version", "Affects version"),
    ],
    unread: item.children.flatMap(({ name, text, children }) =>
      !readElements.has(name) && (children.length > 0 || !/^[\s0]*$/.test(text)) ? name : [],
    ),
  };
}
