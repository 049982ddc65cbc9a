import type { NotificationKind } from "@atoll/contract/notifications/kinds";
import type { ConfiguredWorkspace } from "@atoll/contract/workspace/workspace-schemas";
import type { AccessTokens } from "./features/identity/access-tokens.ts";
import type { RequestViewer } from "./features/identity/request-viewer.ts";
import type { Colleague, Viewers } from "./features/identity/viewers.ts";
import type { People } from "./features/people/access.ts";
import type { HereElsewhere } from "./features/people/presence/here-elsewhere.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { CommentKind, CommentKinds } from "./platform/comment-kinds.ts";
import type { ActivitySource, CardSource, DashboardParts } from "./platform/dashboard-parts.ts";
import type { DocumentKind, DocumentKinds } from "./platform/document-kinds.ts";
import type { FileKind, FileKinds } from "./platform/file-kinds.ts";
import type { FileStorage } from "./platform/files/file-storage.ts";
import type { Refusal, RouteRegistrar } from "./platform/http/register-route.ts";
import type { Enqueue, Job } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log.ts";
import type { ToldKind, ToldKinds } from "./platform/notification-kinds.ts";
import type { CounterRegistrar, GaugeRegistrar } from "./platform/operation/metrics.ts";
import type { OutboundRules } from "./platform/outbound/guarded-post.ts";
import type { OwnedKind, Ownership } from "./platform/ownership.ts";
import type { PlacedKind } from "./platform/placed-things.ts";
import type { CommandHandlers } from "./platform/realtime/commands.ts";
import type { Realtime } from "./platform/realtime/realtime.ts";
import type { Seals } from "./platform/seals.ts";
import type { SearchSource } from "./platform/search/search-sources.ts";
import type { SingleSignOnConfig } from "./platform/single-sign-on-config.ts";
import type { StorageRoom } from "./platform/storage-room.ts";
import type { VoteKind, VoteKinds } from "./platform/vote-kinds.ts";
import type { Database, Tables } from "./tables.ts";

export type { Colleague, RequestViewer };

/**
 * A slice as one value: all that the application needs to know of it. Every field but the name is left out where the
 * slice has nothing of the kind. `app.ts` holds the list, and nobody else knows who is in it.
 */
export interface Slice {
  /** As in contract, web, docs and tests. */
  name: string;
  /** Makes what it shares with all the others, before any of them is opened. */
  share?: (ground: Ground) => Partial<Shared> | Promise<Partial<Shared>>;
  /** Binds the slice's routes of the contract to what answers them. */
  routes?: readonly ((context: SliceContext) => void)[];
  /** The realtime rooms that a viewer's sockets belong in. Asked whenever the viewer changed. */
  rooms?: (context: SliceContext) => (viewer: RequestViewer) => Promise<string[]>;
  /** Parts that live as long as the process. */
  live?: readonly ((context: SliceContext) => LivePart)[];
  /** Background jobs that run on one node, on a schedule or when queued. */
  jobs?: readonly ((context: SliceContext) => Job<Tables>)[];
  /** Hears of the requests that were refused, before they are answered. */
  refused?: (ground: Ground) => RefusalListener;
  /** The kinds of its things that a person owns. */
  owned?: readonly OwnedKind<Database>[];
  /** The kinds of its things that stand in departments. */
  placed?: readonly SlicePlacedKind[];
  /** The kinds of its things that files are attached to; also as they follow from what all slices registered. */
  fileKinds?:
    | readonly FileKind<RequestViewer>[]
    | ((registered: Pick<SliceContext, "commentKinds">) => readonly FileKind<RequestViewer>[]);
  /** The kinds of its things that people comment on. */
  commentKinds?: readonly CommentedKind[];
  /** The kinds of its things that people vote on, follow, merge and moderate. */
  voteKinds?: readonly VotedKind[];
  /** The kinds of its things that people write drafts of together. */
  documentKinds?: readonly SharedDocumentKind[];
  /** The kinds of notifications: who receives them, who may read them, and their texts. */
  notificationKinds?: readonly ToldKind[];
  /** How what it tells people of is answered where they see it, without opening it. */
  replies?: (context: SliceContext) => Partial<Record<NotificationKind, ReplyTo>>;
  /** The content of dashboard panels and cards. */
  dashboardCards?: readonly SliceCard[];
  /** Recent actions on its things, for the dashboards' recent activity. */
  recentActivity?: SliceActivity;
  /** The sources for the main search. */
  searchSources?: readonly SliceSearchSource[];
}

/**
 * Answers what an entry of an inbox is about, in the name of its person, who may still read it. The same id again is the
 * same reply.
 */
export type ReplyTo = (
  viewer: RequestViewer,
  subjectId: string,
  reply: { id: string; text: string },
) => Promise<void>;

/** Fills the panels and cards of one type. */
export type SliceCard = CardSource<RequestViewer, SliceContext>;
/** Recent actions of people. */
export type SliceActivity = ActivitySource<RequestViewer, SliceContext>;

/** A kind of things that are found. */
export type SliceSearchSource = SearchSource<RequestViewer, Database, SliceContext>;

/** A kind of things that stand in departments. */
export type SlicePlacedKind = PlacedKind<Database, SliceContext>;

/** A kind of things that people comment on. */
export type CommentedKind = CommentKind<Colleague, Database, SliceContext>;

/** A kind of things that people vote on, follow, merge and moderate. */
export type VotedKind = VoteKind<Colleague, Database, SliceContext>;
/** A kind of things that people write drafts of together. */
export type SharedDocumentKind = DocumentKind<Colleague, Database, SliceContext>;

/** Hears of refusals. */
export interface RefusalListener {
  hear(refusal: Refusal<RequestViewer>): Promise<void>;
  /** Awaited at the end, while the database is still there. */
  stop: () => Promise<void>;
}

/** Something of a slice that keeps a state in this process, or that answers by itself. */
export interface LivePart {
  /** The commands of browsers' sockets that it answers. */
  commands?: CommandHandlers;
  /** The announcements of the database that it listens to; see `announcements`. */
  topics?: Readonly<Record<string, (payload: string) => void>>;
  /**
   * The topics are being listened to, and earlier announcements may have been missed. Called at the start, which waits
   * for it, and after every lost connection. Refetch whatever is cached.
   */
  onGap?: () => void | Promise<void>;
  /** Awaited at the end, while the database is still there. */
  stop?: () => Promise<void>;
}

/** The services that exist before the first slice. */
export interface Ground {
  db: Database;
  /** To the other nodes, if there are any. */
  bus: Bus;
  log: Log;
  files: FileStorage;
  /** Whether files and the database have room left. */
  room: StorageRoom;
  /** The total size of one person's files. */
  maxBytesPerPerson: number;
  workspace: ConfiguredWorkspace;
  /** Undefined: off. */
  singleSignOn: SingleSignOnConfig | undefined;
  /** A session is over after so long, however much it is used. */
  longestSessionDays: number;
  /** Where it may send to. */
  outbound: OutboundRules;
  /** Other waits than usual, for tests. */
  patience?: Patience | undefined;
}

interface Patience {
  silentMs?: number;
  lateSocketsMs?: number;
  /** The longest that a search may take. */
  searchMs?: number;
  /** How long a language model may send nothing. */
  modelMs?: number;
}

/** The services that slices share with all others. Each is made by the slice that it belongs to. */
export interface Shared {
  tokens: AccessTokens;
  viewers: Viewers;
  people: People;
  hereElsewhere: HereElsewhere;
}

/** The services every slice gets. */
export interface SliceContext extends Ground, Shared {
  routes: RouteRegistrar<RequestViewer>;
  realtime: Realtime;
  ownership: Ownership<Database>;
  placedKinds: readonly SlicePlacedKind[];
  fileKinds: FileKinds<RequestViewer>;
  commentKinds: CommentKinds<Colleague, Database, SliceContext>;
  voteKinds: VoteKinds<Colleague, Database, SliceContext>;
  documentKinds: DocumentKinds<Colleague, Database, SliceContext>;
  toldKinds: ToldKinds;
  /** How an entry of a kind is answered; undefined: not at all. */
  replyTo: (kind: string) => ReplyTo | undefined;
  dashboardParts: DashboardParts<RequestViewer, SliceContext>;
  searchSources: readonly SliceSearchSource[];
  seals: Seals;
  /** Has a job of `jobs` done, if the transaction of the change that it follows from commits. */
  enqueue: Enqueue<Tables>;
  /** Shows the operator a figure of the slice's own. */
  addGauge: GaugeRegistrar;
  /** Shows the operator how often something happened. */
  addCounter: CounterRegistrar;
}
