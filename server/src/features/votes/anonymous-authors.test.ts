import { isDeepStrictEqual } from "node:util";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { askAiRoutes } from "@atoll/contract/ask-ai/routes";
import { auditRoutes } from "@atoll/contract/audit/routes";
import { commentRoutes } from "@atoll/contract/comments/routes";
import { dashboardRoutes } from "@atoll/contract/dashboard/routes";
import { ideaOrders, ideaScopes } from "@atoll/contract/ideas/limits";
import { ideaRoutes } from "@atoll/contract/ideas/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { questionOrders, questionViews } from "@atoll/contract/questions/limits";
import { questionRoutes } from "@atoll/contract/questions/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { voteRoutes } from "@atoll/contract/votes/routes";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { fullTest } from "../../../../contract/test/full-check.ts";
import { idsByName } from "../../../test/announcers.ts";
import { countStatements } from "../../../test/count-statements.ts";
import { createPerson, createRole } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";
import type { SignedIn } from "../../../test/harness.ts";
import { everybodyNotified } from "../../../test/settled.ts";
import { openSocket } from "../../../test/socket.ts";

/**
 * Each story is told twice: once with Ada as the hidden author, once with Bea. Everything else is the same, also what Ada
 * and Bea do under their names. What the others can fetch and hear must then be the same, too.
 */
const server = sharedServer();
type Name = "ada" | "bea" | "voter" | "moderator" | "admin" | "outsider";
const observers = ["voter", "moderator", "admin", "outsider"] as const;
const people = {} as Record<Name, SignedIn>;
let departments: Record<string, string>;
const everyone = () => Object.values(people).map(({ user }) => user.id);
const callAll = "@Ada @Bea @Vic @Mo @Adi @Otto, what do you think?";

beforeAll(async () => {
  await createRole(server.db, { name: "moderator", permissions: ["ideas:manage", "community:moderate"] });
  const join = async (name: string, role: string, department: string) =>
    server.signIn(await createPerson(server.db, { name, roles: [role], departments: [department] }));
  people.ada = await join("Ada", "user", "Marketing");
  people.bea = await join("Bea", "user", "Marketing");
  people.voter = await join("Vic", "user", "Marketing");
  people.moderator = await join("Mo", "moderator", "Marketing");
  people.admin = await join("Adi", "admin", "Marketing");
  people.outsider = await join("Otto", "user", "DevOps");
  departments = await idsByName(server.db, "departments");
  for (const name of observers) {
    const { client } = people[name];
    const { layout } = await client.call(dashboardRoutes.getDashboard, {});
    const cards = (["ideas", "questions", "knowledge"] as const).map((type, column) => ({
      ...{ id: uuidv7(), type, title: "", options: {} },
      ...{ x: column * 4, y: 60, w: 4, h: 3 },
    }));
    const body = { cards: [...layout.cards, ...cards], phoneOrder: [], version: layout.version };
    await client.call(dashboardRoutes.arrangeDashboard, { body });
  }
});

type Author = "ada" | "bea";
/** Words of the same length, which name no one. */
const tagOf = { ada: "kqv", bea: "wzj" };
/** Everything that other people could see or received, after each step of a story. */
type Seen = Record<string, unknown>;
interface Thing {
  kind: "idea" | "question";
  id: string;
  tag: string;
}
type Step = [title: string, act: () => Promise<unknown>];

/** The answer, or the code of the refusal. */
const outcome = (call: Promise<unknown>) =>
  call.then(
    (answer) => answer,
    (error: unknown) => String(error instanceof Error ? error.message : error),
  );

/** Tells a story about a thing, and collects what the observers see of it after each step. */
async function observe(
  thing: Thing,
  steps: (say: (what: string, call: Promise<unknown>) => Promise<void>) => Step[],
): Promise<Seen> {
  // Lists and counts without a filter show everything that there is.
  await sql`TRUNCATE notifications, questions, ideas, vote_subjects, question_tags CASCADE`.execute(
    server.db,
  );
  const candidates = await Promise.all((["ada", "bea"] as const).map((name) => server.connect(people[name])));
  const sockets = await Promise.all(
    observers.map((name) => openSocket(server.url, people[name].session.accessToken)),
  );
  const watched = { userIds: [people.ada.user.id, people.bea.user.id] };
  for (const socket of sockets) await socket.ask("presence.watch", watched);
  const seen: Seen = {};
  const normal = normaliser(thing.tag);
  let title = "";
  const say = async (what: string, call: Promise<unknown>) => {
    seen[`${title}: ${what}`] = normal(await outcome(call));
  };
  const look = async (observer: string, calls: Record<string, () => Promise<unknown>>) => {
    for (const [what, call] of Object.entries(calls))
      seen[`${title}: ${observer}: ${what}`] = normal(await outcome(call()));
  };
  const told = steps(say);
  for (const [name, act] of told) {
    title = name;
    await act();
    await everybodyNotified(server.db);
    for (const [index, observer] of observers.entries()) {
      await look(observer, views(people[observer], thing));
      if (index < 2 && (name === "hidden" || name === told.at(-1)?.[0]))
        await look(observer, overviews(people[observer], thing));
      await look(observer, { presence: async () => sockets[index]?.ask("presence.watch", watched) });
    }
  }
  // How long an answer takes depends on them and on its size, which is compared with the answer.
  for (const [what, call] of Object.entries(views(people.moderator, thing)))
    seen[`statements of ${what}`] = await countStatements(server, () => outcome(call()));
  for (const [index, socket] of sockets.entries()) {
    // A round trip, so that everything sent before has arrived.
    await socket.ask("comments.watch", { subjects: [] });
    // The inbox is fetched above; the order in which its events arrive between those of the thing is left to chance.
    const heard = socket.received.filter(({ name }) => !name.startsWith("notification."));
    const about = heard.filter(
      ({ name, payload }) => name === "presence.changed" || JSON.stringify(payload).includes(thing.id),
    );
    seen[`events of ${observers[index]}`] = about
      .map((event) => JSON.stringify(normaliser(thing.tag)(event)))
      .sort();
    socket.close();
  }
  for (const socket of candidates) socket.close();
  return seen;
}

/** Everything that one person can fetch about a thing. */
function views({ client, user }: SignedIn, { kind, id, tag }: Thing) {
  const subject = { params: { kind, subjectId: id } };
  const shared = {
    standing: () => client.call(voteRoutes.readStanding, subject),
    voters: () => client.call(voteRoutes.listVoters, { ...subject, query: {} }),
    comments: () => client.call(commentRoutes.listComments, { ...subject, query: {} }),
    found: async () => (await client.call(searchRoutes.searchEverywhere, { query: { query: tag } })).items,
    inbox: async () => {
      const { items } = await client.call(notificationRoutes.listNotifications, { query: {} });
      return items.filter(({ link }) => link?.includes(id));
    },
    counts: () => client.call(notificationRoutes.countNotifications, {}),
    audit: async () => {
      if (user.id !== people.admin.user.id) return [];
      const { items } = await client.call(auditRoutes.listEntries, { query: {} });
      const about = items.filter((item) => JSON.stringify(item).includes(id));
      return about.map(({ hash: _hash, number: _number, ...entry }) => entry);
    },
  };
  if (kind === "idea")
    return {
      ...shared,
      thing: () => client.call(ideaRoutes.getIdea, { params: { ideaId: id } }),
      history: () => client.call(ideaRoutes.listIdeaEntries, { params: { ideaId: id }, query: {} }),
      list: () => client.call(ideaRoutes.listIdeas, { query: { tag } }),
      export: () => client.call(ideaRoutes.exportIdeas, { query: { tag } }),
      summary: () => client.call(ideaRoutes.summariseIdeas, { query: { tag } }),
    };
  return {
    ...shared,
    thing: () => client.call(questionRoutes.getQuestion, { params: { questionId: id } }),
    history: () => client.call(questionRoutes.listQuestionEdits, { params: { questionId: id }, query: {} }),
    list: () => client.call(questionRoutes.listQuestions, { query: { tag } }),
    export: () => client.call(questionRoutes.exportQuestions, { query: { tag } }),
  };
}

/** Everything that one person can fetch about all things and about people. */
function overviews({ client }: SignedIn, { kind, tag }: Thing) {
  const text = `A quieter kitchen and where the quay ${tag} is`;
  const search = async (query: string) =>
    (await client.call(searchRoutes.searchEverywhere, { query: { query } })).items;
  const profile = (name: Author) => () =>
    client.call(peopleRoutes.getProfile, { params: { personId: people[name].user.id } });
  const shared = {
    "profile of Ada": profile("ada"),
    "profile of Bea": profile("bea"),
    "found by Ada": () => search(`${tag} from:Ada`),
    "found by Bea": () => search(`${tag} from:Bea`),
    suggested: () => client.call(searchRoutes.suggestHits, { query: { query: tag } }),
    similar: () => client.call(searchRoutes.findSimilar, { query: { text, kinds: "question,idea" } }),
    passages: () =>
      client.call(askAiRoutes.askQuestion, {
        params: { conversationId: uuidv7() },
        body: { id: uuidv7(), question: text },
      }),
    dashboard: async () => {
      const { layout, contents } = await client.call(dashboardRoutes.getDashboard, {});
      return layout.cards.map(({ id, type }) => [
        type,
        contents.find(({ cardId }) => cardId === id)?.content,
      ]);
    },
  };
  const { listIdeas, summariseIdeas } = ideaRoutes;
  const { listQuestions, getQuestionOverview, listQuestionTags, listExperts } = questionRoutes;
  if (kind === "idea")
    return {
      ...shared,
      summary: () => client.call(summariseIdeas, { query: {} }),
      lists: () =>
        Promise.all(
          ideaScopes.flatMap((scope) =>
            ideaOrders.map((order) => client.call(listIdeas, { query: { scope, order } })),
          ),
        ),
    };
  return {
    ...shared,
    overview: () => client.call(getQuestionOverview, {}),
    tags: () => client.call(listQuestionTags, { query: {} }),
    experts: () => client.call(listExperts, { query: { tags: tag } }),
    lists: () =>
      Promise.all(
        questionViews.flatMap((view) =>
          questionOrders.map((order) => client.call(listQuestions, { query: { view, order } })),
        ),
      ),
  };
}

/** Gives the ids of things numbers in the order in which they appear, and takes the times away. */
function normaliser(tag: string) {
  const known = new Map<string, string>();
  const names = Object.entries(people).map(([name, { user }]) => [user.id, name] as const);
  for (const [id, name] of [
    ...names,
    ...Object.entries(departments).map(([name, id]) => [id, name] as const),
  ])
    known.set(id, name);
  return (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value ?? null)
        .replaceAll(tag, "tag")
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "a time")
        .replace(/"nextCursor":"[^"]*"/g, '"nextCursor":"some"')
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
          if (!known.has(id)) known.set(id, `thing ${known.size}`);
          return known.get(id) ?? "";
        }),
    );
}

/** Moves somebody to another department, as an administrator does, so that every node has heard it. */
async function moveTo(name: Author, from: string, to: string) {
  const member = (departmentId: string | undefined) => ({
    params: { departmentId: departmentId ?? "", userId: people[name].user.id },
  });
  await call("admin").call(administrationRoutes.addDepartmentMember, member(departments[to]));
  await call("admin").call(administrationRoutes.removeDepartmentMember, member(departments[from]));
}

const call = (name: Name) => people[name].client;
const comment = (name: Name, kind: string, subjectId: string, content: string, id = uuidv7()) =>
  call(name).call(commentRoutes.postComment, {
    params: { kind, subjectId },
    body: { id, content, mentionIds: everyone() },
  });
const moderate = (kind: string, id: string, hiddenReason: string | null) =>
  call("moderator").call(voteRoutes.moderateSubjects, {
    params: { kind },
    body: { changes: [{ id, set: { isLocked: false, hiddenReason } }] },
  });

/** Tries every act under the author's own name. Only the author sees which acts are refused. */
async function tryAll(name: Author, kind: string, subjectId: string, commentId: string) {
  const subject = { params: { kind, subjectId } };
  const client = call(name);
  await outcome(client.call(voteRoutes.withdrawVote, subject));
  await outcome(client.call(voteRoutes.castVote, subject));
  await outcome(client.call(voteRoutes.unfollow, subject));
  await outcome(client.call(voteRoutes.follow, subject));
  await outcome(comment(name, kind, subjectId, "One more"));
  await outcome(
    client.call(commentRoutes.editComment, {
      params: { commentId },
      body: { content: "Changed", mentionIds: [], version: 1 },
    }),
  );
  await outcome(client.call(commentRoutes.deleteComment, { params: { commentId } }));
}

async function ideaStory(author: Author): Promise<Seen> {
  const [id, other, tag] = [uuidv7(), uuidv7(), `idea-${tagOf[author]}`];
  const [adasComment, beasComment] = [uuidv7(), uuidv7()];
  const at = { params: { ideaId: id } };
  const decide = (status: "planned" | "started" | "in_review", seenStatus: "new" | "planned" | "started") =>
    call("moderator").call(ideaRoutes.decideIdea, {
      ...at,
      body: { id: uuidv7(), status, seenStatus, reply: "We will." },
    });
  const score = (name: Author) =>
    outcome(call(name).call(ideaRoutes.scoreIdea, { ...at, body: { impact: 3, effortWeeks: 2 } }));
  const vote = (name: Name, subjectId: string) =>
    call(name).call(voteRoutes.castVote, { params: { kind: "idea", subjectId } });
  return observe({ kind: "idea", id, tag }, (say) => [
    [
      "posted",
      () =>
        call(author).call(ideaRoutes.createIdea, {
          body: {
            id,
            title: `A quieter kitchen ${tag}`,
            tags: [tag],
            audienceIds: [departments.Marketing ?? ""],
            isAnonymous: true,
          },
        }),
    ],
    ["voted", () => vote("ada", id).then(() => vote("voter", id))],
    ["answered", () => decide("planned", "new")],
    ["stopped", () => call(author).call(voteRoutes.unfollow, { params: { kind: "idea", subjectId: id } })],
    [
      "commented",
      async () => {
        await comment("ada", "idea", id, callAll, adasComment);
        await comment("bea", "idea", id, callAll, beasComment);
        await say("a voter mentions", comment("voter", "idea", id, callAll));
        await score("ada");
      },
    ],
    [
      "edited",
      async () => {
        const { idea } = await call(author).call(ideaRoutes.getIdea, at);
        await call(author).call(ideaRoutes.changeIdea, {
          ...at,
          body: { textVersion: idea.textVersion, text: "With doors" },
        });
      },
    ],
    ["answered again", () => decide("started", "planned")],
    [
      "hidden",
      async () => {
        await moderate("idea", id, "Names a customer");
        await tryAll("ada", "idea", id, adasComment);
        await tryAll("bea", "idea", id, beasComment);
        await Promise.all([score("ada"), score("bea")]);
        await say("a moderator mentions", comment("moderator", "idea", id, callAll));
      },
    ],
    [
      "merged while hidden",
      async () => {
        await call("voter").call(ideaRoutes.createIdea, { body: { id: other, title: `Doors ${tag}` } });
        await vote("ada", other);
        const merge = { params: { kind: "idea", subjectId: other }, body: { targetId: id } };
        await say("merge", call("moderator").call(voteRoutes.mergeSubject, merge));
      },
    ],
    ["restored", () => moderate("idea", id, null)],
    [
      "left the department",
      async () => {
        for (const name of ["ada", "bea"] as const) await moveTo(name, "Marketing", "DevOps");
        await tryAll("ada", "idea", id, adasComment);
        await tryAll("bea", "idea", id, beasComment);
        await say("a voter mentions", comment("voter", "idea", id, callAll));
        await decide("in_review", "started");
        for (const name of ["ada", "bea"] as const) await moveTo(name, "DevOps", "Marketing");
      },
    ],
  ]);
}

async function questionStory(author: Author): Promise<Seen> {
  const [id, answerId, tag] = [uuidv7(), uuidv7(), `question-${tagOf[author]}`];
  const [adasComment, beasComment] = [uuidv7(), uuidv7()];
  const at = { params: { questionId: id } };
  const askColleague = (name: Name) =>
    call("moderator").call(questionRoutes.askColleague, { ...at, body: { personId: people[name].user.id } });
  const answer = (name: Name, content: string, answer = uuidv7()) =>
    call(name).call(questionRoutes.postAnswer, {
      ...at,
      body: { id: answer, content, mentionIds: everyone() },
    });
  const see = (name: Name) => outcome(call(name).call(questionRoutes.markQuestionSeen, at));
  return observe({ kind: "question", id, tag }, (say) => [
    [
      "asked",
      async () => {
        await call(author).call(questionRoutes.askQuestion, {
          body: { id, title: `Where is the quay ${tag}?`, tags: [tag], isAnonymous: true },
        });
        await see(author);
      },
    ],
    ["opened", () => see("ada")],
    ["answered", () => answer("ada", callAll, answerId)],
    [
      "commented",
      async () => {
        await comment("ada", "question", id, callAll, adasComment);
        await comment("bea", "answer", answerId, callAll, beasComment);
        await say("a voter mentions", comment("voter", "answer", answerId, callAll));
        await say("asked", askColleague("ada"));
      },
    ],
    [
      "hidden",
      async () => {
        await moderate("question", id, "Names a customer");
        await Promise.all([see("ada"), see("bea")]);
        await tryAll("ada", "question", id, adasComment);
        await tryAll("bea", "answer", answerId, beasComment);
        await outcome(answer("ada", "One more"));
        await outcome(answer("bea", "One more"));
        const change = { params: { answerId }, body: { content: "Changed", version: 1 } };
        await outcome(call("ada").call(questionRoutes.changeAnswer, change));
        await outcome(call("ada").call(questionRoutes.deleteAnswer, { params: { answerId } }));
        for (const name of ["ada", "bea", "voter"] as const) await say(`asks ${name}`, askColleague(name));
        await say("mentions", comment("moderator", "question", id, callAll));
        await say("mentions on the answer", comment("moderator", "answer", answerId, callAll));
      },
    ],
    ["restored", () => moderate("question", id, null)],
  ]);
}

/** Returns the differences between two stories. */
function differences(one: Seen, other: Seen) {
  const titles = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return titles.flatMap((title) =>
    isDeepStrictEqual(one[title], other[title]) ? [] : [{ title, ada: one[title], bea: other[title] }],
  );
}

fullTest("hides from everyone else which of two people posted an anonymous idea", async () => {
  expect(differences(await ideaStory("ada"), await ideaStory("bea"))).toEqual([]);
});

fullTest("hides from everyone else which of two people asked an anonymous question", async () => {
  expect(differences(await questionStory("ada"), await questionStory("bea"))).toEqual([]);
});

test("refuses an anonymous idea for departments that its author is not in, and links it to no message", async () => {
  const post = (isAnonymous: boolean, audienceIds: string[]) =>
    call("ada").call(ideaRoutes.createIdea, {
      body: { id: uuidv7(), title: "A lift", isAnonymous, audienceIds },
    });
  const [marketing, devOps] = [departments.Marketing ?? "", departments.DevOps ?? ""];
  await expect(post(true, [devOps])).rejects.toThrow("idea_audience_not_own");
  const { idea } = await post(true, [marketing]);
  const change = { textVersion: idea.textVersion, audienceIds: [devOps] };
  const at = { params: { ideaId: idea.id }, body: change };
  const refused = await call("ada").refused(ideaRoutes.changeIdea, at);
  expect(refused.body.error.code).toBe("idea_audience_not_own");
  expect((await post(false, [devOps])).idea.audience).toHaveLength(1);
});

test("keeps an anonymous idea that its author voted for: nobody else could delete it", async () => {
  const id = uuidv7();
  const at = { params: { ideaId: id } };
  await call("ada").call(ideaRoutes.createIdea, { body: { id, title: "A lift", isAnonymous: true } });
  await call("ada").call(voteRoutes.castVote, { params: { kind: "idea", subjectId: id } });
  const refused = await call("ada").refused(ideaRoutes.deleteIdea, at);
  expect(refused.body.error.code).toBe("idea_in_use");
  await call("ada").call(voteRoutes.withdrawVote, { params: { kind: "idea", subjectId: id } });
  await call("ada").call(ideaRoutes.deleteIdea, at);
});
