import { z } from "zod";
import { idSchema, instantSchema, namedSchema } from "../identifiers.ts";
import { tokenNameLength } from "../personal-tokens/areas.ts";
import { lastUseSchema } from "../personal-tokens/schemas.ts";
import { nameSchema } from "../text/names.ts";

/** The start of the secret in a feed's address, by which scanners of secrets recognise one. */
export const feedPrefix = "atoll_feed_";

/** A person can have this many feeds. */
export const maxFeeds = 20;

/** A feed has at most this many entries, the newest of its areas. */
export const maxFeedEntries = 50;

/** The areas that a feed can be made for, in the order in which people choose them. Named like those of access tokens. */
export const feedAreas = ["announcements", "knowledge", "ideas"] as const;
export type FeedArea = (typeof feedAreas)[number];

const feedShape = {
  name: nameSchema(tokenNameLength, "Enter a name"),
  areas: z.array(z.enum(feedAreas)).min(1, "Choose at least one area").max(feedAreas.length),
};

/** A feed for its owner. Its address is shown once, when it is made. */
export const feedSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** The last characters of its address, to tell it from others. */
  ending: z.string(),
  areas: z.array(z.enum(feedAreas)),
  createdAt: instantSchema,
  /** Null if it has no end. */
  endsAt: instantSchema.nullable(),
  /** Null if no program has read it. Written at most every ten minutes. */
  lastUse: lastUseSchema,
  version: z.int(),
});
export type Feed = z.infer<typeof feedSchema>;

/** The same for administrators, with the person whose rights it has. */
export const ownedFeedSchema = feedSchema.extend({ owner: namedSchema });
export type OwnedFeed = z.infer<typeof ownedFeedSchema>;

export const newFeedSchema = z.object({
  /** Made by the browser. Repeating it, after a lost answer, replaces the address that was not seen. */
  id: idSchema,
  ...feedShape,
  /** Proves that it is the owner who asks. Left out by people who have none, or who signed in a moment ago with a passkey. */
  currentPassword: z.string().max(1024).optional(),
});

export const feedChangeSchema = z.object({ version: z.int(), name: feedShape.name });
