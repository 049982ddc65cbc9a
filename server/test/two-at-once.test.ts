import type { Route } from "@atoll/contract/route";
import { routes } from "@atoll/contract/routes";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, test } from "vitest";
import { type Announcer, createAnnouncer, idsByName } from "./announcers.ts";
import { createPerson, createRole, testPassword } from "./factories.ts";
import { serverForFile } from "./for-file.ts";
import { createOnboardingRow, createPathRow } from "./onboarding.ts";

// Two people open the same form. One changes a field and saves, the other changes another field and saves what they saw.

const server = serverForFile();
let ana: Announcer;
let ben: Announcer;
let ids: Record<string, string>;

beforeAll(async () => {
  ids = await idsByName(server.db, "departments");
  const departments = Object.keys(ids);
  [ana, ben] = [
    await createAnnouncer(server, "Ana", { roles: ["super_admin"], departments }),
    await createAnnouncer(server, "Ben", { roles: ["super_admin"], departments }),
  ];
});

type Values = Record<string, unknown>;

/** One thing that both people have open. */
interface Opened {
  /** Where its stored values are read, and how they are found in the answer. */
  get: string;
  find: (answer: never) => unknown;
  put: string;
  /** The fields that the first and the second person change. The same field twice for a form with a single one. */
  first: Values;
  second: Values;
  /** Only its author edits it, so both people are the author, on two devices. */
  isOwn?: true;
  /** Returns what a form sends with its changes, from what it was opened with. */
  seen: (opened: never, change: Values) => Values;
  /** How the fields are named in the answer, where it differs. */
  shown?: (stored: never) => Values;
}

const version = ({ version }: { version: number }) => ({ version });
const textVersion = ({ textVersion }: { textVersion: number }) => ({ textVersion });
const revision = ({ revision }: { revision: number }) => ({ revision });
const pick = (from: Values, names: Values) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, from[name]]));
/** Forms that send everything they show: the values seen, with the change. */
const whole = (stored: Values, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, stored[name]]));
const byId = (id: string, items: readonly { id: string }[]) => items.find((one) => one.id === id);

async function post(path: string, body: unknown): Promise<never> {
  const answer = await ana.client.send("POST", path, { body });
  if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as never;
}

async function get(path: string): Promise<never> {
  const answer = await ana.client.send("GET", path);
  if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body as never;
}

const sectionOf = async (slug: string, section: string): Promise<{ id: string }> => {
  const { sections } = (await get(`/api/departments/${slug}/sections`)) as {
    sections: { type: { id: string; slug: string } }[];
  };
  return sections.find(({ type }) => type.slug === section)!.type;
};

async function newSection(kind = "text"): Promise<{ id: string; field: string }> {
  const id = uuidv7();
  const fields = [{ label: "Platform", kind }];
  const body = { id, name: `Section ${id.slice(-6)}`, singular: "thing", fields };
  const path = `/api/admin/departments/${ids.Frontend}/sections`;
  const { section }: { section: { fields: { name: string }[] } } = await post(path, body);
  return { id, field: section.fields[0]!.name };
}

/** Every route that saves a form which several people may have open, with a thing to edit. */
const forms: Record<string, () => Promise<Opened>> = {
  updateCompany: async () => ({
    get: "/api/admin/set-up",
    find: ({ company }: { company: unknown }) => company,
    put: "/api/admin/company",
    first: { name: "Tidal Works" },
    second: { colour: "#123456" },
    seen: version,
  }),
  updateDepartment: async () => {
    const id = ids.Marketing!;
    return {
      get: "/api/admin/departments",
      find: ({ departments }: { departments: { id: string }[] }) => byId(id, departments),
      put: `/api/admin/departments/${id}`,
      first: { name: "Brand" },
      second: { description: "Words and pictures" },
      seen: version,
    };
  },
  changeAutomation: async () => {
    const id = uuidv7();
    const trigger = { kind: "task.created" };
    const actions = [{ do: "task.set", priority: "high" }];
    await post("/api/automations", {
      ...{ id, name: "Raise", trigger, actions },
      place: { kind: "department", id: ids.Marketing },
    });
    return {
      get: "/api/automations",
      find: ({ items }: { items: { id: string }[] }) => byId(id, items),
      put: `/api/automations/${id}`,
      isOwn: true,
      first: { name: "Raise all" },
      second: { isOn: false },
      seen: version,
    };
  },
  changeGitConnection: async () => {
    const id = uuidv7();
    const made = { id, name: "Site", provider: "github", departmentId: ids.Marketing };
    await post("/api/git-connections", { ...made, movesOpened: false, movesMerged: false });
    return {
      get: "/api/git-connections",
      find: ({ items }: { items: { id: string }[] }) => byId(id, items),
      put: `/api/git-connections/${id}`,
      isOwn: true,
      first: { name: "Docs" },
      second: { movesOpened: true },
      seen: version,
    };
  },
  changeOutgoingWebhook: async () => {
    const id = uuidv7();
    const place = { kind: "company" };
    const events = ["announcement.published"];
    const made = {
      ...{ id, name: "Mirror", address: "https://receiver.example.test/", place, events },
      currentPassword: testPassword,
    };
    await post("/api/outgoing-webhooks", made);
    return {
      get: "/api/outgoing-webhooks",
      find: ({ webhooks }: { webhooks: { id: string }[] }) => byId(id, webhooks),
      put: `/api/outgoing-webhooks/${id}`,
      isOwn: true,
      first: { name: "Copy" },
      second: { isOn: false },
      seen: version,
    };
  },
  renameFeed: async () => {
    const id = uuidv7();
    await post("/api/feeds", { id, name: "Reader", areas: ["ideas"], currentPassword: testPassword });
    return {
      get: "/api/feeds",
      find: ({ feeds }: { feeds: { id: string }[] }) => byId(id, feeds),
      put: `/api/feeds/own/${id}`,
      isOwn: true,
      first: { name: "Phone" },
      second: { name: "Tablet" },
      seen: version,
    };
  },
  changeBot: async () => {
    const id = uuidv7();
    await post("/api/admin/bots", { id, name: `Bot ${id.slice(-6)}` });
    return {
      get: "/api/admin/bots",
      find: ({ items }: { items: { id: string }[] }) => byId(id, items),
      put: `/api/admin/bots/${id}`,
      first: { name: `Deploys ${id.slice(-4)}` },
      second: { description: "Announces releases" },
      seen: version,
    };
  },
  changeCommand: async () => {
    const id = uuidv7();
    const name = `c-${id.slice(-12)}`;
    const address = "https://program.example.test/";
    const made = { id, name, program: `Deploys ${id.slice(-6)}`, address, currentPassword: testPassword };
    await post("/api/admin/commands", made);
    return {
      get: "/api/admin/commands",
      find: ({ commands }: { commands: { id: string }[] }) => byId(id, commands),
      put: `/api/admin/commands/${id}`,
      first: { help: "Deploys a version" },
      second: { usage: "staging" },
      seen: version,
    };
  },
  updateRole: async () => {
    const { id } = await createRole(server.db, { name: `role ${uuidv7()}`, permissions: [] });
    return {
      get: "/api/admin/roles",
      find: ({ roles }: { roles: { id: string }[] }) => byId(id, roles),
      put: `/api/admin/roles/${id}`,
      first: { name: `pilots ${id.slice(-4)}` },
      second: { description: "Bring ships in" },
      seen: version,
    };
  },
  setRolePermissions: async () => {
    const { id } = await createRole(server.db, { name: `role ${uuidv7()}`, permissions: [] });
    return {
      get: "/api/admin/roles",
      find: ({ roles }: { roles: { id: string }[] }) => byId(id, roles),
      put: `/api/admin/roles/${id}/permissions`,
      first: { permissions: [{ resource: "knowledge", action: "write" }] },
      second: { permissions: [{ resource: "knowledge", action: "manage" }] },
      seen: version,
    };
  },
  updateUser: async () => {
    const { id } = await createPerson(server.db, { name: "Olu" });
    return {
      get: `/api/admin/users/${id}`,
      find: ({ user }: { user: unknown }) => user,
      put: `/api/admin/users/${id}`,
      first: { name: "Olu Ade" },
      second: { departmentIds: [ids.Backend] },
      seen: version,
      shown: (user: { name: string; departments: { id: string }[] }) => ({
        name: user.name,
        departmentIds: user.departments.map((one) => one.id),
      }),
    };
  },
  changeSection: async () => {
    const { id } = await newSection();
    return {
      get: `/api/admin/departments/${ids.Frontend}/sections`,
      find: ({ sections }: { sections: { id: string }[] }) => byId(id, sections),
      put: `/api/admin/sections/${id}`,
      first: { name: "Tools" },
      second: { singular: "Tool" },
      seen: version,
    };
  },
  changeField: async () => {
    const { id, field } = await newSection();
    return {
      get: `/api/admin/departments/${ids.Frontend}/sections`,
      find: ({ sections }: { sections: { id: string }[] }) => byId(id, sections),
      put: `/api/admin/sections/${id}/fields/${field}`,
      first: { label: "System" },
      second: { label: "Machine" },
      seen: version,
      shown: ({ fields }: { fields: { name: string; label: string }[] }) => ({
        label: fields.find(({ name }) => name === field)!.label,
      }),
    };
  },
  changeTaskField: async () => {
    const departmentId = ids.Frontend!;
    const field = { label: "Platform", kind: "text" };
    await post("/api/task-fields", { departmentId, version: 0, ...field });
    return {
      get: "/api/task-fields",
      find: ({ sets }: { sets: { departmentId: string | null }[] }) =>
        sets.find((set) => set.departmentId === departmentId),
      put: "/api/task-fields/own_platform",
      first: { label: "System" },
      second: { label: "Machine" },
      seen: version,
      shown: ({ fields }: { fields: { label: string }[] }) => ({ label: fields[0]!.label }),
    };
  },
  changeAnnouncement: async () => {
    const { id } = await ana.write({ title: "News" });
    return {
      get: `/api/announcements/${id}`,
      find: ({ announcement }: { announcement: unknown }) => announcement,
      put: `/api/announcements/${id}`,
      first: { title: "The quay" },
      second: { priority: "HIGH" },
      seen: textVersion,
    };
  },
  changeIdea: async () => {
    const id = uuidv7();
    await post("/api/ideas", { id, title: "A bell" });
    return {
      get: `/api/ideas/${id}`,
      find: ({ idea }: { idea: unknown }) => idea,
      put: `/api/ideas/${id}`,
      first: { title: "A louder bell" },
      second: { tags: ["noise"] },
      isOwn: true,
      seen: textVersion,
    };
  },
  changeQuestion: async () => {
    const id = uuidv7();
    await post("/api/questions", { id, title: "Where is the quay?" });
    return {
      get: `/api/questions/${id}`,
      find: ({ question }: { question: unknown }) => question,
      put: `/api/questions/${id}`,
      first: { title: "Where is the new quay?" },
      second: { content: "I have looked in the east." },
      isOwn: true,
      seen: (opened: Values) => ({ tags: [], ...whole(opened, ["title", "content", "textVersion"]) }),
    };
  },
  changeAnswer: async () => {
    const [id, answerId] = [uuidv7(), uuidv7()];
    await post("/api/questions", { id, title: "Where is the pier?" });
    await post(`/api/questions/${id}/answers`, { id: answerId, content: "In the west" });
    return {
      get: `/api/questions/${id}`,
      find: ({ question }: { question: { answers: { id: string }[] } }) => byId(answerId, question.answers),
      put: `/api/answers/${answerId}`,
      first: { content: "In the far west" },
      second: { content: "In the west, by the crane" },
      isOwn: true,
      seen: version,
    };
  },
  editComment: async () => {
    const [taskId, id] = [uuidv7(), uuidv7()];
    await post("/api/tasks", { id: taskId, title: "Paint the buoy" });
    await post(`/api/subjects/task/${taskId}/comments`, { id, content: "Yellow" });
    return {
      get: `/api/subjects/task/${taskId}/comments`,
      find: ({ items }: { items: { id: string }[] }) => byId(id, items),
      put: `/api/comments/${id}`,
      first: { content: "Green" },
      second: { content: "Red" },
      isOwn: true,
      seen: version,
    };
  },
  changeCards: async () => {
    const { id: typeId } = await sectionOf("backend", "training");
    const cardId = uuidv7();
    await post(`/api/card-types/${typeId}/cards`, { id: cardId, title: "A path" });
    return {
      get: `/api/cards/${cardId}`,
      find: ({ card }: { card: unknown }) => card,
      put: "/api/cards",
      first: { title: "The path" },
      second: { body: "From the west" },
      // A form of cards wraps its fields.
      seen: (opened: Values, change: Values) => ({
        changeId: uuidv7(),
        cardIds: [cardId],
        set: change,
        seen: pick(opened, change),
      }),
    };
  },
  "changeCards, ticks": async () => {
    const { id: typeId, field } = await newSection("checklist");
    const cardId = uuidv7();
    const items = ["Stop", "Start"].map((text) => ({ text, isDone: false }));
    await post(`/api/card-types/${typeId}/cards`, { id: cardId, title: "Restart", data: { [field]: items } });
    const tick = (item: string) => ({ [item]: true });
    return {
      get: `/api/cards/${cardId}`,
      find: ({ card }: { card: unknown }) => card,
      put: "/api/cards",
      first: tick("Stop"),
      second: tick("Start"),
      seen: (_opened: Values, change: Values) => ({
        changeId: uuidv7(),
        cardIds: [cardId],
        set: { ticks: Object.keys(change).map((item) => ({ field, item, isDone: true })) },
      }),
      shown: ({ data }: { data: Record<string, { text: string; isDone: boolean }[]> }) =>
        Object.fromEntries(data[field]!.map(({ text, isDone }) => [text, isDone])),
    };
  },
  saveSequence: async () => {
    const { id: typeId } = await sectionOf("business-development", "outreach");
    const id = uuidv7();
    const steps = [{ title: "Mail", notes: "", days: 0 }];
    const path = `/api/card-types/${typeId}/sequences`;
    const made = await ana.client.send("PUT", `${path}/${id}`, { body: { name: "One", steps, version: 0 } });
    expect(made.status).toBeLessThan(300);
    return {
      get: path,
      find: ({ sequences }: { sequences: { id: string }[] }) => byId(id, sequences),
      put: `${path}/${id}`,
      first: { name: "Two" },
      second: { steps: [...steps, { title: "Call", notes: "", days: 3 }] },
      seen: (opened: Values) => whole(opened, ["name", "steps", "version"]),
    };
  },
  updateChannel: async () => {
    const { channel }: { channel: { id: string } } = await post("/api/channels", {
      name: `tides ${uuidv7().slice(-8)}`,
      type: "PUBLIC",
    });
    return {
      get: `/api/channels/${channel.id}`,
      find: (answer: { channel?: unknown }) => answer.channel,
      put: `/api/channels/${channel.id}`,
      first: { topic: "High water" },
      second: { description: "Tables and warnings" },
      isOwn: true,
      seen: (opened: Values, change: Values) => ({ seen: pick(opened, change) }),
    };
  },
  changeEvent: async () => {
    const id = uuidv7();
    await post("/api/events", {
      id,
      title: "Talk",
      start: "2031-03-04T09:00",
      end: "2031-03-04T10:00",
      zone: "Europe/Berlin",
    });
    return {
      get: `/api/events/${id}`,
      find: ({ event }: { event: unknown }) => event,
      put: `/api/events/${id}`,
      first: { title: "Longer talk" },
      second: { location: "Quay" },
      isOwn: true,
      seen: (opened: { version: number }, change: Values) => ({
        changeId: uuidv7(),
        version: opened.version,
        set: change,
      }),
    };
  },
  changeArticle: async () => {
    const id = uuidv7();
    await post("/api/knowledge/articles", { id, kind: "article", title: "A page", body: "Words" });
    return {
      get: `/api/knowledge/articles/${id}`,
      find: ({ article }: { article: unknown }) => article,
      put: `/api/knowledge/articles/${id}`,
      first: { tags: ["tides"] },
      second: { reviewDays: 90 },
      isOwn: true,
      seen: revision,
    };
  },
  saveArticleDraft: async () => {
    const id = uuidv7();
    await post("/api/knowledge/articles", { id, kind: "article", title: "A page", body: "Words" });
    return {
      get: `/api/knowledge/articles/${id}/draft`,
      find: ({ draft }: { draft: unknown }) => draft,
      put: `/api/knowledge/articles/${id}/draft`,
      first: { title: "The page" },
      second: { summary: "All of it" },
      isOwn: true,
      seen: version,
    };
  },
  changeOnboarding: async () => {
    const people = await Promise.all(["Nia", "Kofi"].map((name) => createPerson(server.db, { name })));
    const [newcomer, buddy] = [people[0]!, people[1]!];
    const { id } = await createOnboardingRow(server.db, { personId: newcomer.id, managerId: ana.id });
    return {
      get: `/api/onboarding/people/${id}`,
      find: ({ onboarding }: { onboarding: unknown }) => onboarding,
      put: `/api/onboarding/people/${id}`,
      first: { buddyId: buddy.id },
      second: { managerId: ben.id },
      seen: revision,
      shown: (one: { buddy: { id: string } | null; manager: { id: string } | null }) => ({
        buddyId: one.buddy?.id,
        managerId: one.manager?.id,
      }),
    };
  },
  savePath: async () => {
    const id = await createPathRow(server.db, ana.id);
    const sent = ["name", "summary", "departmentIds", "roleIds", "stages", "items"];
    return {
      get: `/api/onboarding/paths/${id}`,
      find: ({ path }: { path: unknown }) => path,
      put: `/api/onboarding/paths/${id}`,
      first: { name: "Harbour pilots" },
      second: { summary: "Three weeks" },
      seen: (opened: Values & { owner: { id: string }; version: number }) => ({
        ...whole(opened, sent),
        ownerId: opened.owner.id,
        version: opened.version,
      }),
    };
  },
  setModelSettings: async () => ({
    get: "/api/admin/ask-ai/model",
    find: (answer: unknown) => answer,
    put: "/api/admin/ask-ai/model",
    first: { contextTokens: 4096 },
    second: { historyDays: 30 },
    seen: ({ hasKey: _, ...opened }: Values) => opened,
  }),
  setWordGroups: async () => ({
    get: "/api/admin/search/words",
    find: (answer: unknown) => answer,
    put: "/api/admin/search/words",
    first: { groups: [["holiday", "leave"]] },
    second: { groups: [["ship", "boat"]] },
    seen: version,
  }),
  setDashboardDefault: async () => ({
    get: "/api/dashboard/defaults",
    find: ({ defaults }: { defaults: { roleId: string | null }[] }) =>
      defaults.find(({ roleId }) => roleId === null) ?? { updatedAt: null, cards: [] },
    put: "/api/dashboard/defaults",
    first: { cards: [dashboardCard("Ben's")] },
    second: { cards: [dashboardCard("Ana's")] },
    seen: ({ updatedAt }: { updatedAt: string | null }) => ({
      roleId: null,
      phoneOrder: [],
      pinnedIds: [],
      seenAt: updatedAt,
    }),
  }),
  "changeCard, of sensitive data": async () => {
    const id = uuidv7();
    await post("/api/sensitive-cards", { id, key: "backend", title: "Gate", value: "4421", ownerId: ana.id });
    return {
      get: "/api/sensitive-cards",
      find: ({ cards }: { cards: { id: string }[] }) => byId(id, cards),
      put: `/api/sensitive-cards/${id}`,
      first: { title: "East gate" },
      second: { ownerId: ben.id },
      seen: version,
      shown: (card: { title: string; owner: { id: string } | null; nextOwner?: { id: string } | null }) => ({
        title: card.title,
        // Another owner is the owner once they have confirmed.
        ownerId: card.nextOwner?.id ?? card.owner?.id,
      }),
    };
  },
  changeBoard: async () => {
    const id = uuidv7();
    await post("/api/boards", { id, title: "Tides" });
    return {
      get: `/api/boards/${id}`,
      find: ({ board }: { board: unknown }) => board,
      put: `/api/boards/${id}`,
      first: { title: "High tides" },
      second: { title: "Low tides" },
      isOwn: true,
      seen: ({ title }: { title: string }) => ({ seenTitle: title }),
    };
  },
  "changeTasks, tags": async () => {
    const id = uuidv7();
    await post("/api/tasks", { id, title: "Paint the buoy" });
    return {
      get: `/api/tasks/${id}`,
      find: ({ task }: { task: unknown }) => task,
      put: "/api/tasks/changes",
      first: { yellow: true },
      second: { urgent: true },
      isOwn: true,
      seen: (_opened: Values, change: Values) => ({
        changeId: uuidv7(),
        taskIds: [id],
        set: { addTags: Object.keys(change) },
      }),
      shown: ({ tags }: { tags: string[] }) => Object.fromEntries(tags.map((tag) => [tag, true])),
    };
  },
};

const dashboardCard = (title: string) => ({
  ...{ id: uuidv7(), type: "tasks", title, options: {} },
  ...{ x: 0, y: 0, w: 4, h: 4 },
});

/** Routes that no two people use as a form for the same thing, each with its reason. */
const others: Record<string, readonly string[]> = {
  "belongs to the caller alone": [
    "updateCurrentUser, changePreferences, setPicture, confirmSecondFactor, setPushSubscription, saveDraft",
    "setNotificationSettings, changeNotifications, saveCalendarSettings, saveWorkingHours, putCalendar",
    "arrangeDashboard, changeSavedView, orderSavedViews, setPreferences, saveMessage, editMessage, makeFeed",
    "answerEvent, answerGuestEvent, remindOfEvent, scoreIdea, saveSteps, setColumns, savePrivateNote, starBoard, starChannel, starArticle, markRead",
    "markUnread, markThreadRead, followThread, follow, castVote, setPollVote, closePoll, voteOnArticle, rateTurn, shareTurn",
    "markAnnouncementRead, markArticleRead, markQuestionSeen, confirmAnnouncement, confirmArticle",
    "changeTaskTime, startTaskTimer, renamePasskey, requirePasskey, changeMailPreferences",
  ],
  "sets one value, and no other": [
    "setMcpRules, changeGuest, inviteGuestToThing",
    "archiveBoard, handOverBoard, shareBoard, takeBoardLead, setTimer, setUrgentDays, setOnCall, changeServer",
    "moveOnboardingItem, moveArticle, moveTask, setUserPassword, disableUser, skipSetUpStep, changeSession",
    "acceptAnswer, askColleague, closeAsDuplicate, markOutdated, promoteQuestion, mergeSubject",
    "archiveAnnouncement, archiveArticle, archiveChannel, publishPath, stopOnboarding, endSopRun, approve",
    "handOverBot, takeOverAutomation, takeOverGitConnection, changeWebhook, setTokenRules, setDigestOfNewPeople, chooseLogLevel, setImportWork, chooseImportPerson, chooseImportPlace",
  ],
  "adds or ticks one thing": [
    "addDepartmentMember, addMember, addOwner, joinChannel, addReaction, addNoteReaction, pinMessage, blockTask, tickSopStep",
    "tickOnboardingItem, openDirectChannel, openGroupChannel, changeTaskWatchers, changePeople",
  ],
  "is sent by a directory, with the version that it saw": [
    "replaceScimUser, patchScimUser, replaceScimGroup, patchScimGroup",
  ],
  "names the content or the state that it is about": [
    "startDirectory",
    "publishAnnouncement, submitArticleDraft, approveArticleDraft, refuseArticleDraft, publishArticleDraft",
    "verifyArticle, acceptProposal, approveCard, setBoardPhase, confirmOwner, moderateSubjects, decideIdea",
  ],
  "sends only the fields that were changed, each a change with Undo": [
    "changeTask, changeIdeas, changeWebhook",
  ],
  "has a test with its slice": [
    "saveFaqAnswer, changeSopRun, orderTaskFields, setTaskStates, setTaskCycles, changeTaskCycle, saveTaskTemplate, changeDirectory, setMappings, setLdapSettings, setSamlSettings, setOidcSettings, confirmDirectoryPerson, letLeave, announceMaintenance, changeRetention, changeHold, setRota, setEscalation, changeIncident, saveReport, setStatusServices, renameGuest, setGuestTaskStatus, answerApproval",
  ],
};

const changing = Object.values<Record<string, Route>>(routes)
  .flatMap((slice) => Object.entries(slice))
  .filter(([, { method }]) => /PUT|PATCH/.test(method));

describe("two people with the same form", () => {
  test.each(Object.keys(forms))("keep both changes, or are told of each other's: %s", async (name) => {
    const form = await forms[name]!();
    const read = async () => form.find(await get(form.get)) as never;
    const values = (stored: never): Values => form.shown?.(stored) ?? stored;
    const isMany = form.put === "/api/tasks/changes";
    const method = isMany ? "POST" : changing.find(([, { path }]) => matches(path, form.put))![1].method;
    const save = async (who: Announcer, opened: never, change: Values): Promise<string> => {
      const sent = form.seen(opened, change);
      const body = "set" in sent ? sent : { ...sent, ...change };
      const answer = await who.client.send(method, form.put, { body });
      if (answer.status < 300) return "saved";
      return (answer.body as { error: { code: string } }).error.code;
    };
    const opened = await read();
    expect(await save(form.isOwn ? ana : ben, opened, form.first)).toBe("saved");
    const outcome = await save(ana, opened, form.second);
    expect(["saved", "changed_meanwhile"]).toContain(outcome);
    const isSameField = Object.keys(form.second).every((field) => field in form.first);
    if (isSameField) expect(outcome).toBe("changed_meanwhile");
    expect(values(await read())).toMatchObject(form.first);
    if (outcome === "changed_meanwhile") expect(await save(ana, await read(), form.second)).toBe("saved");
    expect(values(await read())).toMatchObject(isSameField ? form.second : { ...form.first, ...form.second });
  });

  test("covers every route that changes something", () => {
    const listed = [
      ...Object.keys(forms).map((name) => name.split(",")[0]!),
      ...Object.values(others).flatMap((lines) => lines.flatMap((line) => line.split(", "))),
    ];
    const names = changing.map(([name]) => name);
    expect(names.filter((name) => !listed.includes(name))).toEqual([]);
    expect(listed.filter((name) => !names.includes(name) && name !== "changeTasks")).toEqual([]);
  });
});

const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`).test(path);
