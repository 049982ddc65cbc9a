// @vitest-environment jsdom
import { invitationRoutes } from "@atoll/contract/administration/invitation-routes";
import { administrationRoutes } from "@atoll/contract/administration/routes";
import { askAiRoutes } from "@atoll/contract/ask-ai/routes";
import { auditRoutes } from "@atoll/contract/audit/routes";
import { automationRoutes } from "@atoll/contract/automations/routes";
import { botRoutes } from "@atoll/contract/bots/routes";
import { chatRoutes } from "@atoll/contract/chat/routes";
import { dashboardRoutes } from "@atoll/contract/dashboard/routes";
import { gitLinkRoutes } from "@atoll/contract/git-links/routes";
import { profileRoutes } from "@atoll/contract/identity/profile-routes";
import { identityRoutes } from "@atoll/contract/identity/routes";
import { mailRoutes } from "@atoll/contract/mail/routes";
import { notificationRoutes } from "@atoll/contract/notifications/routes";
import { operationRoutes } from "@atoll/contract/operation/routes";
import { outgoingWebhookRoutes } from "@atoll/contract/outgoing-webhooks/routes";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { searchRoutes } from "@atoll/contract/search/routes";
import { sensitiveDataRoutes } from "@atoll/contract/sensitive-data/routes";
import { taskRoutes } from "@atoll/contract/tasks/routes";
import { companyRoutes } from "@atoll/contract/workspace/company-routes";
import { workspaceRoutes } from "@atoll/contract/workspace/routes";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { type RealPerson, type RealServer, startRealServer } from "../../test/chat/real-server.ts";
import { heldEqualsRefetch } from "../../test/held-equals-refetch.ts";
import { type Live, type LiveCase, proveLive, startLive } from "../../test/start-live.tsx";
import { useGitLinks } from "../capabilities/git-links/git-links.tsx";
import { joinHandlers } from "../capabilities/live/join-handlers.ts";
import { useDepartments, useMembers } from "../features/administration/departments/api.ts";
import { useInvitations } from "../features/administration/invitations/api.ts";
import { useRoles } from "../features/administration/roles/api.ts";
import { useSummary, useUser, useUsers } from "../features/administration/users/api.ts";
import { userPageSize } from "../features/administration/users/user-list.ts";
import { useExplanation } from "../features/administration/why/api.ts";
import { useConversations, useModelState } from "../features/ask-ai/use-conversations.ts";
import { useNewest } from "../features/audit/api.ts";
import { useApprovals, useAutomations } from "../features/automations/api.ts";
import { useBots } from "../features/bots/api.ts";
import { chatKeys } from "../features/chat/stream/api.ts";
import { useDashboard } from "../features/dashboard/data/api.ts";
import { dashboardHandlers } from "../features/dashboard/data/dashboard.ts";
import { useConnections } from "../features/git-links/api.ts";
import { useSessions } from "../features/identity/api.ts";
import { useMailPreferences } from "../features/mail/api.ts";
import { useProfiles } from "../features/notifications/bell/use-profiles.ts";
import { useCounts, useEntries } from "../features/notifications/inbox/api.ts";
import { useSettings } from "../features/notifications/settings/api.ts";
import { useMaintenance } from "../features/operation/api.ts";
import { useOutgoing } from "../features/outgoing-webhooks/api.ts";
import { useSearches } from "../features/search/data/use-searches.ts";
import { useSensitiveCards } from "../features/sensitive-data/api.ts";
import { useSetUp } from "../features/workspace/company/api.ts";
import { useLiveWorkspace } from "../features/workspace/use-live-workspace.ts";
import { usePicture } from "../lib/pictures.ts";
import { useSignedIn } from "../lib/use-signed-in.tsx";
import { live as liveChat } from "./chat/dashboard-card.tsx";
import { live as liveTasks } from "./tasks/dashboard-card.tsx";

// After each event, an administration screen shows the same as a fresh fetch. Uses the real hooks with the real server,
// while connected and after a disconnect.

let server: RealServer;
let admin: RealPerson;
let person: RealPerson;
let departmentId: string;
let userRoleId: string;
let linkedTaskId: string;
let live: Live | undefined;

beforeAll(async () => {
  server = await startRealServer(["Ana"]);
  admin = server.admin;
  person = server.people[0]!;
  const { departments } = await admin.call(administrationRoutes.listDepartments, {});
  departmentId = departments.find(({ slug }) => slug === "backend")!.id;
  const { roles } = await admin.call(administrationRoutes.listRoles, { query: {} });
  userRoleId = roles.find(({ name }) => name === "user")!.id;
  linkedTaskId = uuidv7();
  const body = { id: linkedTaskId, title: "Mend the pier", departmentId };
  await admin.call(taskRoutes.createTask, { body });
});
afterAll(() => server.close());
afterEach(() => live?.end());

let count = 0;
function another(what: string): string {
  count += 1;
  return `${what} ${count}`;
}

async function rename(): Promise<unknown> {
  const params = { userId: person.id };
  const { user } = await admin.call(administrationRoutes.getUser, { params });
  const body = { version: user.version, name: another("Ana") };
  return admin.call(administrationRoutes.updateUser, { params, body });
}
async function describeRole(): Promise<unknown> {
  const { roles } = await admin.call(administrationRoutes.listRoles, { query: {} });
  const { version } = roles.find(({ id }) => id === userRoleId)!;
  const body = { version, description: another("For everybody, as of") };
  return admin.call(administrationRoutes.updateRole, { params: { roleId: userRoleId }, body });
}
async function renameDepartment(): Promise<unknown> {
  const { departments } = await admin.call(administrationRoutes.listDepartments, {});
  const { version } = departments.find(({ id }) => id === departmentId)!;
  const body = { version, name: another("Harbour") };
  return admin.call(administrationRoutes.updateDepartment, { params: { departmentId }, body });
}
let isMember = false;
async function moveMember(): Promise<unknown> {
  isMember = !isMember;
  const { addDepartmentMember, removeDepartmentMember } = administrationRoutes;
  const route = isMember ? addDepartmentMember : removeDepartmentMember;
  return admin.call(route, { params: { departmentId, userId: person.id } });
}
function importMany(): Promise<unknown> {
  const rows = Array.from({ length: 21 }, () => {
    const name = another("Row");
    return `${name},${name.replace(" ", ".")}@example.test,seven herons on a pier`;
  });
  const body = { csv: ["name,email,password", ...rows].join("\n"), isDryRun: false };
  return admin.call(administrationRoutes.importUsers, { body });
}

/** Creates a task for which a new automation asks the administrator, and waits for the request. */
async function askForApproval(): Promise<unknown> {
  const text = another("May we");
  await admin.call(automationRoutes.createAutomation, {
    body: {
      ...{ id: uuidv7(), name: text, place: { kind: "department", id: departmentId } },
      trigger: { kind: "task.created" },
      conditions: { text },
      actions: [{ do: "approval.ask", personIds: [admin.user.id], text }],
    },
  });
  await admin.call(taskRoutes.createTask, { body: { id: uuidv7(), title: text, departmentId } });
  return vi.waitFor(async () => {
    const { items } = await admin.call(automationRoutes.listApprovals, { query: {} });
    expect(items.map((one) => one.text)).toContain(text);
  });
}

function connectRepository() {
  const body = {
    ...{ id: uuidv7(), name: another("Site"), provider: "gitlab" as const, departmentId },
    ...{ movesOpened: false, movesMerged: false },
  };
  return admin.call(gitLinkRoutes.createGitConnection, { body });
}
/** Pushes a branch that names the task, and waits until the server has read it. */
async function pushBranch(): Promise<unknown> {
  const { connection, secret } = await connectRepository();
  const payload = {
    ...{ object_kind: "push", ref: `refs/heads/${linkedTaskId}`, after: "a".repeat(40) },
    project: { id: 7, path_with_namespace: "octo/site", web_url: "https://git.example.test/octo/site" },
  };
  const headers = { "x-gitlab-token": secret, "content-type": "application/json" };
  const body = JSON.stringify(payload);
  await fetch(`${server.url}/api/git-hooks/${connection.id}`, { method: "POST", headers, body });
  return vi.waitFor(async () => {
    const { items } = await admin.call(gitLinkRoutes.listGitConnections, { query: {} });
    expect(items.find(({ id }) => id === connection.id)?.lastDelivery?.outcome).toBe("done");
  });
}

/** The dashboard as its page holds it, with what chat and tasks make of it. */
function useWholeDashboard() {
  const signedIn = useSignedIn();
  useQuery({
    queryKey: chatKeys.channels,
    queryFn: async () => (await admin.call(chatRoutes.listChannels, { query: {} })).channels,
  });
  const [handlers] = useState(() => joinHandlers([dashboardHandlers, liveChat(signedIn), liveTasks()]));
  return useDashboard(handlers).data;
}
const arrangeCards = async () => {
  const { layout } = await admin.call(dashboardRoutes.getDashboard, {});
  const [first, ...others] = layout.cards;
  const cards = [{ ...first!, x: first!.x === 0 ? 1 : 0, y: 90 }, ...others];
  const { phoneOrder, version } = layout;
  return admin.call(dashboardRoutes.arrangeDashboard, { body: { cards, phoneOrder, version } });
};
const pinCard = async () => {
  const card = { id: uuidv7(), type: "tasks" as const, x: 0, y: 0, w: 4, h: 3 };
  const body = { roleId: null, cards: [card], phoneOrder: [], pinnedIds: [card.id] };
  return admin.call(dashboardRoutes.setDashboardDefault, { body });
};
const writeMessage = async () => {
  const body = { name: another("Quay"), memberIds: [] };
  const { channel } = await admin.call(chatRoutes.createChannel, { body });
  const words = { id: uuidv7(), content: another("The crane is back") };
  return admin.call(chatRoutes.postMessage, { params: { channelId: channel.id }, body: words });
};
const takeTask = () =>
  admin.call(taskRoutes.createTask, {
    body: { id: uuidv7(), title: another("Paint the buoys"), assigneeId: admin.id },
  });
const wholeDashboard = { show: useWholeDashboard, fresh: () => admin.call(dashboardRoutes.getDashboard, {}) };
async function assign(): Promise<unknown> {
  const before = await countUnread();
  const body = { id: uuidv7(), title: another("Oil the cleats"), assigneeId: admin.id };
  await person.call(taskRoutes.createTask, { body });
  // It is told after the commit.
  return vi.waitUntil(async () => (await countUnread()) > before);
}
const countUnread = async () => (await admin.call(notificationRoutes.countNotifications, {})).counts.unread;
async function chooseSound(): Promise<unknown> {
  const { settings } = await admin.call(notificationRoutes.getNotificationSettings, {});
  const body = { ...settings, sound: !settings.sound };
  return admin.call(notificationRoutes.setNotificationSettings, { body });
}

/** When somebody was last here is a moment that passes, and not a change. */
function timeless(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (key, one: unknown) => (key === "lastActive" ? null : one)),
  );
}

const users = async () =>
  timeless(await admin.call(administrationRoutes.listUsers, { query: { pageSize: userPageSize } }));
const cases: Record<string, LiveCase> = {
  "the table of people": {
    event: "person.changed",
    show: () => useUsers({}).data,
    fresh: users,
    act: rename,
  },
  "the table of people after an import": {
    event: "administration.changed",
    show: () => useUsers({}).data,
    fresh: users,
    act: importMany,
  },
  "one's own searches": {
    event: "searches.changed",
    show: () => useSearches().data,
    fresh: () => admin.call(searchRoutes.listSearches, {}),
    act: () =>
      admin.call(searchRoutes.noteSearch, { body: { address: `q=${another("tide").replace(" ", "+")}` } }),
  },
  "one person": {
    event: "person.changed",
    show: () => useUser(person.id).data,
    fresh: async () =>
      timeless((await admin.call(administrationRoutes.getUser, { params: { userId: person.id } })).user),
    act: rename,
  },
  "why somebody may": {
    event: "department.changed",
    show: () => useExplanation({ user: person.id, path: "/backend" }).data,
    fresh: () =>
      admin.call(administrationRoutes.explainAccess, {
        params: { userId: person.id },
        query: { path: "/backend" },
      }),
    act: moveMember,
  },
  "the summary": {
    event: "audit.grown",
    show: () => useSummary().data,
    fresh: () => admin.call(administrationRoutes.getSummary, {}),
    act: () => admin.call(administrationRoutes.createDepartment, { body: { name: another("Pier") } }),
  },
  invitations: {
    event: "mails.changed",
    show: () => useInvitations({ search: "", state: undefined }).items,
    fresh: async () => (await admin.call(invitationRoutes.listInvitations, { query: {} })).items,
    act: () =>
      admin.call(invitationRoutes.invitePeople, {
        body: { list: `${another("invited").replace(" ", "-")}@example.test`, isDryRun: false },
      }),
  },
  "outgoing webhooks": {
    event: "outgoing-webhooks.changed",
    show: () => useOutgoing().data,
    fresh: async () => (await admin.call(outgoingWebhookRoutes.listOutgoingWebhooks, {})).webhooks,
    act: () =>
      admin.call(outgoingWebhookRoutes.createOutgoingWebhook, {
        body: {
          ...{ id: uuidv7(), name: another("Mirror"), address: "https://receiver.example.test/" },
          ...{ place: { kind: "company" as const }, events: ["announcement.published" as const] },
          currentPassword: server.password,
        },
      }),
  },
  automations: {
    event: "automations.changed",
    show: () => useAutomations().items,
    fresh: async () => (await admin.call(automationRoutes.listAutomations, { query: {} })).items,
    act: () =>
      admin.call(automationRoutes.createAutomation, {
        body: {
          ...{
            id: uuidv7(),
            name: another("Raise"),
            place: { kind: "department" as const, id: departmentId },
          },
          trigger: { kind: "task.created" as const },
          actions: [{ do: "task.set" as const, priority: "high" as const }],
        },
      }),
  },
  "requests for approval": {
    event: "approvals.changed",
    show: () => useApprovals("open").items,
    fresh: async () => (await admin.call(automationRoutes.listApprovals, { query: {} })).items,
    act: askForApproval,
  },
  "repository connections": {
    event: "git-connections.changed",
    show: () => useConnections().items,
    fresh: async () => (await admin.call(gitLinkRoutes.listGitConnections, { query: {} })).items,
    act: connectRepository,
  },
  "the links of a task": {
    event: "git-links.changed",
    show: () => useGitLinks({ kind: "task", id: linkedTaskId }).data,
    fresh: () => admin.call(gitLinkRoutes.listGitLinks, { query: { kind: "task", id: linkedTaskId } }),
    act: pushBranch,
  },
  bots: {
    event: "bots.changed",
    show: () => useBots().items,
    fresh: async () => (await admin.call(botRoutes.listBots, { query: {} })).items,
    act: () => admin.call(botRoutes.createBot, { body: { id: uuidv7(), name: another("Deploys") } }),
  },
  roles: {
    event: "role.changed",
    show: () => useRoles().data,
    fresh: async () => (await admin.call(administrationRoutes.listRoles, { query: {} })).roles,
    act: describeRole,
  },
  departments: {
    event: "department.changed",
    show: () => useDepartments().data,
    fresh: async () => (await admin.call(administrationRoutes.listDepartments, {})).departments,
    act: renameDepartment,
  },
  "the members of a department": {
    event: "department.changed",
    show: () => useMembers(departmentId).items,
    fresh: async () =>
      (await admin.call(administrationRoutes.listDepartmentMembers, { params: { departmentId }, query: {} }))
        .items,
    act: moveMember,
  },
  "sensitive cards": {
    event: "sensitive-cards.changed",
    show: () => useSensitiveCards().data,
    fresh: () => admin.call(sensitiveDataRoutes.listCards, {}),
    act: () =>
      admin.call(sensitiveDataRoutes.createCard, {
        body: { id: uuidv7(), key: "devops", title: another("Key"), value: "x", ownerId: admin.id },
      }),
  },
  "the conversations with Ask AI": {
    event: "conversation.changed",
    show: () => useConversations().items,
    fresh: async () => (await admin.call(askAiRoutes.listConversations, { query: {} })).items,
    act: () =>
      admin.call(askAiRoutes.askQuestion, {
        params: { conversationId: uuidv7() },
        body: { id: uuidv7(), question: another("Which pier is open") },
      }),
  },
  "whether a model writes answers": {
    event: "ask-model.changed",
    show: () => useModelState(),
    fresh: () => admin.call(askAiRoutes.getModelState, {}),
    act: async () => {
      const { hasKey: _hasKey, ...before } = await admin.call(askAiRoutes.getModelSettings, {});
      const set = { address: "https://models.example.com/v1", chatModel: "any", isOn: !before.isOn };
      await admin.call(askAiRoutes.setModelSettings, { body: { ...before, ...set } });
    },
  },
  "the newest entry of the audit log": {
    event: "audit.grown",
    show: () => useNewest({}),
    fresh: async () => (await admin.call(auditRoutes.listEntries, { query: { limit: 1 } })).items[0]?.number,
    act: rename,
  },
  "the dashboard, arranged elsewhere": { ...wholeDashboard, event: "dashboard.arranged", act: arrangeCards },
  "the dashboard, by default": { ...wholeDashboard, event: "dashboards.changed", act: pinCard },
  "the dashboard's activity": { ...wholeDashboard, event: "message.posted", act: writeMessage },
  "the dashboard's tasks": { ...wholeDashboard, event: "task.changed", act: takeTask },
  "the inbox": {
    event: "notification.changed",
    show: () => useEntries({ state: "inbox" }).items,
    fresh: async () => (await admin.call(notificationRoutes.listNotifications, { query: {} })).items,
    act: assign,
  },
  "what of it is unread": {
    event: "notification.changed",
    show: useCounts,
    fresh: async () => (await admin.call(notificationRoutes.countNotifications, {})).counts,
    act: assign,
  },
  "how one is told": {
    event: "settings.changed",
    show: () => useSettings().data,
    fresh: async () => (await admin.call(notificationRoutes.getNotificationSettings, {})).settings,
    act: chooseSound,
  },
  "which mails one gets": {
    event: "mail-preferences.changed",
    show: () => useMailPreferences().data,
    fresh: () => admin.call(mailRoutes.getMailPreferences, {}),
    act: async () => {
      const { preferences } = await admin.call(mailRoutes.getMailPreferences, {});
      return admin.call(mailRoutes.changeMailPreferences, { body: { showsTexts: !preferences.showsTexts } });
    },
  },
  "the maintenance": {
    event: "maintenance.changed",
    show: () => useMaintenance().data,
    fresh: () => admin.call(operationRoutes.getMaintenance, {}),
    act: announceMaintenance,
  },
  "the company's looks": {
    event: "company.changed",
    show: () => useLiveWorkspace().data,
    fresh: () => admin.call(workspaceRoutes.getWorkspace, {}),
    act: recolour,
  },
  "how far the company is set up": {
    event: "company.changed",
    show: () => useSetUp().data,
    fresh: () => admin.call(companyRoutes.getSetUp, {}),
    act: recolour,
  },
  "one's own devices": {
    event: "sessions.changed",
    show: () => useSessions().data?.sessions.map(({ id }) => id),
    fresh: async () => (await admin.call(identityRoutes.listSessions, {})).sessions.map(({ id }) => id),
    act: () => server.signInAgain(),
  },
};

/** Another text each time, in a month. */
async function announceMaintenance(): Promise<void> {
  const { version } = await admin.call(operationRoutes.getMaintenance, {});
  const [startsAt, endsAt] = [30, 31].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const body = { version, text: another("Disks"), startsAt: startsAt!, endsAt: endsAt!, isReadOnly: false };
  await admin.call(operationRoutes.announceMaintenance, { body });
}

/** Another colour each time. */
async function recolour(): Promise<void> {
  const { company } = await admin.call(companyRoutes.getSetUp, {});
  const colour = company.colour === "#aa3355" ? "#3355aa" : "#aa3355";
  await admin.call(companyRoutes.updateCompany, { body: { version: company.version, colour } });
}

/** The smallest picture there is, in a form written by hand: jsdom's is none for the fetch that is Node's. */
async function showPicture(): Promise<unknown> {
  const pixel = atob("R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==");
  const form = `--edge\r\ncontent-disposition: form-data; name="file"; filename="me.gif"\r\n\r\n${pixel}\r\n--edge--\r\n`;
  const answer = await fetch(`${server.url}/api/attachments?kind=picture`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${person.session.accessToken}`,
      "content-type": "multipart/form-data; boundary=edge",
    },
    body: Uint8Array.from(form, (character) => character.charCodeAt(0)),
  });
  const { attachment } = (await answer.json()) as { attachment: { id: string } };
  return person.call(profileRoutes.setPicture, { body: { attachmentId: attachment.id } });
}

/** Shows it in a browser of the administrator, connected. */
async function start(show: () => unknown): Promise<Live> {
  const { held, ...rest } = await startLive(server, admin, show);
  live = { ...rest, held: () => timeless(held()) };
  return live;
}

it.each(Object.entries(cases))("%s", async (_name, one) => {
  await proveLive(await start(one.show), one);
});

it('shows a colleague\'s new picture wherever they are, as "profile.changed" tells', async () => {
  const { held } = await start(() => {
    useProfiles(useSignedIn().realtime);
    return usePicture(person.id, null);
  });
  const fresh = async () =>
    (await admin.call(peopleRoutes.searchPeople, { query: {} })).people.find(({ id }) => id === person.id)
      ?.avatar;
  await heldEqualsRefetch({ held, fresh, act: showPicture });
});

it("finds what happened to each of them while the connection was away", async () => {
  const all = Object.values(cases);
  const { held, realtime } = await start(() => all.map(({ show }) => show()));
  const fresh = () => Promise.all(all.map((one) => one.fresh()));
  const before = await fresh();
  await vi.waitFor(() => expect(held()).toEqual(before));
  realtime.close();
  // Each once: to move a member twice would be no change.
  for (const act of new Set(all.map((one) => one.act))) if (act !== importMany) await act();
  realtime.open();
  // Events of one of these actions may arrive after those of the others.
  const after = await vi.waitFor(async () => {
    const all = await fresh();
    expect(held()).toEqual(all);
    return all;
  });
  for (const [index, one] of after.entries()) expect(one).not.toEqual(before[index]);
});
