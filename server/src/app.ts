import type { Workspace } from "@atoll/contract/workspace/routes";
import { channelIdsOf } from "./features/chat/queries.ts";
import { channelRoom } from "./features/chat/rooms.ts";
import { registerChat } from "./features/chat/routes.ts";
import { type AccessTokens, openAccessTokens } from "./features/identity/access-tokens.ts";
import { registerIdentity } from "./features/identity/routes.ts";
import { connectSessions } from "./features/identity/session-changes.ts";
import { cacheViewers, type RequestViewer } from "./features/identity/viewers.ts";
import { registerPeople } from "./features/people/routes.ts";
import { registerWorkspace } from "./features/workspace/routes.ts";
import type { Notifications } from "./platform/database/notifications.ts";
import { bearerToken } from "./platform/http/bearer-token.ts";
import { createHttpServer, type HttpServer } from "./platform/http/http-server.ts";
import { createRegistrar, type RouteRegistrar } from "./platform/http/register-route.ts";
import { serveWebApp } from "./platform/http/web-app.ts";
import type { Log } from "./platform/log.ts";
import { createRealtime, type Realtime } from "./platform/realtime/realtime.ts";
import type { Database } from "./tables.ts";

export interface AppDependencies {
  db: Database;
  notifications: Notifications;
  log: Log;
  workspace: Workspace;
  trustedProxies: string[];
  /** Where the built web app lies. */
  webFolder: string;
}

/** What a slice gets to register itself with. */
export interface SliceDependencies {
  routes: RouteRegistrar<RequestViewer>;
  db: Database;
  realtime: Realtime;
  tokens: AccessTokens;
  workspace: Workspace;
}

export interface App {
  http: HttpServer;
  /** No new requests, sockets told and cut, answers under way finished. */
  close(): Promise<void>;
}

/** The topics this application listens to; see `listen`. */
export { identityTopics as notificationTopics } from "./features/identity/session-changes.ts";

/** Builds the application: one line for each slice. It does not listen yet. */
export async function buildApp(deps: AppDependencies): Promise<App> {
  const { db, log, workspace } = deps;
  const http = await createHttpServer({
    log,
    trustedProxies: deps.trustedProxies,
    version: workspace.version,
  });
  const tokens = await openAccessTokens(db);
  const viewers = cacheViewers(db, tokens, log);
  const realtime = createRealtime({
    server: http.server,
    log,
    authenticate: async (token) => {
      const viewer = await viewers.resolve(token);
      return { userId: viewer.id, sessionId: viewer.sessionId };
    },
    rooms: async ({ userId }) => (await channelIdsOf(db, userId)).map(channelRoom),
  });
  connectSessions({ db, notifications: deps.notifications, viewers, realtime, log });

  const routes = createRegistrar<RequestViewer>(http, async (request) => {
    const token = bearerToken(request);
    return token === undefined ? undefined : viewers.resolve(token);
  });
  const slice: SliceDependencies = { routes, db, realtime, tokens, workspace };
  registerWorkspace(slice);
  registerIdentity(slice);
  registerPeople(slice);
  registerChat(slice);
  await serveWebApp(http, deps.webFolder);
  await http.ready();

  return {
    http,
    async close() {
      await realtime.close();
      await http.close();
    },
  };
}
