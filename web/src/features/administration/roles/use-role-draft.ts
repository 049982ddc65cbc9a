import type { AdminRole } from "@atoll/contract/administration/schemas";
import { roleTitle } from "@atoll/contract/identity/role-title";
import type { PermissionPair } from "@atoll/contract/permissions";
import { useState } from "react";
import { isChangedMeanwhile } from "../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { setRolePermissions, useRoleCache } from "./api.ts";
import { changesOf, permissionsAfter, type RoleDraft, toggle, without } from "./role-changes.ts";

const nothing: RoleDraft = new Map();
/** The roles as they were when the first of their ticks was moved. */
type SeenRoles = ReadonlyMap<string, AdminRole>;

/** The ticks that are not saved yet, and saving them, role after role. `fetched` are the roles as they last came. */
export function useRoleDraft(fetched: readonly AdminRole[]) {
  const cache = useRoleCache();
  const [saved, setSaved] = useState<ReadonlyMap<string, AdminRole>>(new Map());
  const roles = fetched.map((role) => newer(role, saved.get(role.id)));
  const [draft, setDraft] = useState(nothing);
  const [seen, setSeen] = useState<SeenRoles>(new Map());
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isSaving, setIsSaving] = useState(false);

  async function save(): Promise<void> {
    setIsSaving(true);
    setProblems([]);
    const found: string[] = [];
    for (const change of changesOf(draft, roles)) {
      const { id, version, name } = change.role;
      try {
        const role = await setRolePermissions(id, version, permissionsAfter(change));
        cache.keep(role);
        // Keep the response until the cache has it, so that checkboxes do not flicker.
        setSaved((current) => new Map([...current, [id, role]]));
        setDraft((current) => without(current, id));
      } catch (error) {
        found.push(describeFailure(roleTitle(name), error));
      }
    }
    // Refresh before showing the error, which refers to the current state.
    await cache.refresh();
    setProblems(found);
    setIsSaving(false);
  }
  return {
    /** The current roles, including what was just saved. */
    roles,
    draft,
    problems,
    /** Other people's changes to roles with unsaved ticks. */
    news: isSaving || problems.length > 0 ? [] : newsOf(draft, seen, roles),
    dismissNews: () => setSeen(new Map(roles.map((role) => [role.id, role]))),
    isSaving,
    save,
    toggle(role: AdminRole, pair: PermissionPair) {
      if (!draft.has(role.id)) setSeen((current) => new Map([...current, [role.id, role]]));
      setDraft((current) => toggle(current, role, pair));
    },
    discard: () => {
      setDraft(nothing);
      setProblems([]);
    },
    dismissProblems: () => setProblems([]),
  };
}

function newer(fetched: AdminRole, saved: AdminRole | undefined): AdminRole {
  return saved && saved.version > fetched.version ? saved : fetched;
}

function describeFailure(roleName: string, error: unknown): string {
  if (isChangedMeanwhile(error)) return wordsOfChange(roleName);
  return `${roleName} could not be saved: ${errorMessage(error)}`;
}

function newsOf(draft: RoleDraft, seen: SeenRoles, roles: readonly AdminRole[]): string[] {
  return [...seen.values()].flatMap(({ id, name, version }) => {
    if (!draft.has(id)) return [];
    const now = roles.find((role) => role.id === id);
    if (!now) return `Someone else deleted ${roleTitle(name)}. Your changes to it are lost.`;
    return now.version === version ? [] : wordsOfChange(roleTitle(name));
  });
}

function wordsOfChange(roleName: string): string {
  return `Someone else changed ${roleName} while you were editing. It is shown as it is now, with your changes still marked and not saved.`;
}
