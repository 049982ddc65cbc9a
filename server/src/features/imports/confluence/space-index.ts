import type { Archive } from "../archive/open-archive.ts";
import { printOf } from "../archive/prints.ts";
import type { FoundLine } from "../archive/records.ts";
import { spaceKey as keyOfSpace } from "../pages/page-tree.ts";
import { timeOf } from "../task-words.ts";
import {
  entitiesPath,
  namedBy,
  originalOf,
  readObjects,
  type SpaceObject,
  textOf,
  valueIn,
} from "./read-objects.ts";
import { addFiles, type SpacePage } from "./space-files.ts";

export interface SpaceIndex {
  /** Parents before their children. */
  pages: SpacePage[];
  byId: ReadonlyMap<string, SpacePage>;
  places: { key: string; name: string; count: number }[];
  people: ReadonlyMap<string, { name: string; email: string; count: number }>;
  /** Keys of people by the other names that texts have for them. */
  peopleByName: ReadonlyMap<string, string>;
  lines: FoundLine[];
  fileCount: number;
}

const wanted = new Set(
  "Page BlogPost Attachment Space ConfluenceUserImpl InternalUser User Label Labelling ContentPermissionSet ContentPermission Comment PageTemplate".split(
    " ",
  ),
);

/** Reads everything but texts: what is in memory of each page are its title, place, times, people and files. */
export async function readIndex(archive: Archive, signal?: AbortSignal): Promise<SpaceIndex> {
  const path = entitiesPath(archive);
  const lines: FoundLine[] = [];
  const all = new Map<string, SpaceObject[]>();
  let isDamaged = false;
  const onProblem = (detail: string) => {
    isDamaged = true;
    lines.push({ kind: "file_unreadable", detail: `entities.xml: ${detail}` });
  };
  try {
    for await (const object of readObjects(textOf(archive, path), (name) => wanted.has(name), onProblem)) {
      signal?.throwIfAborted();
      const known = all.get(object.name);
      if (known) known.push(object);
      else all.set(object.name, [object]);
    }
  } catch (error) {
    signal?.throwIfAborted();
    archive.assertWhole();
    if (all.size === 0) throw error;
    onProblem("it is damaged");
  }
  const of = (...names: string[]) => names.flatMap((name) => all.get(name) ?? []);
  return arrange(of, archive, path.slice(0, -"entities.xml".length), { lines, isDamaged });
}

/** Times have no zone: they are read as UTC. */
const momentOf = (text: string): Date | null =>
  text === "" ? null : (timeOf(`${text.replace(" ", "T")}Z`) ?? timeOf(text) ?? null);

function arrange(
  of: (...names: string[]) => SpaceObject[],
  archive: Archive,
  prefix: string,
  { lines, isDamaged }: { lines: FoundLine[]; isDamaged: boolean },
): SpaceIndex {
  const note = (kind: string, detail?: string) =>
    lines.push({ kind, ...(detail !== undefined && { detail }) });
  const spaces = new Map(of("Space").map((space) => [space.id, space]));
  const contents = of("Page", "BlogPost");
  const old = new Map<string, string>();
  for (const one of contents) {
    const original = originalOf(one);
    if (original !== "" && original !== one.id) old.set(one.id, original);
    for (const version of one.collections.historicalVersions)
      if (version !== one.id) old.set(version, one.id);
  }
  const byId = new Map<string, SpacePage>();
  for (const one of contents) {
    const status = valueIn(one, "contentStatus") || "current";
    const title = valueIn(one, "title");
    if (old.has(one.id)) note("page_old", title);
    else if (status === "deleted" || status === "trashed") note("page_deleted", title);
    else if (byId.has(one.id)) note("page_repeated", title);
    else byId.set(one.id, pageOf(one, status, spaces));
  }
  for (const page of byId.values()) {
    page.parent = byId.get(page.parentId) ?? byId.get(old.get(page.parentId) ?? "");
    if (page.parent === page || page.parent?.spaceId !== page.spaceId) page.parent = undefined;
    const home = namedBy(spaces.get(page.spaceId) ?? noSpace, "homePage");
    // All pages of a space are below its home page.
    const isBelow = page.parentId !== "" || (home !== "" && home !== page.id);
    page.hasMissingParent = page.parent === undefined && !page.isBlog && isBelow;
  }
  breakCircles(byId.values());
  const sets = of("ContentPermissionSet");
  const setIds = new Set(sets.map(({ id }) => id));
  // A restriction that was not read, or one of a page above that was not read, must not make a page public.
  const isLoose = isDamaged || sets.some((set) => namedBy(set, "owningContent") === "");
  for (const one of contents) {
    const page = byId.get(one.id);
    if (!page) continue;
    const { ancestors, contentPermissionSets } = one.collections;
    page.isUnsure =
      isLoose ||
      (page.parentId !== "" && page.parent === undefined) ||
      contentPermissionSets.some((id) => !setIds.has(id)) ||
      ancestors.some((id) => !byId.has(id) && !byId.has(old.get(id) ?? ""));
  }
  for (const set of sets) {
    // Everybody may read a page that only some people may edit.
    if (/^(?:edit|share)$/i.test(valueIn(set, "type"))) continue;
    const owner = namedBy(set, "owningContent");
    const page = byId.get(owner) ?? byId.get(old.get(owner) ?? "");
    if (page) page.isRestricted = true;
  }
  addLabels(of, byId);
  const fileCount = addFiles(of("Attachment"), { archive, prefix, byId, old, note });
  const pages = inOrder([...byId.values()]);
  for (const page of pages)
    page.isPrivate = page.isRestricted || page.isUnsure || page.isDraft || page.parent?.isPrivate === true;
  const comments = of("Comment").length;
  if (comments > 0) lines.push({ kind: "comments_not_imported", count: comments });
  for (const template of of("PageTemplate")) note("templates_not_imported", valueIn(template, "name"));
  return {
    pages,
    byId,
    places: placesOf(pages, spaces),
    people: peopleOf(of, pages),
    peopleByName: new Map(
      of("ConfluenceUserImpl").flatMap((user) =>
        ["name", "lowerName", "atlassianAccountId"].flatMap((property) => {
          const name = valueIn(user, property);
          return name === "" ? [] : [[name, user.id] as const];
        }),
      ),
    ),
    lines,
    fileCount,
  };
}

const noSpace: SpaceObject = {
  name: "",
  id: "",
  values: new Map(),
  named: new Map(),
  collections: { historicalVersions: [], contentPermissionSets: [], ancestors: [] },
};

function pageOf(one: SpaceObject, status: string, spaces: ReadonlyMap<string, SpaceObject>): SpacePage {
  const spaceId = namedBy(one, "space");
  const space = spaces.get(spaceId);
  // Pages keep their time when they are renamed. Without one, the title tells them from pages of other servers.
  const created = valueIn(one, "creationDate");
  const title = valueIn(one, "title");
  const spaceKey = (space && valueIn(space, "key")) || "pages";
  const parts = [space ? valueIn(space, "key") : "", one.id, created || printOf(undefined, title).trim()];
  const creator = namedBy(one, "creator") || valueIn(one, "creatorName", "creator");
  const position = Number(valueIn(one, "position") || Number.NaN);
  return {
    id: one.id,
    key: ["page", ...parts.map((part) => part.slice(0, 200))].join("/"),
    title,
    ...{ spaceId, spaceKey, placeKey: keyOfSpace(spaceKey), parent: undefined },
    parentId: namedBy(one, "parent"),
    position: Number.isNaN(position) ? Number.MAX_SAFE_INTEGER : position,
    creator,
    modifier: namedBy(one, "lastModifier") || valueIn(one, "lastModifierName", "lastModifier") || creator,
    ...{ at: momentOf(created), updatedAt: momentOf(valueIn(one, "lastModificationDate")) },
    ...{
      isBlog: one.name === "BlogPost",
      isDraft: status === "draft",
      isPrivate: false,
      isRestricted: false,
      isUnsure: false,
    },
    ...{ hasMissingParent: false, labels: [], files: [] },
  };
}

function breakCircles(pages: Iterable<SpacePage>): void {
  const sound = new Set<SpacePage>();
  for (const page of pages) {
    const seen = new Set([page]);
    for (let at = page; at.parent && !sound.has(at); at = at.parent) {
      if (seen.has(at.parent)) {
        at.parent = undefined;
        at.hasMissingParent = true;
        break;
      }
      seen.add(at.parent);
    }
    for (const one of seen) sound.add(one);
  }
}

function addLabels(of: (...names: string[]) => SpaceObject[], byId: ReadonlyMap<string, SpacePage>): void {
  // Labels that people keep for themselves are not for all readers.
  const labels = new Map(
    of("Label").flatMap((label) =>
      /^(?:global|)$/.test(valueIn(label, "namespace")) ? [[label.id, valueIn(label, "name")] as const] : [],
    ),
  );
  for (const one of of("Labelling")) {
    const label = labels.get(namedBy(one, "label"));
    if (label)
      byId.get(namedBy(one, "content", "labelableId") || valueIn(one, "labelableId"))?.labels.push(label);
  }
}

/** Parents before their children, by their positions. */
function inOrder(all: readonly SpacePage[]): SpacePage[] {
  const children = Map.groupBy(all, ({ parent }) => parent);
  const pages: SpacePage[] = [];
  const below = (parent: SpacePage | undefined) =>
    (children.get(parent) ?? [])
      .toSorted((one, other) => one.position - other.position || (one.title < other.title ? -1 : 1))
      .reverse();
  const waiting = below(undefined);
  for (let page = waiting.pop(); page; page = waiting.pop()) {
    pages.push(page);
    waiting.push(...below(page));
  }
  return pages;
}

function placesOf(pages: readonly SpacePage[], spaces: ReadonlyMap<string, SpaceObject>) {
  const names = new Map([...spaces.values()].map((space) => [valueIn(space, "key"), valueIn(space, "name")]));
  return [...Map.groupBy(pages, ({ spaceKey }) => spaceKey)].map(([key, { length }]) => ({
    ...{ key: keyOfSpace(key), count: length },
    name: names.get(key) || (key === "pages" ? "Pages without a space" : key),
  }));
}

function peopleOf(
  of: (...names: string[]) => SpaceObject[],
  pages: readonly SpacePage[],
): SpaceIndex["people"] {
  const internal = new Map(of("InternalUser", "User").map((user) => [valueIn(user, "name"), user]));
  const people = new Map<string, { name: string; email: string; count: number }>();
  for (const user of of("ConfluenceUserImpl")) {
    const name = valueIn(user, "name");
    const more = internal.get(name);
    // Confluence Cloud has the address as the name.
    const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(name) ? name : "";
    const shown = address === "" ? name : address.slice(0, address.indexOf("@"));
    people.set(user.id, {
      name:
        (more && valueIn(more, "displayName", "fullName")) || valueIn(user, "fullName") || shown || user.id,
      email:
        valueIn(user, "email") ||
        (more ? valueIn(more, "emailAddress", "email") : "") ||
        address.toLowerCase(),
      count: 0,
    });
  }
  for (const { creator, modifier } of pages)
    for (const key of new Set([creator, modifier])) {
      if (key === "") continue;
      const more = internal.get(key);
      const known = people.get(key) ?? {
        name: (more && valueIn(more, "displayName", "fullName")) || key,
        email: more ? valueIn(more, "emailAddress", "email") : "",
        count: 0,
      };
      known.count += 1;
      people.set(key, known);
    }
  return people;
}
