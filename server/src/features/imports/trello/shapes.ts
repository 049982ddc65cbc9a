import { z } from "zod";

/** Everything that the importer reads of an export of Trello. Anything that is missing or of another kind counts as empty. */
const text = z.string().catch("").default("");
const flag = z.boolean().catch(false).default(false);
/** IDs name records in the database. A strange one is not read. */
const id = z.string().regex(/^[\w.:-]{1,60}$/);
/** The items of a list that can be read. */
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item.nullable().catch(null))
    .catch([])
    .default([])
    .transform((items) => items.filter((one) => one !== null));

/** Returns how many items of a list cannot be read. */
export function lostOf(whole: unknown, key: string, read: readonly unknown[]): number {
  const items = typeof whole === "object" && whole !== null ? (whole as Record<string, unknown>)[key] : [];
  return Array.isArray(items) ? items.length - read.length : 0;
}

export const memberSchema = z.object({ id, fullName: text, username: text, memberType: text });
export const membershipSchema = z.object({ idMember: id, deactivated: flag });
export const listSchema = z.object({ id, name: text, closed: flag });
export const labelSchema = z.object({ id: text, name: text, color: text });
export const customFieldSchema = z.object({
  id,
  name: text,
  type: text,
  options: list(z.object({ id, value: z.object({ text }).catch({ text: "" }).default({ text: "" }) })),
});

const fieldValueSchema = z.object({
  idCustomField: id,
  idValue: text,
  value: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .catch({})
    .default({}),
});

export const cardSchema = z.object({
  id,
  name: text,
  desc: text,
  closed: flag,
  isTemplate: flag,
  idList: text,
  idMembers: list(id),
  labels: list(labelSchema),
  idLabels: list(id),
  due: text,
  dueComplete: flag,
  start: text,
  address: text,
  dateLastActivity: text,
  dateCompleted: text,
  attachments: list(z.object({ url: text, name: text, isUpload: flag })),
  customFieldItems: list(fieldValueSchema),
  /** The number of its comments, which are in the export only as far as its actions are. */
  badges: z
    .object({ comments: z.int().catch(0).default(0) })
    .catch({ comments: 0 })
    .default({ comments: 0 }),
});
export type TrelloCard = z.infer<typeof cardSchema>;

export const checklistSchema = z.object({
  id,
  idCard: text,
  name: text,
  checkItems: list(
    z.object({ id, name: text, state: text, due: text, idMember: text, pos: z.number().catch(0).default(0) }),
  ),
});

const shownMember = z.object({ id, fullName: text, username: text }).optional().catch(undefined);

export const actionSchema = z.object({
  id,
  type: text,
  date: text,
  idMemberCreator: text,
  memberCreator: shownMember,
  member: shownMember,
  data: z
    .object({
      text,
      dateLastEdited: text,
      card: z.object({ id: text }).catch({ id: "" }).default({ id: "" }),
    })
    .catch({ text: "", dateLastEdited: "", card: { id: "" } })
    .default({ text: "", dateLastEdited: "", card: { id: "" } }),
});
