/** A department of the demo company. `key` is its slug, as in the web routes. */
export type DemoDepartment = {
  id: string;
  key: string;
  name: string;
  description: string;
  leadKey: string;
};

/** A role of the demo company. `key` is the role's stored name, `super_admin` and the like. */
export type DemoRole = {
  id: string;
  key: string;
  description: string;
  departmentKey: string | null;
};

/** A member of staff as written down by hand; departments and roles are keys. */
export type DemoPerson = {
  key: string;
  name: string;
  email: string;
  title: string;
  departments: string[];
  roles: string[];
  joinedWeeksAgo: number;
  lastActiveMinutesAgo: number | null;
};

/** A member of staff placed in time. `lastActiveAt` is never before their last message. */
export type DemoEmployee = DemoPerson & { id: string; joinedAt: Date; lastActiveAt: Date | null };

/** A conversation with the keys of its members, and of its owners; a direct one has none of these. */
export type DemoChannel = {
  id: string;
  key: string;
  name: string;
  description: string;
  type: "PUBLIC" | "PRIVATE" | "DIRECT";
  departmentKey: string | null;
  createdBy: string;
  createdAt: Date;
  members: string[];
  owners: string[];
  isOwnersOnly: boolean;
  followsDepartment: boolean;
};

export type DemoReaction = { emoji: string; personKey: string; at: Date };

/** `content` is Markdown. A deleted message keeps what it said, for the seeding to drop or keep. */
export type DemoMessage = {
  id: string;
  channelKey: string;
  authorKey: string;
  sentAt: Date;
  content: string;
  editedAt: Date | null;
  deletedAt: Date | null;
  /** The message whose thread it answers in. */
  parentId: string | null;
  /** The keys of the people whose names stand in it after an @. */
  mentions: string[];
  /** In order of time. */
  reactions: DemoReaction[];
  pinnedAt: Date | null;
  /** Names of files in `files/`, in order. */
  files: string[];
};

/** How far a person has read a channel; no entry means that nothing has been read. */
export type DemoRead = { channelKey: string; personKey: string; throughMessageId: string };

export type DemoStar = { channelKey: string; personKey: string };

/** A saved message. */
export type DemoSaved = { messageId: string; personKey: string };

/** Messages are in order of time, and so are those of every single channel. */
export type DemoCompany = {
  departments: DemoDepartment[];
  roles: DemoRole[];
  people: DemoEmployee[];
  channels: DemoChannel[];
  messages: DemoMessage[];
  reads: DemoRead[];
  stars: DemoStar[];
  saved: DemoSaved[];
};
