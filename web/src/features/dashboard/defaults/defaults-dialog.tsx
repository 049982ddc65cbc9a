import type { DashboardDefault } from "@atoll/contract/dashboard/default-schemas";
import type { DashboardLayout } from "@atoll/contract/dashboard/layout-schemas";
import { isPanelId, maxPinnedCards } from "@atoll/contract/dashboard/limits";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { isChangedMeanwhile } from "../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { formatAge } from "../../../lib/time/format-age.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { MultiSelect } from "../../../ui/field/multi-select.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { ErrorState } from "../../../ui/state/error-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { deleteDefault, setDefault, useDefaults, useRoleNames } from "./api.ts";

const everybody = "everybody";
const cardNames = { announcements: "Announcements", tasks: "Tasks", events: "Events", chat: "Chat" } as const;

/** Returns what someone else did to a default since it was shown. The person then decides whether theirs replaces it. */
function changedText(newest: DashboardDefault | undefined): string {
  if (!newest)
    return "Someone else removed this default. Save again to set it, or close to leave it as it is.";
  const name = newest.updatedBy ? authorName(newest.updatedBy) : "Someone else";
  const what = `${newest.cards.length} cards, ${newest.pinnedIds.length} pinned`;
  return `${name} changed this default while you were here (${what}). Do it again to replace it, or close to keep it.`;
}

/** Makes one's own dashboard what others begin with, by role or for everybody, and pins cards to theirs. */
export function DefaultsDialog({ layout, onClose }: { layout: DashboardLayout; onClose: () => void }) {
  const defaults = useDefaults();
  const roles = useRoleNames();
  const [owner, setOwner] = useState<string>(everybody);
  /** As they were when the dialog opened, or when their change by someone else was shown. */
  const [seen, setSeen] = useState(defaults.data);
  if (!seen && defaults.data) setSeen(defaults.data);
  const seenOf = (roleId: string | null) => seen?.find((one) => one.roleId === roleId);
  const roleId = owner === everybody ? null : owner;
  /** The chosen cards for each owner; those of their default until then. */
  const [chosen, setChosen] = useState<Readonly<Record<string, string[]>>>({});
  const [failure, setFailure] = useState<{ error: unknown; text: string }>();
  const [isSaving, setSaving] = useState(false);
  const pinnable = layout.cards.filter(({ id, type }) => !isPanelId(id) && type !== "gone");
  const pinnedIds =
    chosen[owner] ??
    (seenOf(roleId)?.pinnedIds ?? []).filter((pinned) => pinnable.some(({ id }) => id === pinned));

  async function act(about: string | null, work: () => Promise<unknown>, said: string) {
    setSaving(true);
    setFailure(undefined);
    try {
      await work();
      setSeen((await defaults.refetch()).data);
      notify.success(said);
    } catch (error) {
      if (isChangedMeanwhile(error)) {
        const newest = (await defaults.refetch()).data;
        setSeen(newest);
        setFailure({ error, text: changedText(newest?.find((one) => one.roleId === about)) });
      } else setFailure({ error, text: errorMessage(error, "The default could not be saved") });
    } finally {
      setSaving(false);
    }
  }
  function submit() {
    const { cards, phoneOrder } = layout;
    const seenAt = seenOf(roleId)?.updatedAt ?? null;
    const body = { roleId, cards, phoneOrder, pinnedIds, seenAt };
    void act(roleId, () => setDefault(body), "The default dashboard was saved");
  }

  return (
    <FormDialog
      form={{ submit, failure, isSending: isSaving }}
      onClose={onClose}
      title="Default dashboards"
      description="Others start with your dashboard as it is now. Dashboards that people have arranged stay as they are, but get the pinned cards."
      verb="Save as default"
      cancel="Close"
    >
      <Select
        label="For"
        onValueChange={setOwner}
        options={[
          { value: everybody, label: "Everybody" },
          ...(roles.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={owner}
      />
      {pinnable.length > 0 && (
        <MultiSelect
          help={`They stay on these dashboards and show what you chose; ${maxPinnedCards} at the most.`}
          label="Pinned cards"
          onValueChange={(ids) => setChosen({ ...chosen, [owner]: ids.slice(0, maxPinnedCards) })}
          options={pinnable.map(({ id, title, type }) => ({
            value: id,
            label: title || (type in cardNames ? cardNames[type as keyof typeof cardNames] : type),
          }))}
          value={pinnedIds}
        />
      )}
      <h3 className="font-semibold text-sm">Saved defaults</h3>
      {defaults.data ? (
        <ul className="flex flex-col gap-1">
          {defaults.data.length === 0 && (
            <li className="text-muted">None yet: dashboards start with Atoll's own cards.</li>
          )}
          {defaults.data.map((one) => (
            <li className="flex items-center gap-2" key={one.roleId ?? everybody}>
              <span className="min-w-0 flex-1 truncate">
                <b className="font-semibold">{one.roleName ?? "Everybody"}</b>{" "}
                <span className="text-muted text-xs">
                  {one.cards.length} cards, {one.pinnedIds.length} pinned, {formatAge(one.updatedAt)}
                  {one.updatedBy && ` by ${authorName(one.updatedBy)}`}
                </span>
              </span>
              <IconButton
                disabled={isSaving}
                icon={Trash2}
                label={`Remove the default of ${one.roleName ?? "everybody"}`}
                onClick={() =>
                  void act(
                    one.roleId,
                    () => deleteDefault(one.roleId, seenOf(one.roleId)?.updatedAt ?? one.updatedAt),
                    "The default dashboard was removed",
                  )
                }
                size="sm"
              />
            </li>
          ))}
        </ul>
      ) : defaults.error ? (
        <ErrorState
          message={errorMessage(defaults.error, "The defaults could not be loaded")}
          onRetry={() => void defaults.refetch()}
        />
      ) : (
        <RowSkeletons label="Loading the defaults" mark={16} rowClassName="py-1" />
      )}
    </FormDialog>
  );
}
