import type { OnboardingPath, PathItem } from "@atoll/contract/onboarding/path-schemas";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { hasCode } from "../../../lib/request/judge-error.ts";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { statusTones } from "../../../ui/badge/status-tones.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { savePath, setPublished } from "../data/api.ts";
import { keys, usePath } from "../data/queries.ts";
import { ItemDialog } from "./item-dialog.tsx";
import { ItemTable } from "./item-table.tsx";
import { type Conflict, isSame, mergePaths, type PathText } from "./merge-path.ts";
import { PathDetails } from "./path-details.tsx";
import { StageFields } from "./stage-fields.tsx";

/** The names of the person, departments and roles that a path names by their IDs. */
const namesIn = ({ owner, departments, roles }: OnboardingPath) =>
  new Map([owner, ...departments, ...roles].map(({ id, name }) => [id, name]));

const textOf = ({ name, summary, stages, items, departments, roles, owner }: OnboardingPath): PathText => ({
  name,
  summary,
  stages,
  items,
  departmentIds: departments.map(({ id }) => id),
  roleIds: roles.map(({ id }) => id),
  ownerId: owner.id,
});

/** A path with all that is on it. People who are on it already keep what they started with. */
export function PathEditor({ path }: { path: OnboardingPath }) {
  const queryClient = useQueryClient();
  const { data: newest = path } = usePath(path.id);
  const [base, setBase] = useState(path);
  const [text, setText] = useState(() => textOf(path));
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const [edited, setEdited] = useState<PathItem>();
  const isChanged = !isSame(text, textOf(base));
  const set = (change: Partial<PathText>) => setText((now) => ({ ...now, ...change }));

  /** Shows the answer to a save, with what was typed since it was sent. */
  function keep(saved: OnboardingPath, sent: PathText) {
    queryClient.setQueryData(keys.path(saved.id), saved);
    void queryClient.invalidateQueries({ queryKey: keys.paths });
    setBase(saved);
    setText((now) => mergePaths(sent, now, textOf(saved), String).merged);
    setConflicts([]);
  }
  const save = useMutation({
    mutationFn: (sent: PathText) => savePath(path.id, { ...sent, version: base.version }),
    onSuccess(saved, sent) {
      keep(saved, sent);
      notify.success("Saved");
    },
  });
  const publication = useMutation({
    mutationFn: (isPublished: boolean) => setPublished(path.id, isPublished),
    onSuccess(saved) {
      keep(saved, textOf(base));
      notify.success(saved.state === "published" ? "Published" : "Archived");
    },
  });

  /** Someone else has saved it since: both edits together, and what both changed side by side. */
  function bringTogether() {
    const { merged, conflicts: found } = mergePaths(
      textOf(base),
      text,
      textOf(newest),
      (id) => namesIn(newest).get(id) ?? "another one",
    );
    setText(merged);
    setBase(newest);
    setConflicts(found);
    save.reset();
  }
  const isOutdated = newest.version > base.version || hasCode(save.error, "changed_meanwhile");
  const error = save.error && !hasCode(save.error, "changed_meanwhile") ? save.error : publication.error;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={statusTones.path[base.state]}>
          {base.state === "published" ? "Published" : base.state === "draft" ? "Draft" : "Archived"}
        </Badge>
        <span className="text-muted text-xs">{base.running} on it now</span>
        <span className="ml-auto flex gap-2">
          {base.state === "published" ? (
            <Button loading={publication.isPending} onClick={() => publication.mutate(false)}>
              Archive
            </Button>
          ) : (
            <Button
              loading={publication.isPending}
              disabled={isChanged}
              onClick={() => publication.mutate(true)}
            >
              Publish
            </Button>
          )}
          <Button
            variant="primary"
            loading={save.isPending}
            disabled={!isChanged || isOutdated}
            onClick={() => save.mutate(text)}
          >
            Save
          </Button>
        </span>
      </div>
      {isOutdated && (
        <InlineAlert tone="notice">
          Someone else has saved this path.{" "}
          <Button size="sm" onClick={bringTogether}>
            {isChanged ? "Bring both together" : "Show their version"}
          </Button>
        </InlineAlert>
      )}
      {conflicts.length > 0 && (
        <InlineAlert tone="notice">
          Both of you changed the same. Yours is kept; theirs was:
          <ul className="mt-1 list-disc pl-5">
            {conflicts.map(({ what, theirs }) => (
              <li key={`${what}: ${theirs}`}>
                {what}: {theirs}
              </li>
            ))}
          </ul>
        </InlineAlert>
      )}
      {error && <InlineAlert tone="error">{errorMessage(error)}</InlineAlert>}
      <div className="grid grid-cols-12 gap-4">
        <Card title="About this path" className="col-span-7 max-xl:col-span-12">
          <PathDetails text={text} owner={base.owner} onChange={set} />
        </Card>
        <Card title="Parts" className="col-span-5 max-xl:col-span-12">
          <StageFields stages={text.stages} onChange={(stages) => set({ stages })} />
        </Card>
      </div>
      <Card
        title="Items"
        counts={<Badge>{text.items.length}</Badge>}
        action={
          <Button size="sm" icon={Plus} onClick={() => setEdited(emptyItem())}>
            Add item
          </Button>
        }
      >
        <ItemTable
          items={text.items}
          onEdit={setEdited}
          onRemove={(id) => set({ items: text.items.filter((item) => item.id !== id) })}
        />
      </Card>
      {edited && (
        <ItemDialog
          item={edited}
          onClose={() => setEdited(undefined)}
          onSave={(item) => {
            const others = text.items.filter(({ id }) => id !== item.id);
            set({ items: [...others, item].toSorted((one, other) => one.day - other.day) });
            setEdited(undefined);
          }}
        />
      )}
    </div>
  );
}

const emptyItem = (): PathItem => ({
  id: uuidv7(),
  kind: "task",
  title: "",
  note: "",
  day: 1,
  doer: "newcomer",
  articleId: null,
  personId: null,
  meets: null,
  time: "10:00",
  minutes: 30,
});
