import { chatRoutes } from "@atoll/contract/chat/routes";
import {
  maxTreeArticles,
  maxTreeBranch,
  maxWholeTree,
  treeBranchSize,
} from "@atoll/contract/knowledge/limits";
import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { voteRoutes } from "@atoll/contract/votes/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, test } from "vitest";
import { createChannel } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { type Writer, writersForFile } from "../../../../test/knowledge.ts";
import { everybodyNotified } from "../../../../test/settled.ts";
import { createTaskRow } from "../../../../test/task-factory.ts";

const server = sharedServer();
const { greta, wim, vera, dev, ola, departments } = writersForFile(server);

const named = (articles: readonly { title: string }[]) => articles.map(({ title }) => title);
const below = async (who: Writer, id: string, cursor?: string) =>
  who.client.call(routes.listArticlesBelow, { ...who.of(id), query: { limit: 2, cursor } });
const around = async (who: Writer, id: string) => {
  const { previous, next } = await who.client.call(routes.getArticleNeighbors, who.of(id));
  return [previous?.name, next?.name];
};
const narrow = (id: string, departmentIds: string[]) => greta.change(id, { departmentIds });
const backend = () => [departments.Backend!];

describe("the pages around one", () => {
  test("are those below it in the order of the tree, a page at a time, without what the viewer may not read", async () => {
    const top = await wim.write({ title: "Harbour" });
    const first = await wim.write({ title: "Quay", parentId: top.id });
    const hidden = await greta.write({ title: "Vault", parentId: top.id, departmentIds: backend() });
    const last = await wim.write({ title: "Buoys", parentId: top.id });
    const draft = await wim.create({ title: "Cranes", parentId: top.id });
    const page = await below(dev, top.id);
    expect([named(page.items), page.nextCursor]).toEqual([["Quay", "Buoys"], null]);
    const ofWim = await below(wim, top.id);
    expect(named(ofWim.items)).toEqual(["Quay", "Buoys"]);
    const rest = await below(wim, top.id, ofWim.nextCursor!);
    expect(rest.items.map(({ title, state }) => [title, state])).toEqual([["Cranes", "draft"]]);
    expect(await dev.refused(routes.listArticlesBelow, { ...dev.of(hidden.id), query: {} })).toBe(
      "article_not_found",
    );
    expect(await around(dev, first.id)).toEqual(["Harbour", "Buoys"]);
    expect(await around(ola, first.id)).toEqual(["Harbour", "Vault"]);
    expect(await around(wim, last.id)).toEqual(["Quay", "Cranes"]);
    expect((await around(dev, top.id))[1]).toBe("Quay");
    expect(await dev.refused(routes.getArticleNeighbors, dev.of(draft.id))).toBe("article_not_found");
  });

  test("are read from the top: after the last page below one comes the next page next to it", async () => {
    const one = await wim.write({ title: "One" });
    const inner = await wim.write({ title: "Inner", parentId: one.id });
    const deep = await wim.write({ title: "Deep", parentId: inner.id });
    const two = await wim.write({ title: "Two" });
    expect(await around(dev, deep.id)).toEqual(["Inner", "Two"]);
    expect((await around(dev, two.id))[0]).toBe("Deep");
    await wim.move(inner.id, two.id);
    expect((await around(dev, one.id))[1]).toBe("Two");
    expect(await around(dev, inner.id)).toEqual(["Two", "Deep"]);
    const sop = await greta.create({ kind: "sop", title: "Drill" });
    expect(await around(greta, sop.id)).toEqual([undefined, undefined]);
  });

  test("link to it: pages by title, and messages and tasks that the reader may read", async () => {
    const target = await wim.write({ title: "Beacon" });
    const link = `/knowledge-base/articles/${target.id}`;
    await wim.write({ title: "Lamps", body: `[it](${link})` });
    await wim.write({ title: "Bulbs", body: `See [it](article:${target.id})` });
    await greta.write({ title: "Secret lamps", body: `[it](${link})`, departmentIds: backend() });
    const pages = (cursor?: string) =>
      dev.client.call(routes.listBacklinks, { ...dev.of(target.id), query: { limit: 1, cursor } });
    const first = await pages();
    const second = await pages(first.nextCursor!);
    expect([...named(first.items), ...named(second.items)]).toEqual(["Bulbs", "Lamps"]);
    expect(second.nextCursor).toBeNull();
    const open = await createChannel(server.db, { name: "lights", members: [wim.user, dev.user] });
    const closed = await createChannel(server.db, { name: "keepers", members: [wim.user] });
    for (const { id } of [open, closed])
      await wim.client.call(chatRoutes.postMessage, {
        params: { channelId: id },
        body: { id: uuidv7(), content: `Read https://atoll.example${link} first` },
      });
    await createTaskRow(server.db, wim.id, { assignee_id: dev.id, title: "Lamp", description: link });
    await createTaskRow(server.db, wim.id, { title: "Own lamp", description: link });
    const mentions = async (who: Writer) =>
      (await who.client.call(routes.listArticleMentions, { ...who.of(target.id), query: {} })).items;
    expect((await mentions(dev)).map(({ kind }) => kind).toSorted()).toEqual(["message", "task"]);
    expect((await mentions(wim)).map(({ kind }) => kind).toSorted()).toEqual([
      ...["message", "message", "task", "task"],
    ]);
    expect(await mentions(ola)).toEqual([]);
    await narrow(target.id, backend());
    expect(await dev.refused(routes.listArticleMentions, { ...dev.of(target.id), query: {} })).toBe(
      "article_not_found",
    );
  });
});

describe("a person's own pages", () => {
  const overview = async (who: Writer) => {
    const { starred, recent } = await who.client.call(routes.getKnowledgeOverview, {});
    return { starred: named(starred), recent: named(recent) };
  };
  const star = (who: Writer, id: string, isStarred = true) =>
    who.client.call(routes.starArticle, { ...who.of(id), body: { isStarred } });

  test("are starred by one person alone, and leave the list with the right to read them", async () => {
    const [kept, lost] = [await wim.write({ title: "Kept" }), await wim.write({ title: "Lost" })];
    const socket = await server.connect(dev);
    await star(dev, kept.id);
    expect((await socket.next("article.read")).articleId).toBe(kept.id);
    await star(dev, kept.id);
    await star(dev, lost.id);
    expect((await overview(dev)).starred).toEqual(["Lost", "Kept"]);
    expect((await overview(ola)).starred).toEqual([]);
    expect([(await dev.open(kept.id)).isStarred, (await ola.open(kept.id)).isStarred]).toEqual([true, false]);
    await narrow(lost.id, backend());
    expect((await overview(dev)).starred).toEqual(["Kept"]);
    const list = await dev.client.call(routes.listArticles, { query: { starred: "1" } });
    expect(named(list.items)).toEqual(["Kept"]);
    expect(await dev.refused(routes.starArticle, { ...dev.of(lost.id), body: { isStarred: false } })).toBe(
      "article_not_found",
    );
    await star(dev, kept.id, false);
    expect((await overview(dev)).starred).toEqual([]);
    socket.close();
  });

  test("are those that the reader opened, the latest first", async () => {
    const pages = [await wim.write({ title: "Morning" }), await wim.write({ title: "Evening" })];
    const read = (id: string) => ola.client.call(routes.markArticleRead, ola.of(id));
    for (const { id } of [...pages, pages[0]!]) await read(id);
    expect((await overview(ola)).recent).toEqual(["Morning", "Evening"]);
    await narrow(pages[0]!.id, [departments.DevOps!]);
    expect((await overview(ola)).recent).toEqual(["Evening"]);
  });
});

describe("followers of a page", () => {
  const published = async (who: Writer, title: string) =>
    (await who.inbox()).filter((entry) => entry.includes("published") && entry.includes(`“${title}”`));
  const follow = (who: Writer, id: string, wants = true) =>
    who.client.call(wants ? voteRoutes.follow : voteRoutes.unfollow, {
      params: { kind: "article", subjectId: id },
    });
  const publishNext = async (who: Writer, id: string) => {
    await who.begin(id);
    return who.publish(id);
  };

  test("are told of each new version, once for a page, until they have read it or stop", async () => {
    const { id } = await wim.write({ title: "Tides" });
    expect((await dev.open(id)).isFollowed).toBe(false);
    await follow(dev, id);
    expect((await dev.open(id)).isFollowed).toBe(true);
    await publishNext(wim, id);
    await publishNext(wim, id);
    expect(await published(dev, "Tides")).toEqual(["Wim published version 3 of “Tides”"]);
    expect(await published(ola, "Tides")).toEqual([]);
    const unread = async () => {
      const { items } = await dev.client.call(notificationRoutes.listNotifications, { query: {} });
      return items.filter(({ title, isRead }) => title.includes("“Tides”") && !isRead).length;
    };
    expect(await unread()).toBe(1);
    await dev.client.call(routes.markArticleRead, dev.of(id));
    expect(await unread()).toBe(0);
    await follow(dev, id, false);
    await publishNext(wim, id);
    expect(await published(dev, "Tides")).toEqual([]);
  });

  test("are its owner and writers without asking, who can stop", async () => {
    const { id } = await wim.write({ title: "Currents" });
    await publishNext(vera, id);
    expect([(await wim.open(id)).isFollowed, (await vera.open(id)).isFollowed]).toEqual([true, true]);
    expect(await published(wim, "Currents")).toEqual(["Vera published version 2 of “Currents”"]);
    expect(await published(vera, "Currents")).toEqual([]);
    await follow(vera, id, false);
    expect((await vera.open(id)).isFollowed).toBe(false);
    await publishNext(wim, id);
    expect(await published(vera, "Currents")).toEqual([]);
  });

  test("hear nothing of a page that they may no longer read, also of a version that they were told of", async () => {
    const { id } = await wim.write({ title: "Reefs" });
    for (const who of [dev, ola]) await follow(who, id);
    await publishNext(wim, id);
    expect(await published(ola, "Reefs")).toHaveLength(1);
    await narrow(id, [departments.DevOps!]);
    expect(await published(ola, "Reefs")).toEqual([]);
    await publishNext(wim, id);
    await everybodyNotified(server.db);
    const { rows } = await sql<{ people: string[] }>`SELECT array_agg(user_id) AS people FROM notifications
      WHERE subject_id = ${id} AND kind = 'knowledge.published' AND last_seq = 3`.execute(server.db);
    expect(rows[0]?.people).toEqual([dev.id]);
    const refused = await ola.refused(voteRoutes.follow, { params: { kind: "article", subjectId: id } });
    expect(refused).toBe("subject_not_found");
  });

  test("are asked to confirm a version that must be read, and not told of it a second time", async () => {
    const { id } = await wim.write({ title: "Storms" });
    await follow(dev, id);
    await wim.begin(id);
    await wim.save(await wim.draft(id), { mustRead: true });
    await wim.publish(id);
    expect((await dev.inbox()).filter((title) => title.includes("“Storms”"))).toEqual([
      "Wim asks you to read version 2 of “Storms”",
    ]);
  });
});

describe("a large tree", () => {
  const tree = (who: Writer, query: object = {}) => who.client.call(routes.getArticleTree, { query });

  test("is sent as its open branches, each up to a size, and found by titles", async () => {
    const top = await greta.write({ title: "Archipelago" });
    const inner = await greta.write({ title: "Isle", parentId: top.id });
    await wim.write({ title: "Cove of 100%", parentId: inner.id });
    await greta.write({ title: "Grotto", parentId: inner.id, departmentIds: backend() });
    expect(await tree(dev)).toMatchObject({ isWhole: true, cut: [] });
    await sql`INSERT INTO articles (id, kind, title, rank, path, owner_id, created_by, status, version, sent_hash)
      SELECT id, 'article', 'Rock ' || n, 'z' || lpad(n::text, 6, '0') || 'V', ARRAY[id], ${wim.id}, ${wim.id},
        'PUBLISHED', 1, '' FROM (SELECT gen_random_uuid() AS id, n FROM generate_series(1, ${maxWholeTree}::int) AS n) AS made`.execute(
      server.db,
    );
    const closed = await tree(dev);
    expect([closed.isWhole, closed.cut, closed.nodes.length]).toEqual([false, [null], treeBranchSize]);
    expect(closed.nodes.every(({ parentId }) => parentId === null)).toBe(true);
    expect(closed.nodes.find(({ id }) => id === top.id)?.hasBelow).toBe(true);
    const titles = async (who: Writer, query: object) =>
      named((await tree(who, { size: 20, ...query })).nodes).toSorted();
    // The branch of a page that is not shown stays closed.
    expect(await titles(dev, { open: inner.id })).not.toContain("Cove of 100%");
    const open = await titles(dev, { open: `${top.id},${inner.id}` });
    expect(open).toContain("Cove of 100%");
    expect(open).not.toContain("Grotto");
    expect(await titles(dev, { search: "OF 100%" })).toEqual(["Archipelago", "Cove of 100%", "Isle"]);
    expect(await titles(dev, { search: "grotto" })).toEqual([]);
    expect(await titles(ola, { search: "grotto" })).toEqual(["Archipelago", "Grotto", "Isle"]);
    // Its parent was narrowed to others: the page that its owner still reads is at the top.
    const own = await wim.write({ title: "Own reef", parentId: inner.id });
    await narrow(top.id, backend());
    expect(await titles(wim, {})).toContain("Own reef");
    expect(await titles(dev, { search: "own reef" })).toEqual([]);
    expect(await dev.refused(routes.getArticle, dev.of(own.id))).toBe("article_not_found");
  });

  test("names each open branch of which it leaves pages out, also where there is no room for all of them", async () => {
    const insert = async (rows: { id: string; rank: string; path: string[] }[]) => {
      await sql`INSERT INTO articles (id, kind, title, rank, parent_id, path, owner_id, created_by, status, version, sent_hash)
        SELECT id, 'article', 'Page', rank, path[cardinality(path) - 1], path, ${wim.id}, ${wim.id}, 'PUBLISHED', 1, ''
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS page (id uuid, rank text, path uuid[])`.execute(
        server.db,
      );
    };
    const [delta, estuary, coast, fjord, reef] = Array.from({ length: 5 }, () => uuidv7()) as [
      string,
      ...string[],
    ];
    const below = (...above: string[]) =>
      Array.from({ length: maxTreeBranch }, (_, at) => {
        const id = uuidv7();
        return { id, rank: `a${at}`.padEnd(6, "V"), path: [...above, id] };
      });
    await insert([delta, estuary, coast, reef].map((id, at) => ({ id: id!, rank: `Z${at}`, path: [id!] })));
    await insert([{ id: fjord!, rank: "a0", path: [coast!, fjord!] }]);
    await insert([...below(delta), ...below(estuary!), ...below(coast!, fjord!)]);
    const branch = async (open: (string | undefined)[], size: number) => {
      const { nodes, cut } = await tree(dev, { open: open.join(), size });
      const counts = [delta, estuary, fjord].map(
        (id) => nodes.filter(({ parentId }) => parentId === id).length,
      );
      return { total: nodes.length, counts, cut: cut.filter((id) => id !== null) };
    };
    const open = [reef, fjord, coast, estuary, delta];
    expect(await branch(open, 100)).toMatchObject({ counts: [100, 100, 100], cut: [delta, estuary, fjord] });
    // There is room for a part of the last branch.
    const all = await branch(open, maxTreeBranch);
    expect(all).toMatchObject({ total: maxTreeArticles, cut: [fjord] });
    expect(all.counts.slice(0, 2)).toEqual([maxTreeBranch, maxTreeBranch]);
    // A branch below a closed one takes no room.
    expect(await branch([fjord, estuary, delta], maxTreeBranch)).toMatchObject({
      counts: [maxTreeBranch, maxTreeBranch, 0],
      cut: [],
    });
  });
});
