import type { Workspace } from "@atoll/contract/workspace/routes";
import type { FastifyRequest } from "fastify";
import { registerAdministration } from "./features/administration/routes.ts";
import { registerAudit } from "./features/audit/routes.ts";
import { createChatRooms } from "./features/chat/channel-queries.ts";
import { chatTopics, connectMembers } from "./features/chat/member-changes.ts";
import { connectPresence, type Presence } from "./features/chat/presence/presence.ts";
import { connectTyping } from "./features/chat/presence/typing.ts";
import { connectResume } from "./features/chat/resume.ts";
import { registerChat } from "./features/chat/routes.ts";
import { sweepHourly } from "./features/chat/sweep-attachments.ts";
import { type AccessTokens, openAccessTokens } from "./features/identity/access-tokens.ts";
import { assertSetUp } from "./features/identity/policy.ts";
import { findAccount } from "./features/identity/queries.ts";
import { registerIdentity } from "./features/identity/routes.ts";
import { connectSessions, identityTopics, viewerChangedTopic } from "./features/identity/session-changes.ts";
import { cacheViewers, markOf, type RequestViewer, type Viewers } from "./features/identity/viewers.ts";
import type { People } from "./features/people/access.ts";
import { cachePeople } from "./features/people/people-cache.ts";
import { registerPeople } from "./features/people/routes.ts";
import { registerTasks } from "./features/tasks/routes.ts";
import { registerWorkspace } from "./features/workspace/routes.ts";
import type { Notifications } from "./platform/database/notifications.ts";
import type { FileStorage } from "./platform/files/file-storage.ts";
import { bearerToken } from "./platform/http/bearer-token.ts";
import { createHttpServer, type HttpServer } from "./platform/http/http-server.ts";
import { createRegistrar, type RouteRegistrar } from "./platform/http/register-route.ts";
import { serveWebApp } from "./platform/http/web-app.ts";
import type { Log } from "./platform/log.ts";
import { createOwnership, type Ownership } from "./platform/ownership.ts";
import { createRealtime, type Realtime } from "./platform/realtime/realtime.ts";
import type { SingleSignOnConfig } from "./platform/single-sign-on-config.ts";
import type { Database } from "./tables.ts";

export interface AppDependencies {
  db: Database;
  notifications: Notifications;
  log: Log;
  files: FileStorage;
  workspace: Omit<Workspace, "singleSignOn">;
  /** Undefined: off. */
  singleSignOn: SingleSignOnConfig | undefined;
  trustedProxies: string[];
  /** Where the built web app lies. */
  webFolder: string;
}

/** What a slice gets to register itself with. */
export interface SliceDependencies {
  routes: RouteRegistrar<RequestViewer>;
  db: Database;
  people: People;
  realtime: Realtime;
  tokens: AccessTokens;
  /** For what a session may still do by other means than a token. */
  viewers: Pick<Viewers, "ofSession">;
  files: FileStorage;
  workspace: Workspace;
  singleSignOn: SingleSignOnConfig | undefined;
  log: Log;
  ownership: Ownership<Database>;
}

export interface App {
  http: HttpServer;
  presence: Presence;
  /** No new requests, sockets told and cut, answers under way finished. */
  close(): Promise<void>;
}

/** The topics this application listens to; see `listen`. */
export const notificationTopics = [...identityTopics, ...chatTopics];

/** Builds the application: one line for each slice. It does not listen yet. */
export async function buildApp(deps: AppDependencies): Promise<App> {
  const { db, log, files, singleSignOn } = deps;
  const workspace = { ...deps.workspace, singleSignOn: singleSignOn ? { name: singleSignOn.name } : null };
  const http = await createHttpServer({
    log,
    trustedProxies: deps.trustedProxies,
    version: workspace.version,
  });
  const tokens = await openAccessTokens(db, log);
  const viewers = cacheViewers(db, tokens, log);
  const people = cachePeople(db);
  const chatRoomsOf = createChatRooms(db);
  // Somebody who has to set up a second factor first hears nothing.
  const roomsOf = async (viewer: RequestViewer) => (viewer.mustSetUpSecondFactor ? [] : chatRoomsOf(viewer));
  const realtime = createRealtime({
    server: http.server,
    log,
    authenticate: tokens.verify,
    standing: async (identity) => {
      const viewer = await viewers.ofSession(identity);
      return { mark: markOf(viewer), rooms: async () => roomsOf(viewer) };
    },
  });
  connectSessions({ notifications: deps.notifications, tokens, viewers, realtime, log });
  deps.notifications.on(viewerChangedTopic, people.forget);
  deps.notifications.onGap(people.forgetAll);
  connectMembers({
    db,
    notifications: deps.notifications,
    realtime,
    findViewer: (userId) => findAccount(db, { id: userId }),
    log,
  });
  connectResume({ db, people, realtime, viewerOf: viewers.ofCommand });
  connectTyping({ realtime, nameOf: async (sender) => (await viewers.ofSession(sender)).name });
  const presence = await connectPresence({ db, notifications: deps.notifications, realtime, log });

  const authenticate = async (request: FastifyRequest) => {
    const token = bearerToken(request);
    return token === undefined ? undefined : viewers.resolve(token);
  };
  const routes = answerWhenFelt(
    createRegistrar<RequestViewer>(http, authenticate, assertSetUp),
    deps.notifications,
  );
  const slice: SliceDependencies = {
    routes,
    db,
    people,
    realtime,
    tokens,
    viewers,
    files,
    workspace,
    singleSignOn,
    log,
    ownership: createOwnership(),
  };
  registerWorkspace(slice);
  registerIdentity(slice);
  registerPeople(slice);
  registerChat(slice);
  registerTasks(slice);
  registerAdministration(slice);
  registerAudit(slice);
  await serveWebApp(http, deps.webFolder);
  await http.ready();
  const sweep = sweepHourly({ db, files, log });

  return {
    http,
    presence,
    async close() {
      await sweep.close();
      tokens.close();
      await realtime.close();
      await http.close();
    },
  };
}

/** Changes of accounts, and of who is in which channel. */
const felt =
  /^\/api\/(admin|auth|direct-channels|group-channels)(\/|$)|^\/api\/channels(\/:channelId\/(membership|members|owners)(\/|$)|$)/;

/**
 * Holds the answer to a change of people, roles or sessions until this node has heard of it, so that whoever asks
 * next, even at the same moment, is judged by what was just decided.
 */
function answerWhenFelt(
  registrar: RouteRegistrar<RequestViewer>,
  notifications: Notifications,
): RouteRegistrar<RequestViewer> {
  return {
    route(route, handler) {
      const isFelt = route.method !== "GET" && felt.test(route.path);
      if (!isFelt) return registrar.route(route, handler);
      registrar.route(route, async (input, context) => {
        const output = await handler(input, context);
        await notifications.caughtUp();
        return output;
      });
    },
  };
}
