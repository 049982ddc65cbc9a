import { z } from "zod";
import { idSchema, instantSchema } from "../identifiers.ts";

/** Every act that the audit log knows, as `subject.act`, with a sentence's end that follows the actor's name. */
export const auditActions = {
  "session.started": "signed in",
  "session.refused": "was refused at signing in",
  "proof.refused": "gave a wrong password or code for their account",
  "session.ended": "signed out",
  "sessions.ended": "ended all sessions of",
  "session.reused": "used an old refresh token",
  "password.changed": "changed their password",
  "password.set": "set a new password for",
  "profile.renamed": "changed the name of",
  "second-factor.added": "set up an authenticator app",
  "second-factor.removed": "removed the authenticator app of",
  "recovery-code.used": "used a recovery code",
  "user.created": "created the account of",
  "user.updated": "edited",
  "user.disabled": "disabled",
  "user.enabled": "enabled",
  "user.deleted": "deleted the account of",
  "users.imported": "imported accounts",
  "role.created": "created the role",
  "role.updated": "edited the role",
  "role.deleted": "deleted the role",
  "company.updated": "changed the name or the looks of",
  "ask-ai.model-changed": "changed the language model of Ask AI",
  "department.created": "created the department",
  "department.updated": "edited the department",
  "department.merged": "merged the department",
  "department.removed": "removed the department",
  "department.joined": "added a member to the department",
  "department.left": "removed a member from the department",
  "administration.refused": "was refused in the administration",
  "channel.created": "created the channel",
  "channel.renamed": "renamed the channel",
  "channel.archived": "archived the channel",
  "channel.unarchived": "brought back the channel",
  "channel.joined": "added a member to the channel",
  "channel.left": "removed a member from the channel",
  "channel.owner-added": "made an owner of the channel",
  "channel.owner-removed": "took an owner from the channel",
  "announcement.published": "published the announcement",
  "announcement.archived": "archived the announcement",
  "announcement.withdrawn": "withdrew the announcement",
  "announcement.deleted": "deleted the announcement",
  "announcement.readers-exported": "exported the readers of the announcement",
  "article.published": "published the page",
  "article.archived": "archived the page",
  "article.unarchived": "brought back the page",
  "article.approved": "approved the page",
  "article.audience-changed": "changed who reads the page",
  "article.owner-changed": "changed the owner of the page",
  "onboarding-path.published": "published the onboarding path",
  "onboarding-path.archived": "archived the onboarding path",
  "onboarding.started": "started an onboarding path for",
  "onboarding.stopped": "stopped the onboarding of",
  "articles.exported": "exported pages of the knowledge base",
  "articles.imported": "imported pages into the knowledge base",
  "comment.deleted": "deleted a comment of",
  "content.merged": "merged",
  "content.unmerged": "took back the merge of",
  "content.hidden": "hid",
  "content.restored": "restored",
  "content.deleted": "deleted",
  "content.locked": "locked",
  "content.unlocked": "unlocked",
  "sensitive-card.created": "added the sensitive card",
  "sensitive-card.updated": "edited the sensitive card",
  "sensitive-card.rotated": "replaced the value of the sensitive card",
  "sensitive-card.deleted": "deleted the sensitive card",
  "sensitive-card.revealed": "looked at the sensitive card",
  "sensitive-card.copied": "copied the sensitive card",
  "sensitive-card.asked": "asked a second person for the sensitive card",
  "sensitive-card.approved": "approved a look at the sensitive card",
  "card-hook.created": "added the webhook",
  "card-hook.deleted": "deleted the webhook",
  "signing-keys.replaced": "replaced the keys that sign access tokens",
  "push-key.replaced": "replaced the key that notifications are pushed with",
  "audit.exported": "exported the audit log",
} as const;

export type AuditAction = keyof typeof auditActions;

/** The actor. `isGone`: the account no longer exists. */
export const auditActorSchema = z.object({ id: idSchema, name: z.string(), isGone: z.boolean() });
export type AuditActor = z.infer<typeof auditActorSchema>;

export const auditEntrySchema = z.object({
  /** Counted from 1 without a gap. */
  number: z.number().int(),
  at: instantSchema,
  /** Null: nobody was signed in, or the server itself did it. */
  actor: z.object({ id: idSchema, name: z.string() }).nullable(),
  action: z.string(),
  /** The thing it was done to. Null if the action says it all. */
  subject: z.object({ type: z.string(), id: z.string(), name: z.string() }).nullable(),
  /** The changed fields before and after; null where there was nothing. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  address: z.string(),
  /** Hexadecimal SHA-256 over this entry and the hash of the one before. */
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
