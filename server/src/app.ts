import { mcpPath } from "@atoll/contract/mcp/tools";
import type { ConfiguredWorkspace } from "@atoll/contract/workspace/workspace-schemas";
import type { FastifyRequest } from "fastify";
import type pg from "pg";
import { identity } from "./features/identity/slice.ts";
import { people } from "./features/people/slice.ts";
import { wakeTopics } from "./notify-topics.ts";
import { AppError } from "./platform/app-error.ts";
import { createBus } from "./platform/bus/bus.ts";
import { type Line, numberedCarrier } from "./platform/bus/numbered-carrier.ts";
import { passkeySiteOf } from "./platform/configuration/config.ts";
import { type Announcements, passOn } from "./platform/database/announcements.ts";
import type { Notifications } from "./platform/database/notifications.ts";
import { bearerToken } from "./platform/http/bearer-token.ts";
import { countConnections } from "./platform/http/end-connections.ts";
import { createHttpServer, type HttpServer, waitUntilOpen } from "./platform/http/http-server.ts";
import { createInnerCalls, innerCaller } from "./platform/http/inner-calls.ts";
import { createRegistrar } from "./platform/http/register-route.ts";
import { countRequests } from "./platform/http/request-counts.ts";
import { serveWebApp } from "./platform/http/web-app/web-app.ts";
import { withoutAddresses } from "./platform/http/without-addresses.ts";
import { createJobs } from "./platform/jobs/jobs.ts";
import { createCommentKinds } from "./platform/kinds/comment-kinds.ts";
import { createDocumentKinds } from "./platform/kinds/document-kinds.ts";
import { createFileKinds } from "./platform/kinds/file-kinds.ts";
import { createMailKinds } from "./platform/kinds/mail-kinds.ts";
import { createNotificationKinds } from "./platform/kinds/notification-kinds.ts";
import { createOwnership } from "./platform/kinds/ownership.ts";
import { erasedTables, exportedTables } from "./platform/kinds/personal-data.ts";
import { createViewPlaces } from "./platform/kinds/view-places.ts";
import { createVoteKinds } from "./platform/kinds/vote-kinds.ts";
import { countersOf, gaugesOf, type Metrics } from "./platform/metrics.ts";
import { addOperatorRoutes } from "./platform/operation/operator-routes.ts";
import { watchInstallation } from "./platform/operation/watch-installation.ts";
import { createRealtime } from "./platform/realtime/realtime.ts";
import { createSeals } from "./platform/seals/seals.ts";
import type { Ground, LivePart, RequestViewer, Shared, SharedDocumentKind, SliceContext } from "./slice.ts";
import { slices } from "./slices.ts";

/** Creates the parts that several slices use. Each is made by the slice that it belongs to. */
async function share(ground: Ground): Promise<Shared> {
  return { ...(await identity.share(ground)), ...people.share(ground) };
}

type Given =
  | ("db" | "log" | "files" | "room" | "readiness")
  | ("maxBytesPerPerson" | "dataFolder" | "isFullExportAllowed" | "singleSignOn" | "longestSessionDays");

export interface AppDependencies
  extends Pick<Ground, Given>,
    Partial<Pick<Ground, "mail" | "mailIn" | "outbound" | "patience" | "slowStatements">> {
  /** The same database, for plain SQL. */
  pool: pg.Pool;
  notifications: Notifications;
  /** Announcements of the database to the connections of `db`. */
  announcements: Announcements;
  /** Where nodes send to each other, instead of the database. */
  busLine?: Line | undefined;
  workspace: Omit<ConfiguredWorkspace, "singleSignOn" | "isMailOn" | "passkeySite">;
  trustedProxies: string[];
  /** The address of this server for people, if configured. */
  publicUrl: string | undefined;
  runsOnSchedule?: boolean;
  /** Additional kinds of drafts, for tests. */
  documentKinds?: readonly SharedDocumentKind[];
  /** The folder of the built web app. Undefined to serve only the API. */
  webFolder: string | undefined;
  metrics: Metrics;
  /** The number of people who share a network address. */
  peoplePerAddress: number;
  /** Addresses that may read the metrics. */
  metricsFrom: string[];
  /** Requests wait for this: the port is taken before the last steps of the start. */
  opened?: Promise<void>;
}

export interface App {
  http: HttpServer;
  /** Refuses new requests, notifies and disconnects sockets, and finishes requests in progress. */
  close(): Promise<void>;
}

/** Builds the application of its slices. It does not listen on its port yet. */
export async function buildApp(deps: AppDependencies): Promise<App> {
  const { db, log, singleSignOn, notifications } = deps;
  const bus = createBus({ db, notifications, log, carry: deps.busLine && numberedCarrier(deps.busLine) });
  passOn(deps.announcements, { notifications, bus, wakeTopics });
  const ground: Ground = {
    db,
    isHearing: notifications.isHearing,
    provesCaughtUp: notifications.provesCaughtUp,
    bus,
    log,
    files: deps.files,
    room: deps.room,
    readiness: deps.readiness,
    slowStatements: deps.slowStatements,
    maxBytesPerPerson: deps.maxBytesPerPerson,
    dataFolder: deps.dataFolder,
    workspace: {
      ...deps.workspace,
      singleSignOn: singleSignOn ? { name: singleSignOn.name } : null,
      isMailOn: deps.mail !== undefined,
      passkeySite: passkeySiteOf(deps.publicUrl),
    },
    isFullExportAllowed: deps.isFullExportAllowed,
    singleSignOn,
    mail: deps.mail,
    mailIn: deps.mailIn,
    longestSessionDays: deps.longestSessionDays,
    outbound: deps.outbound ?? { privateHosts: [] },
    patience: deps.patience,
  };
  const shared = await share(ground);
  const { viewers, tokens } = shared;
  const counts = countRequests({ peoplePerAddress: deps.peoplePerAddress });
  const http = await createHttpServer({
    log,
    counts,
    metrics: deps.metrics,
    trustedProxies: deps.trustedProxies,
    version: deps.workspace.version,
    publicUrl: deps.publicUrl,
    silentMs: deps.patience?.silentMs,
  });
  if (deps.opened) waitUntilOpen(http, deps.opened);
  const connections = countConnections(http);
  http.addHook("onError", async (_request, _reply, error) => deps.room.notice(error));
  const realtime = createRealtime({
    server: http.server,
    bus,
    log,
    publicUrl: deps.publicUrl,
    silentMs: deps.patience?.silentMs,
    async authenticate(token) {
      // A socket that is let in now would stay in rooms that were taken from its person.
      if (!notifications.isHearing()) throw new AppError("database_unavailable");
      return tokens.verify(token);
    },
    standing: (socket) => viewers.standing(socket, (viewer) => roomsOf(viewer)),
    commandAdmission: {
      admit: viewers.admitCommand,
      admitWrite: ({ userId, sessionId }) => admitWrite(() => viewers.ofSession({ userId, sessionId })),
    },
  });
  notifications.onDeaf(() => realtime.reconnect(() => true));
  const addGauge = gaugesOf(deps.metrics);
  const addCounter = countersOf(deps.metrics);
  watchInstallation(deps.metrics, {
    db,
    room: deps.room,
    readiness: deps.readiness,
    version: deps.workspace.version,
  });
  addGauge("atoll_sockets", "Open sockets of browsers.", realtime.count);
  addGauge("atoll_bus_degraded", "1 while other nodes hear of things late, because the bus is away.", () =>
    bus.isDegraded() ? 1 : 0,
  );
  const listeners = slices.flatMap(({ refused }) => (refused ? [refused(ground)] : []));
  const commentKinds = createCommentKinds(slices.flatMap(({ commentKinds = [] }) => commentKinds));
  const exportKinds = slices.flatMap(({ exportKinds = [] }) => exportKinds);
  // Jobs are made of the context, and begin when everything is there.
  const context: SliceContext = {
    ...ground,
    ...shared,
    realtime,
    seals: createSeals(tokens.keys),
    commentKinds,
    exportKinds,
    voteKinds: createVoteKinds(slices.flatMap(({ voteKinds = [] }) => voteKinds)),
    documentKinds: createDocumentKinds([
      ...slices.flatMap(({ documentKinds = [] }) => documentKinds),
      ...(deps.documentKinds ?? []),
    ]),
    fileKinds: createFileKinds(
      slices.flatMap(({ fileKinds = [] }) =>
        typeof fileKinds === "function" ? fileKinds({ commentKinds, exportKinds }) : fileKinds,
      ),
    ),
    addGauge,
    addCounter,
    publicUrl: deps.publicUrl,
    callRoute: createInnerCalls(http),
    replyTo: (kind) => replies.get(kind),
    async provePassword(attempt) {
      for (const prove of proofs) {
        const outcome = await prove(attempt);
        if (outcome !== undefined) return outcome;
      }
      return undefined;
    },
    followSignOn: {
      async follow(signOn) {
        for (const follower of signOnFollowers) await follower.follow(signOn);
      },
      async mayLink(tx, signOn) {
        for (const follower of signOnFollowers) if (!(await follower.mayLink(tx, signOn))) return false;
        return true;
      },
    },
    enqueue: (...job) => jobs.enqueue(...job),
    admitWrite: (viewer) => admitWrite(async () => viewer),
    notificationKinds: createNotificationKinds(
      slices.flatMap(({ notificationKinds = [] }) => notificationKinds),
    ),
    dashboardParts: {
      cards: slices.flatMap(({ dashboardCards = [] }) => dashboardCards),
      activity: slices.flatMap(({ recentActivity }) => recentActivity ?? []),
    },
    searchSources: slices.flatMap(({ searchSources = [] }) => searchSources),
    viewRulesOf: createViewPlaces(slices.flatMap(({ viewPlaces = [] }) => viewPlaces)),
    mailKinds: createMailKinds(slices.flatMap(({ mailKinds = [] }) => mailKinds)),
    changeKinds: slices.flatMap(({ changeKinds = [] }) => changeKinds),
    ownership: createOwnership(slices.flatMap(({ owned = [] }) => owned)),
    placedKinds: slices.flatMap(({ placed = [] }) => placed),
    personalTables: exportedTables(slices.flatMap(({ personalData = [] }) => personalData)),
    erasedTables: erasedTables(slices.flatMap(({ personalData = [] }) => personalData)),
    erasers: slices.flatMap(({ erasers = [] }) => erasers),
    routes: createRegistrar(
      http,
      {
        authenticate: async (request: FastifyRequest) => {
          const caller = innerCaller();
          if (caller) return viewers.ofSession({ userId: caller.id, sessionId: caller.sessionId });
          const token = bearerToken(request);
          const isMcp = request.routeOptions.url === mcpPath;
          return token === undefined ? undefined : viewers.resolve(token, request.ip, isMcp);
        },
        readAgain: ({ id: userId, sessionId }) => viewers.ofSession({ userId, sessionId }),
        admit: viewers.admit,
        admitWrite: (viewer) => admitWrite(async () => viewer),
        presentTo: ({ id, isGuest }, answer) => (isGuest ? withoutAddresses(answer, id) : answer),
        permissionsApplied: notifications.caughtUp,
        refused: async (refusal) => {
          for (const listener of listeners) await listener.hear(refusal);
        },
      },
      counts,
    ),
  };
  const proofs = slices.flatMap(({ passwordProof }) => (passwordProof ? [passwordProof(context)] : []));
  const signOnFollowers = slices.flatMap(({ signOnFollower }) =>
    signOnFollower ? [signOnFollower(context)] : [],
  );
  const replies = new Map(slices.flatMap((slice) => Object.entries(slice.replies?.(context) ?? {})));
  const roomsOf = findRooms(context);
  const parts = slices.flatMap(({ live = [] }) => live.map((open) => open(context)));
  const admitWrite: NonNullable<LivePart["admitWrite"]> = async (viewerNow) => {
    for (const part of parts) await part.admitWrite?.(viewerNow);
  };
  for (const { commands = {}, topics = {}, onGap } of parts) {
    realtime.handle(commands);
    for (const [topic, handler] of Object.entries(topics)) void notifications.on(topic, handler);
    if (onGap) notifications.onGap(onGap);
  }
  const jobs = createJobs({
    db,
    pool: deps.pool,
    notifications,
    log,
    failed: addCounter("atoll_job_failures_total", "Tries of jobs that failed on this node.", "job"),
    jobs: slices.flatMap((slice) => (slice.jobs ?? []).map((define) => define(context))),
    runsOnSchedule: deps.runsOnSchedule,
  });
  for (const { routes = [] } of slices) for (const register of routes) register(context);
  addOperatorRoutes(http, deps);
  await serveWebApp(http, deps.webFolder, deps.publicUrl);
  await http.ready();
  await notifications.listen();
  await jobs.start();
  // The last step before serving: the other nodes publish to this one from now on.
  await bus.start();

  return {
    http,
    async close() {
      // First, and in the same turn, so that browsers are notified while their connections are open.
      const socketsClosed = realtime.close();
      connections.end();
      await Promise.all([socketsClosed, jobs.stop(), ...parts.map(({ stop }) => stop?.())]);
      await bus.stop();
      await http.close();
      await connections.handlersEnded();
      // The last requests may have announced something.
      await bus.stop();
      // Also what the last requests brought.
      for (const { stop } of listeners) await stop();
    },
  };
}

/** Returns a function that finds the rooms of a viewer in all slices. */
function findRooms(context: SliceContext): (viewer: RequestViewer) => Promise<string[]> {
  const finders = slices.flatMap(({ rooms }) => (rooms ? [rooms(context)] : []));
  const forGuests = slices.flatMap(({ guestRooms }) => (guestRooms ? [guestRooms(context)] : []));
  // Guests hear nothing that a slice does not name for them, above all not what is for everyone (decision 165).
  return async (viewer) =>
    (await Promise.all((viewer.isGuest ? forGuests : finders).map((find) => find(viewer)))).flat();
}
