import { knowledgeRoutes as routes } from "@atoll/contract/knowledge/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, test } from "vitest";
import { fullTest } from "../../../../../contract/test/full-check.ts";
import { codeOf } from "../../../../test/client.ts";
import { commenterOf } from "../../../../test/commenter.ts";
import { openWriter, typeAtEnd } from "../../../../test/documents/shared-writer.ts";
import { createPeople } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";
import { createArticleRow, type Writer, writersForFile } from "../../../../test/knowledge.ts";

const server = sharedServer();
const { greta, wim, vera, dev, ola, departments } = writersForFile(server);

const change = async (who: Writer, id: string, fields: object) => {
  const { revision } = await who.open(id);
  await who.client.call(routes.changeArticle, { ...who.of(id), body: { revision, ...fields } });
};
async function mustRead(title: string, dueOn: string | null, more: object = {}): Promise<string> {
  const { id } = await wim.create({ title, departmentIds: [departments.DevOps!], ...more });
  await wim.save(await wim.draft(id), { mustRead: true, dueOn });
  await wim.publish(id);
  return id;
}

describe("two people at once", () => {
  test("publish a draft once, as one version that is asked to be read once", async () => {
    const { id } = await wim.create({ title: "Once", departmentIds: [departments.DevOps!] });
    await wim.save(await wim.draft(id), { mustRead: true });
    await wim.share(id);
    await vera.begin(id);
    const codes = await Promise.all([codeOf(wim.publish(id)), codeOf(vera.publish(id))]);
    expect(codes).toContain("ok");
    expect(codes.filter((one) => one !== "ok")).toHaveLength(1);
    const { items } = await dev.client.call(routes.listArticleVersions, dev.of(id));
    expect(items.map(({ number }) => number)).toEqual([1]);
    const asked = (await dev.inbox()).filter((title) => title.includes("“Once”"));
    expect(asked).toHaveLength(1);
  });

  fullTest(
    "write without a pause and publish: the draft is published, with every word that was saved",
    async () => {
      const body = Array.from({ length: 3_000 }, (_, line) => `Line ${line} of a *long* draft.`).join("\n\n");
      const { id } = await wim.create({ title: "Busy", body, departmentIds: [departments.DevOps!] });
      await wim.share(id);
      await vera.begin(id);
      const socket = await server.connect(vera);
      const writer = await openWriter(vera, socket, { kind: "article", id });
      const saved: string[] = [];
      let isOver = false;
      const typing = (async () => {
        for (let word = 0; !isOver; word += 1) {
          const outcome = await codeOf(writer.send(typeAtEnd(writer, `word${word}.`)));
          if (outcome !== "ok") return outcome;
          saved.push(`word${word}.`);
        }
        return "ok";
      })();
      const published = await wim.publish(id).finally(() => {
        isOver = true;
      });
      await typing;
      const { body: text } = await dev.open(id);
      expect(published.version).toBe(1);
      expect(saved.filter((word) => !text.includes(word))).toEqual([]);
      socket.close();
    },
  );

  test("write and submit at the same time: writing continues in the same draft", async () => {
    const { id } = await wim.create({ title: "Asked", departmentIds: [departments.DevOps!] });
    await wim.share(id);
    await vera.begin(id);
    const socket = await server.connect(vera);
    const writer = await openWriter(vera, socket, { kind: "article", id });
    const { epoch } = writer.state;
    await server.db
      .updateTable("documents")
      .set({ held_until: new Date(Date.now() + 600_000) })
      .where("epoch", "=", epoch)
      .execute();
    const typing = writer.send(typeAtEnd(writer, "Held."));
    await wim.submit(id, dev.id);
    await typing;
    expect((await wim.draft(id)).body).toContain("Held.");
    socket.close();
  });

  test("begin a draft together, and both are its writers", async () => {
    const { id } = await wim.write({ title: "Together" });
    await Promise.all([wim.begin(id), vera.begin(id), wim.begin(id)]);
    const { editors } = await wim.draft(id);
    expect(editors.map(({ name }) => name).toSorted()).toEqual(["Vera", "Wim"]);
  });

  test("vote on an article, and each counts once", async () => {
    const { id } = await wim.write({ title: "Helpful" });
    const vote = (who: Writer, choice: "yes" | "no" | null) =>
      who.client.call(routes.voteOnArticle, { ...who.of(id), body: { vote: choice } });
    const all = [wim, vera, dev, ola, greta];
    await Promise.all(all.flatMap((who) => [vote(who, "yes"), vote(who, "yes")]));
    expect(await dev.open(id)).toMatchObject({ helpful: 5, unhelpful: 0, myVote: "yes" });
    await Promise.all([vote(dev, null), vote(ola, "no"), vote(greta, null)]);
    expect(await dev.open(id)).toMatchObject({ helpful: 2, unhelpful: 1, myVote: null });
  });

  test("confirm and publish: a confirmation is for the version that was shown", async () => {
    const id = await mustRead("Moving on", null);
    await wim.save(await wim.begin(id), { mustRead: true });
    const [confirmed] = await Promise.all([codeOf(dev.confirm(id, 1)), wim.publish(id)]);
    expect(["ok", "changed_meanwhile"]).toContain(confirmed);
    expect(await dev.open(id)).toMatchObject({ version: 2, confirmed: { count: 0, of: 3 } });
    expect(await codeOf(dev.confirm(id, 1))).toBe("changed_meanwhile");
    await dev.confirm(id, 2);
    expect(await dev.open(id)).toMatchObject({ confirmed: { count: 1, of: 3 } });
  });
});

describe("a reviewer", () => {
  test("loses access to an open draft at once when an edit ends the review", async () => {
    const { id } = await wim.create({ title: "Under review", departmentIds: [departments.DevOps!] });
    await wim.submit(id, dev.id);
    const socket = await server.connect(dev);
    const reader = await openWriter(dev, socket, { kind: "article", id });
    expect(reader.state.mayEdit).toBe(false);
    await wim.save(await wim.draft(id), { title: "Rewritten" });
    expect(await socket.next("document.closed")).toEqual({ epoch: reader.state.epoch, reason: "revoked" });
    expect(await dev.refused(routes.getArticle, dev.of(id))).toBe("article_not_found");
    expect(await dev.refused(routes.getArticleDraft, dev.of(id))).toBe("article_not_found");
    expect((await dev.inbox()).filter((title) => title.includes("Rewritten"))).toEqual([]);
    socket.close();
  });

  test("outside of the readers cannot be asked, and one who joined the draft cannot approve it", async () => {
    const { id } = await wim.create({ title: "For DevOps", departmentIds: [departments.DevOps!] });
    const { version } = await wim.draft(id);
    const ask = (reviewerId: string) => ({ ...wim.of(id), body: { version, reviewerId } });
    expect(await wim.refused(routes.submitArticleDraft, ask(ola.id))).toBe("reviewer_unfit");
    expect(await wim.refused(routes.submitArticleDraft, ask(uuidv7()))).toBe("person_not_found");
    const { hash } = await wim.submit(id, vera.id);
    await vera.begin(id);
    expect(await vera.refused(routes.approveArticleDraft, { ...vera.of(id), body: { hash } })).toBe(
      "own_approval",
    );
  });
});

describe("readers", () => {
  test("also lose the pages below when they lose a page, in lists, links, search, comments and the inbox", async () => {
    const top = await greta.write({ title: "Open top" });
    const text = `Ask [person](person:${ola.id}) about marigolds`;
    const below = await greta.write({ title: "Below it", parentId: top.id, body: text });
    const comments = commenterOf(ola);
    await comments.comment({ kind: "article", id: below.id }, "Which ones?");
    const seen = async () => {
      const { items } = await ola.client.call(searchRoutes.searchEverywhere, {
        query: { query: "marigolds" },
      });
      const cards = await ola.client.call(routes.getArticleCards, { query: { of: `article:${below.id}` } });
      return {
        found: items.some(({ id }) => id === below.id),
        card: cards.items.length,
        tree: (await ola.tree()).some(({ id }) => id === below.id),
        told: (await ola.inbox()).filter((title) => title.includes("“Below it”")).length,
        comments: await codeOf(comments.list({ kind: "article", id: below.id })),
      };
    };
    const all = { found: true, card: 1, tree: true, told: 1, comments: "ok" };
    await expect.poll(seen).toEqual(all);
    await change(greta, top.id, { departmentIds: [departments.DevOps!] });
    expect(await seen()).toEqual({
      found: false,
      card: 0,
      tree: false,
      told: 0,
      comments: "subject_not_found",
    });
    await change(greta, top.id, { departmentIds: [] });
    expect(await seen()).toEqual(all);
  });

  test("are paged by name without a gap, and only those who still read it and can sign in count", async () => {
    const id = await mustRead("For everybody", null, { departmentIds: [] });
    const people = await createPeople(server.db, 5);
    await server.db
      .updateTable("profiles")
      .set({ name: "Kim Same" })
      .where(
        "id",
        "in",
        people.map((person) => person.id),
      )
      .execute();
    await server.db
      .updateTable("accounts")
      .set({ disabled_at: new Date() })
      .where("id", "=", people[0]!.id)
      .execute();
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await wim.client.call(routes.listArticleReaders, {
        ...wim.of(id),
        query: { limit: 2, cursor },
      });
      names.push(...page.items.map(({ person }) => person.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(names).toHaveLength(9);
    expect(new Set(names).size).toBe(9);
    expect(names).not.toContain(people[0]!.id);
    await ola.confirm(id, 1);
    expect((await wim.open(id)).confirmed).toEqual({ count: 1, of: 9 });
    await change(wim, id, { departmentIds: [departments.DevOps!] });
    expect((await wim.open(id)).confirmed).toEqual({ count: 0, of: 3 });
    expect(await ola.refused(routes.confirmArticle, { ...ola.of(id), body: { version: 1 } })).toBe(
      "article_not_found",
    );
  });

  test("have to read pages in the order of their due days, those without one last, and confirmed ones at the end", async () => {
    await server.db.updateTable("articles").set({ must_read_version: null }).execute();
    const ids = [
      await mustRead("No day", null),
      await mustRead("Later", "2199-02-01"),
      await mustRead("Done", "2199-01-01"),
      await mustRead("Soon", "2199-01-31"),
    ];
    await dev.confirm(ids[2]!, 1);
    await dev.client.call(routes.markArticleRead, dev.of(ids[3]!));
    const { items } = await dev.client.call(routes.listObligations, {});
    expect(items.map(({ article, state, dueOn }) => [article.title, state, dueOn])).toEqual([
      ["Soon", "opened", "2199-01-31"],
      ["Later", "open", "2199-02-01"],
      ["No day", "open", null],
      ["Done", "done", "2199-01-01"],
    ]);
    const overview = await dev.client.call(routes.getKnowledgeOverview, {});
    expect([overview.openObligations, overview.obligations.length]).toEqual([3, 3]);
  });
});

describe("runs of a procedure", () => {
  test("with the same start are paged without gaps, and a note does not conflict with a tick", async () => {
    const articleId = await createArticleRow(server.db, wim.id, { kind: "sop", title: "Drain" });
    const ids = Array.from({ length: 5 }, () => uuidv7());
    for (const id of ids)
      await dev.client.call(routes.startSopRun, { ...dev.of(articleId), body: { id, name: "" } });
    await server.db
      .updateTable("sop_runs")
      .set({ started_at: new Date() })
      .where("article_id", "=", articleId)
      .execute();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await dev.client.call(routes.listSopRuns, {
        ...dev.of(articleId),
        query: { limit: 2, cursor },
      });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    const params = { runId: ids[0]! };
    const note = (words: string, revision: number) => ({ params, body: { note: words, revision } });
    await ola.client.call(routes.tickSopStep, { params: { ...params, stepId: "one" } });
    const { run } = await dev.client.call(routes.changeSopRun, note("Slow", 1));
    expect(await ola.refused(routes.changeSopRun, note("Fast", 1))).toBe("changed_meanwhile");
    await ola.client.call(routes.changeSopRun, note("Fast", run.revision));
    await Promise.all([dev, ola].map((who) => who.client.call(routes.endSopRun, { params })));
    expect(await dev.refused(routes.changeSopRun, note("Late", run.revision + 1))).toBe("run_over");
  });

  const steps = (...ids: string[]) => ids.map((id) => `:::step{#${id}}\n**${id}**\n:::`).join("\n\n");
  const procedure = (title: string, more: object = {}) =>
    wim.write({ title, body: steps("one", "two"), ...more });
  const start = (who: Writer, articleId: string, id: string, name: string) => ({
    ...who.of(articleId),
    body: { id, name },
  });
  const runs = async (articleId: string) =>
    (await wim.client.call(routes.listSopRuns, { ...wim.of(articleId), query: {} })).items;

  test("are started once however often they are sent, by one person, and only of a page with steps", async () => {
    const [{ id: articleId }, other] = [await procedure("Hoist"), await wim.write({ title: "No steps" })];
    const id = uuidv7();
    await Promise.all(
      [1, 2, 3].map(() => dev.client.call(routes.startSopRun, start(dev, articleId, id, "Friday"))),
    );
    expect(await runs(articleId)).toMatchObject([{ id, name: "Friday", startedBy: { id: dev.id } }]);
    const again = (who: Writer, name: string) =>
      who.refused(routes.startSopRun, start(who, articleId, id, name));
    expect([await again(dev, "Monday"), await again(ola, "Friday")]).toEqual([
      "run_id_taken",
      "run_id_taken",
    ]);
    expect(await dev.refused(routes.startSopRun, start(dev, other.id, uuidv7(), "None"))).toBe(
      "run_without_steps",
    );
  });

  test("are not started, nor is a vote or confirmation taken, where the page is archived at that moment", async () => {
    const { id: articleId } = await procedure("Winch");
    const { version } = await dev.open(articleId);
    const runId = uuidv7();
    const late = await server.db.transaction().execute(async (tx) => {
      await tx.updateTable("articles").set({ status: "ARCHIVED" }).where("id", "=", articleId).execute();
      const refused = Promise.all([
        dev.refused(routes.startSopRun, start(dev, articleId, runId, "Late")),
        dev.refused(routes.voteOnArticle, { ...dev.of(articleId), body: { vote: "yes" } }),
        dev.refused(routes.confirmArticle, { ...dev.of(articleId), body: { version: version ?? 1 } }),
      ]);
      // Each waits for the page instead of going by what it was before.
      await expect
        .poll(async () => {
          const { rows } = await sql`SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(server.db);
          return rows.length;
        })
        .toBe(3);
      return { refused };
    });
    expect(await late.refused).toEqual(["article_not_found", "article_not_found", "article_not_found"]);
    expect(await runs(articleId)).toEqual([]);
    expect(await wim.open(articleId)).toMatchObject({ helpful: 0, unhelpful: 0 });
  });

  test("keep their version and who ticked a step first, and take no step that they do not have", async () => {
    const { id: articleId } = await procedure("Lower");
    const runId = uuidv7();
    await dev.client.call(routes.startSopRun, start(dev, articleId, runId, "Noon"));
    const tick = (stepId: string) => ({ params: { runId, stepId } });
    await dev.client.call(routes.tickSopStep, tick("one"));
    await ola.client.call(routes.tickSopStep, tick("one"));
    await wim.save(await wim.begin(articleId), { body: steps("three") });
    await wim.publish(articleId);
    expect(await dev.refused(routes.tickSopStep, tick("three"))).toBe("run_not_found");
    expect(await runs(articleId)).toMatchObject([
      {
        version: 1,
        steps: [
          { id: "one", doneBy: { id: dev.id } },
          { id: "two", doneBy: null },
        ],
      },
    ]);
    await ola.client.call(routes.untickSopStep, tick("one"));
    await ola.client.call(routes.tickSopStep, tick("one"));
    expect((await runs(articleId))[0]?.steps[0]).toMatchObject({ doneBy: { id: ola.id } });
    await dev.client.call(routes.endSopRun, { params: { runId } });
    expect(await ola.refused(routes.tickSopStep, tick("two"))).toBe("run_over");
    expect(await ola.refused(routes.untickSopStep, tick("one"))).toBe("run_over");
  });

  test("are over for people who can no longer read the page, and go on for the others", async () => {
    const { id: articleId } = await procedure("Tow");
    const runId = uuidv7();
    await ola.client.call(routes.startSopRun, start(ola, articleId, runId, "Night"));
    await change(wim, articleId, { departmentIds: [departments.DevOps!] });
    const params = { runId };
    const note = { params, body: { note: "Still here", revision: 1 } };
    expect([
      await ola.refused(routes.tickSopStep, { params: { runId, stepId: "one" } }),
      await ola.refused(routes.changeSopRun, note),
      await ola.refused(routes.endSopRun, { params }),
      await ola.refused(routes.listSopRuns, { ...ola.of(articleId), query: {} }),
    ]).toEqual(["run_not_found", "run_not_found", "run_not_found", "article_not_found"]);
    await dev.client.call(routes.tickSopStep, { params: { runId, stepId: "one" } });
    await dev.client.call(routes.endSopRun, { params });
    expect(await runs(articleId)).toMatchObject([
      { note: "", startedBy: { id: ola.id }, steps: [{ doneBy: { id: dev.id } }, { doneBy: null }] },
    ]);
  });
});
