import { zipOf } from "./zip-file.ts";

const cdata = (text: string) => `<![CDATA[${text.replaceAll("]]>", "]] >")}]]>`;
const ref = (name: string, kind: string, id: string) =>
  `<property name="${name}" class="${kind}" package="com.example"><id name="id">${cdata(id)}</id></property>`;
const value = (name: string, text: string) => `<property name="${name}">${cdata(text)}</property>`;

/** A space of Confluence as its export has it, built up by a test. */
export function confluenceSpace(key: string, name: string) {
  const objects: string[] = [];
  const files: Record<string, string | Buffer> = {};
  let last = 1_000;
  const add = (kind: string, inner: string): string => {
    last += 1;
    const id = String(last);
    objects.push(`<object class="${kind}" package="com.example"><id name="id">${id}</id>${inner}</object>`);
    return id;
  };
  const spaceId = add("Space", value("name", name) + value("key", key));
  const label = new Map<string, string>();
  const page = (
    title: string,
    body: string,
    more: {
      parent?: string;
      creator?: string;
      kind?: string;
      status?: string;
      original?: string;
      at?: string;
      position?: number;
    } = {},
  ): string => {
    const { parent, creator = "key-ana", kind = "Page", status = "current", original, position = 0 } = more;
    const id = add(
      kind,
      value("title", title) +
        value("contentStatus", status) +
        value("creationDate", more.at ?? "2020-03-04 05:06:07.000") +
        value("lastModificationDate", "2021-03-04 05:06:07.000") +
        value("position", String(position)) +
        ref("space", "Space", spaceId) +
        ref("creator", "ConfluenceUserImpl", creator) +
        ref("lastModifier", "ConfluenceUserImpl", creator) +
        (parent === undefined ? "" : ref("parent", "Page", parent)) +
        (original === undefined ? "" : ref("originalVersion", "Page", original)),
    );
    add("BodyContent", value("body", body) + ref("content", "Page", id) + value("bodyType", "2"));
    return id;
  };
  return {
    page,
    add,
    user: (id: string, username: string, email: string) =>
      objects.push(
        `<object class="ConfluenceUserImpl" package="x"><id name="key">${cdata(id)}</id>${value("name", username)}${value("email", email)}</object>`,
      ),
    /** Adds a file, with the bytes of its versions by their numbers. */
    attach(
      pageId: string,
      title: string,
      versions: Record<string, string | Buffer>,
      folder = pageId,
    ): string {
      const newest = Object.keys(versions).at(-1) ?? "1";
      const id = add(
        "Attachment",
        value("title", title) + value("version", newest) + ref("containerContent", "Page", pageId),
      );
      for (const [version, content] of Object.entries(versions))
        files[`attachments/${folder}/${id}/${version}`] = content;
      return id;
    },
    restrict: (pageId: string, type = "View") =>
      add("ContentPermissionSet", value("type", type) + ref("owningContent", "Page", pageId)),
    label(pageId: string, text: string): void {
      const id = label.get(text) ?? add("Label", value("name", text) + value("namespace", "global"));
      label.set(text, id);
      add("Labelling", ref("label", "Label", id) + ref("content", "Page", pageId));
    },
    files,
    xml: () =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<hibernate-generic datetime="2024-01-08">\n${objects.join("\n")}\n</hibernate-generic>`,
    zip(): Promise<Buffer> {
      return zipOf({ "entities.xml": this.xml(), ...files });
    },
  };
}
