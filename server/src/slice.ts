import type { NotificationKind } from "@atoll/contract/notification-kinds";
import type { ConfiguredWorkspace } from "@atoll/contract/workspace/workspace-schemas";
import type { RequestViewer } from "./features/identity/request-viewer.ts";
import type { AccessTokens } from "./features/identity/sessions/access-tokens.ts";
import type { PasswordProof, SignOnFollower } from "./features/identity/sign-in-kinds.ts";
import type { Colleague, Viewers } from "./features/identity/viewers.ts";
import type { HereElsewhere } from "./features/people/presence/here-elsewhere.ts";
import type { People } from "./features/people/public.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { Changeable, ChangeableRow } from "./platform/changes/changeable.ts";
import type { UndoableKind } from "./platform/changes/undo-change.ts";
import type { MailConfig, MailInConfig } from "./platform/configuration/mail-config.ts";
import type { SingleSignOnConfig } from "./platform/configuration/single-sign-on-config.ts";
import type { FileStorage } from "./platform/files/file-storage.ts";
import type { CallRoute } from "./platform/http/inner-calls.ts";
import type { Refusal, RouteRegistrar } from "./platform/http/register-route.ts";
import type { Enqueue, Job } from "./platform/jobs/jobs.ts";
import type { CommentKind, CommentKinds } from "./platform/kinds/comment-kinds.ts";
import type { ActivitySource, CardSource, DashboardParts } from "./platform/kinds/dashboard-parts.ts";
import type { DocumentKind, DocumentKinds } from "./platform/kinds/document-kinds.ts";
import type { ErasedTable, Eraser } from "./platform/kinds/erasure.ts";
import type { FileKind, FileKinds } from "./platform/kinds/file-kinds.ts";
import type { MailDefinition, MailKinds } from "./platform/kinds/mail-kinds.ts";
import type { NotificationDefinition, NotificationKinds } from "./platform/kinds/notification-kinds.ts";
import type { OwnedKind, Ownership } from "./platform/kinds/ownership.ts";
import type { ExportedTable, PersonalData } from "./platform/kinds/personal-data.ts";
import type { PlacedKind } from "./platform/kinds/placed-things.ts";
import type { createViewPlaces, ViewPlace } from "./platform/kinds/view-places.ts";
import type { VoteKind, VoteKinds } from "./platform/kinds/vote-kinds.ts";
import type { Log } from "./platform/log/log.ts";
import type { CounterRegistrar, GaugeRegistrar } from "./platform/metrics.ts";
import type { Readiness } from "./platform/operation/readiness.ts";
import type { SlowStatements } from "./platform/operation/slow-statements.ts";
import type { OutboundRules } from "./platform/outbound/guarded-post.ts";
import type { ExportKind } from "./platform/portable/thing-archive.ts";
import type { CommandHandlers } from "./platform/realtime/commands.ts";
import type { Realtime } from "./platform/realtime/realtime.ts";
import type { Seals } from "./platform/seals/seals.ts";
import type { SearchSource } from "./platform/search/search-sources.ts";
import type { StorageRoom } from "./platform/storage-room.ts";
import type { Patience } from "./platform/turns/within-patience.ts";
import type { Database, Tables } from "./tables.ts";

export type { Colleague, PasswordProof, RequestViewer, SignOnFollower };

/**
 * A slice as one value: everything the application needs to know about it. Every field except the name is optional.
 * `slices.ts` has the list of slices; no other module but `app.ts` imports them.
 */
export interface Slice {
  /** The same name as in contract, web, docs and tests. */
  name: string;
  /** Creates what the slice shares with all others, before any slice is opened. */
  share?: (ground: Ground) => Partial<Shared> | Promise<Partial<Shared>>;
  /** Binds the contract's routes to their handlers. */
  routes?: readonly ((context: SliceContext) => void)[];
  /** Returns the realtime rooms for a viewer's sockets. Called whenever the viewer has changed. */
  rooms?: (context: SliceContext) => (viewer: RequestViewer) => Promise<string[]>;
  /** The same for guests, who are in no other rooms. */
  guestRooms?: Slice["rooms"];
  /** Parts that live as long as the process. */
  live?: readonly ((context: SliceContext) => LivePart)[];
  /** Background jobs that run on one node, on a schedule or when queued. */
  jobs?: readonly ((context: SliceContext) => Job<Tables>)[];
  /** Receives refused requests, before their responses are sent. */
  refused?: (ground: Ground) => RefusalListener;
  /** The kinds of its things whose changes are kept only to be undone. */
  changeKinds?: readonly SliceChangeKind[];
  /** The kinds of its things that people own. */
  owned?: readonly SliceOwnedKind[];
  /** The kinds of its things that belong to departments. */
  placed?: readonly SlicePlacedKind[];
  /** Each of its tables, with the rows of a person in it. */
  personalData?: PersonalData<Tables>;
  /** Erases people where the columns of its tables cannot say how. */
  erasers?: readonly SliceEraser[];
  /** The kinds of its things that have files. A function if they depend on what other slices have registered. */
  fileKinds?:
    | readonly FileKind<RequestViewer>[]
    | ((
        registered: Pick<SliceContext, "commentKinds" | "exportKinds">,
      ) => readonly FileKind<RequestViewer>[]);
  /** The kinds of its things that the people who manage them export. */
  exportKinds?: readonly SliceExportKind[];
  /** The kinds of its things that have comments. */
  commentKinds?: readonly CommentedKind[];
  /** The kinds of its things that have votes, followers, merges and moderation. */
  voteKinds?: readonly VotedKind[];
  /** The kinds of its things whose drafts several people edit. */
  documentKinds?: readonly SharedDocumentKind[];
  /** The kinds of notifications: who receives them, who may read them, and their texts. */
  notificationKinds?: readonly NotificationDefinition[];
  /** Another place that knows the passwords of people. */
  passwordProof?: (context: SliceContext) => PasswordProof;
  /** Decides about accounts when a person signs in at the OpenID provider. */
  signOnFollower?: (context: SliceContext) => SignOnFollower;
  /** The kinds of mails: whether one is still to be sent, and its text. */
  mailKinds?: readonly SliceMail[];
  /** Sends a person's reply to a notification, without opening its subject. */
  replies?: (context: SliceContext) => Partial<Record<NotificationKind, ReplyTo>>;
  /** The content of dashboard panels and cards. */
  dashboardCards?: readonly SliceCard[];
  /** Recent actions on its things, for the dashboards' recent activity. */
  recentActivity?: SliceActivity;
  /** The sources for the main search. */
  searchSources?: readonly SliceSearchSource[];
  /** Its pages whose filters people save as views. */
  viewPlaces?: readonly SliceViewPlace[];
}

/**
 * Replies to the subject of an inbox entry, in the name of its person, who may still read it. Repeating the ID does not
 * reply twice.
 */
export type ReplyTo = (
  viewer: RequestViewer,
  subjectId: string,
  reply: { id: string; text: string },
) => Promise<void>;

/** The dependencies of a change: the rows, and the way to everyone who sees them. */
export type ChangeSources = Pick<SliceContext, "db" | "people" | "realtime">;

/** The person who changes something, with their network address for the audit log. */
export type Changer = RequestViewer & { address: string };

/** How things of a kind are changed, undone and broadcast. */
export type SliceChangeable<
  Row extends ChangeableRow,
  F,
  Shown = never,
  Viewer extends { id: string } = Changer,
> = Changeable<{
  tables: Tables;
  viewer: Viewer;
  context: ChangeSources;
  row: Row;
  fields: F;
  shown: Shown;
}>;

/** A kind of thing whose changes are kept only to be undone. */
export type SliceChangeKind = UndoableKind<Changer, ChangeSources>;

/** A source of the content for one type of panel or card. */
export type SliceCard = CardSource<RequestViewer, SliceContext>;
/** Recent actions of people. */
export type SliceActivity = ActivitySource<RequestViewer, SliceContext>;

/** A kind of thing that search finds. */
export type SliceSearchSource = SearchSource<RequestViewer, Database, SliceContext>;

/** A kind of page whose filters people save as views. */
export type SliceViewPlace = ViewPlace<RequestViewer, Database>;

/** A kind of mail. */
export type SliceMail = MailDefinition<SliceContext>;

/** A kind of thing that people own. */
export type SliceOwnedKind = OwnedKind<Database, SliceContext>;

/** A kind of thing that belongs to departments. */
export type SlicePlacedKind = PlacedKind<Database, SliceContext>;

/** A kind of thing that has comments. */
export type CommentedKind = CommentKind<Colleague, Database, SliceContext>;

/** A kind of thing that has votes, followers, merges and moderation. */
export type VotedKind = VoteKind<Colleague, Database, SliceContext>;
/** A kind of thing whose drafts several people edit. */
export type SharedDocumentKind = DocumentKind<Colleague, Database, SliceContext>;

/** A kind of thing that the people who manage it export. */
export type SliceExportKind = ExportKind<Colleague, Database, SliceContext>;

/** Erases people in the tables and files of a slice. */
export type SliceEraser = Eraser<SliceContext, Database>;

/** Receives refused requests. */
export interface RefusalListener {
  hear(refusal: Refusal<RequestViewer>): Promise<void>;
  /** Awaited at shutdown, while the database is still available. */
  stop: () => Promise<void>;
}

/** A part of a slice with state in this process, or with its own event sources. */
export interface LivePart {
  /** Handlers for socket commands. */
  commands?: CommandHandlers;
  /** Handlers for the database's announcements; see `announcements`. */
  topics?: Readonly<Record<string, (payload: string) => void>>;
  /**
   * The topics are being listened to, and earlier announcements may have been missed. Called at the start, which waits
   * for it, and after every lost connection. Refetch whatever is cached.
   */
  onGap?: () => void | Promise<void>;
  /** Throws to refuse a request or command that writes. The viewer is undefined for people who are not signed in. */
  admitWrite?: (viewerNow: () => Promise<RequestViewer | undefined>) => Promise<void>;
  /** Awaited at shutdown, while the database is still available. */
  stop?: () => Promise<void>;
}

/** The services that exist before the first slice. */
export interface Ground {
  db: Database;
  /** Returns whether this node hears what changes on others. While it does not, cached rights are not used. */
  isHearing: () => boolean;
  /** Waits for the changes of rights that were committed before, and returns whether this node has heard them all. */
  provesCaughtUp: () => Promise<boolean>;
  /** Sends to other nodes, if there are any. */
  bus: Bus;
  log: Log;
  files: FileStorage;
  /** Whether there is space left for files and the database. */
  room: StorageRoom;
  /** Returns whether this node can take requests. */
  readiness: Readiness;
  /** Absent where nobody watches statements. */
  slowStatements: SlowStatements | undefined;
  /** The total size of one person's files. */
  maxBytesPerPerson: number;
  /** The folder of this node that outlives a restore. Undefined in tests without one. */
  dataFolder?: string | undefined;
  workspace: ConfiguredWorkspace;
  /** Whether super administrators may export everything. */
  isFullExportAllowed?: boolean | undefined;
  /** Undefined if it is off. */
  singleSignOn: SingleSignOnConfig | undefined;
  /** Undefined if no mail is sent. Nothing is queued then. */
  mail: MailConfig | undefined;
  /** Undefined if no mail is taken in. */
  mailIn: MailInConfig | undefined;
  /** The maximum length of a session. */
  longestSessionDays: number;
  /** The rules for outgoing requests. */
  outbound: OutboundRules;
  /** Timeouts other than the standard ones. Only that of searches can be configured, the others are for tests. */
  patience?: Patience | undefined;
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
  /** Calls a route in the name of a signed-in caller, as if they had sent the request. */
  callRoute: CallRoute;
  /** The address of this server for people, if configured. */
  publicUrl: string | undefined;
  realtime: Realtime;
  changeKinds: readonly SliceChangeKind[];
  ownership: Ownership<Database, SliceContext>;
  placedKinds: readonly SlicePlacedKind[];
  /** The tables of all slices with rows of persons, for exports. */
  personalTables: readonly ExportedTable[];
  /** The same tables, as erasures of people change them, and what else erases people. */
  erasedTables: readonly ErasedTable[];
  erasers: readonly SliceEraser[];
  fileKinds: FileKinds<RequestViewer>;
  exportKinds: readonly SliceExportKind[];
  commentKinds: CommentKinds<Colleague, Database, SliceContext>;
  voteKinds: VoteKinds<Colleague, Database, SliceContext>;
  documentKinds: DocumentKinds<Colleague, Database, SliceContext>;
  notificationKinds: NotificationKinds;
  mailKinds: MailKinds<SliceContext>;
  /** Returns how to reply to an entry of a kind. Undefined if that is not possible. */
  replyTo: (kind: string) => ReplyTo | undefined;
  /** Asks the other places that know passwords. */
  provePassword: PasswordProof;
  /** Tells the followers of the OpenID provider's groups. */
  followSignOn: SignOnFollower;
  dashboardParts: DashboardParts<RequestViewer, SliceContext>;
  searchSources: readonly SliceSearchSource[];
  /** Returns what the address of a page with saved views can contain, if the viewer may see the page. */
  viewRulesOf: ReturnType<typeof createViewPlaces<RequestViewer, Database>>;
  seals: Seals;
  /** Queues a job of `jobs`, which runs if the transaction commits. */
  enqueue: Enqueue<Tables>;
  /**
   * Refuses what others than super administrators write during read-only maintenance. For public routes that learn from a
   * token who writes, and for background work without a viewer.
   */
  admitWrite: (viewer: RequestViewer | undefined) => Promise<void>;
  /** Adds a metric for operators. */
  addGauge: GaugeRegistrar;
  /** Adds a counter for operators. */
  addCounter: CounterRegistrar;
}
