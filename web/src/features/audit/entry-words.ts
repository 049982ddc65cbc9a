import { type AuditAction, type AuditEntry, auditActions } from "@atoll/contract/audit/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";

/** Acts whose text needs no subject. */
const complete: ReadonlySet<string> = new Set<AuditAction>([
  "session.started",
  "session.refused",
  "session.ended",
  "session.reused",
  "proof.refused",
  "administration.refused",
  "password.changed",
  "second-factor.added",
  "recovery-code.used",
  "users.imported",
  "ask-ai.model-changed",
  "search.words-changed",
  "audit.exported",
  "signing-keys.replaced",
  "push-key.replaced",
]);

/** Acts that may be somebody at the door: they are marked. */
const suspicious: ReadonlySet<string> = new Set<AuditAction>([
  "session.refused",
  "session.reused",
  "proof.refused",
  "administration.refused",
]);

/**
 * Returns the action, as it follows the actor's name. An action that this browser does not know yet is shown by its
 * code.
 */
export function actPhrase(action: string): string {
  return isKnown(action) ? auditActions[action] : action;
}

/** The act on its own, as the option of a list: "Signed in", "Deleted the account of someone". */
export function actTitle(action: string): string {
  const phrase = actPhrase(action);
  const namesItsThing =
    complete.has(action) || /(role|department|channel|card)$/.test(phrase) || !isKnown(action);
  return phrase.charAt(0).toUpperCase() + phrase.slice(1) + (namesItsThing ? "" : " someone");
}

/** Returns the object of the action, if the phrase does not contain it: a name, or "themselves". */
export function objectOf({ action, actor, subject }: AuditEntry): string | null {
  if (!subject) return null;
  if (complete.has(action)) {
    // For a failed sign-in there is no actor, so the attempted address is shown.
    return actor || subject.type !== "user" ? null : `as ${subject.name}`;
  }
  return actor && actor.id === subject.id ? "themselves" : subjectName(subject);
}

/** Returns the name of an entry's subject as people read it. */
export function subjectName({ type, name }: NonNullable<AuditEntry["subject"]>): string {
  return type === "role" ? roleTitle(name) : name;
}

/** Something small that belongs to a complete act: the device that was signed in with. */
export function asideOf({ action, subject }: AuditEntry): string | null {
  return complete.has(action) && subject && subject.type !== "user" ? subject.name : null;
}

export function isSuspicious(action: string): boolean {
  return suspicious.has(action);
}

/** Returns the actor's name, or a description if nobody was signed in. */
export function actorName({ actor, action }: AuditEntry): string {
  if (actor) return actor.name;
  return action.startsWith("session.") ? "Not signed in" : "Atoll";
}

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(auditActions, action);
}
