import { taskStateRoutes } from "@atoll/contract/tasks/state-routes";
import { type TaskStateList, taskStatesChangeSchema } from "@atoll/contract/tasks/state-schemas";
import { maxTaskStates, statesStatuses, usualTones } from "@atoll/contract/tasks/states";
import { CircleDot } from "lucide-react";
import { useEffect, useState } from "react";
import { z } from "zod";
import { offerUndo, undoChange } from "../../../capabilities/changes/offer-undo.ts";
import { type NameRow, NameRows } from "../../../capabilities/fields/settings/name-rows.tsx";
import { isSameValue } from "../../../lib/form/merge-edits.ts";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useEditForm } from "../../../lib/form/use-edit-form.ts";
import { errorMessage, SpokenError } from "../../../lib/request/api-error.ts";
import { call } from "../../../lib/server/api-client.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { ConfirmDialog } from "../../../ui/dialog/confirm-dialog.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { ToneSelect } from "../../../ui/field/tone-select.tsx";
import { FormClashes } from "../../../ui/state/form-clashes.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { statusNames } from "../data/task-words.ts";
import { useStateLists } from "../data/use-task-states.ts";

type StateRow = NameRow & Pick<TaskStateList["states"][number], "status" | "tone" | "isDefault">;

const schema = z.object({ states: z.array(z.custom<StateRow>()) });
const storedOf = (list: TaskStateList) => ({
  values: { states: list.states.map(({ id, ...state }): StateRow => ({ ...state, key: id, was: id })) },
  version: list.version,
  source: list,
});

interface StatesProps {
  departmentId: string | null;
  /** The department, or "all tasks". */
  name: string;
}

/** The states of the tasks of a department, or of all tasks: its own, or the statuses of the board. */
export function ManageStates({ departmentId, name }: StatesProps) {
  const { data } = useStateLists();
  const list = findList(data?.lists, departmentId);
  // Changed names are kept if someone else removes all states.
  const [isChanged, setIsChanged] = useState(false);
  return list.states.length > 0 || isChanged ? (
    <StatesForm list={list} onChanged={setIsChanged} />
  ) : (
    <NoStates list={list} name={name} lists={data?.lists ?? []} />
  );
}

const findList = (lists: readonly TaskStateList[] | undefined, departmentId: string | null): TaskStateList =>
  lists?.find((list) => list.departmentId === departmentId) ?? {
    ...{ departmentId, version: 0, states: [], isHidden: false, removed: [] },
  };

async function save(
  list: Pick<TaskStateList, "departmentId" | "version">,
  change: object,
  { said, refetch }: { said: string; refetch: () => Promise<unknown> },
) {
  const changeId = uuidv7();
  const body = taskStatesChangeSchema.safeParse({
    changeId,
    departmentId: list.departmentId,
    version: list.version,
    ...change,
  });
  if (!body.success) throw new SpokenError(body.error.issues[0]?.message);
  const answer = await call(taskStateRoutes.setTaskStates, { body: body.data });
  offerUndo("task-states", said, () => undoChange(changeId).finally(refetch));
  return answer.list;
}

/** Begins with the statuses of the board, or the company's states. */
function NoStates({
  list,
  name,
  lists,
}: {
  list: TaskStateList;
  name: string;
  lists: readonly TaskStateList[];
}) {
  const { refetch } = useStateLists();
  const [isSaving, setIsSaving] = useState(false);
  const company = list.departmentId === null ? undefined : findList(lists, null);
  function start() {
    const states = company?.states.length
      ? company.states.map((state) => ({ ...state, id: uuidv7() }))
      : statesStatuses.map((status) => ({
          id: uuidv7(),
          ...{ status, name: statusNames[status], tone: usualTones[status], isDefault: true },
        }));
    setIsSaving(true);
    save(list, { states }, { said: "Own states added", refetch })
      .then(() => refetch())
      .catch((error: unknown) => notify.error(errorMessage(error, "Failed to save the states")))
      .finally(() => setIsSaving(false));
  }
  const inUse = company?.states.length
    ? "the states of all tasks"
    : Object.values(statusNames).slice(0, 4).join(", ");
  return (
    <section aria-label="States" className="flex flex-col items-start gap-3 border-t pt-4">
      <h3 className="font-semibold text-sm">States</h3>
      <p className="text-muted text-sm">
        {`${list.departmentId === null ? "All tasks" : `Tasks of ${name}`} have ${inUse}. With states of your own, each of these becomes one or several states with names and colours that you choose.`}
      </p>
      <Button onClick={start} loading={isSaving}>
        Name own states
      </Button>
    </section>
  );
}

interface StatesFormProps {
  list: TaskStateList;
  /** Told whether there is something to save. */
  onChanged: (isChanged: boolean) => void;
}

/** The states of a list under the statuses that they belong to. */
function StatesForm({ list, onChanged }: StatesFormProps) {
  const { refetch } = useStateLists();
  const [isRemoving, setIsRemoving] = useState(false);
  const [places, setPlaces] = useState<Readonly<Record<string, string>>>({});
  const form = useEditForm({
    stored: storedOf(list),
    schema,
    fetchNewest: async () => storedOf(findList((await refetch()).data?.lists, list.departmentId)),
    async save({ states }, { version, source = list }) {
      // One that someone else has removed is added under another ID by those who keep it.
      const idOf = new Map(source.removed.map(({ id }) => [id, uuidv7()]));
      const moves = Object.entries(places).filter(
        ([from, to]) => !states.some(({ key }) => key === from) && states.some(({ key }) => key === to),
      );
      const change = {
        states: states.map(({ key, status, name, tone, isDefault }) => ({
          id: idOf.get(key) ?? key,
          status,
          name,
          tone,
          isDefault,
        })),
        moves: moves.map(([from, to]) => ({ from, to })),
      };
      const stored = await save({ ...list, version }, change, { said: "States saved", refetch });
      void refetch();
      setPlaces({});
      return storedOf(stored);
    },
    fallback: "Failed to save the states",
  });
  const rows = useChoice(form, "states");
  const rowsOf = (status: StateRow["status"]) => rows.value.filter((row) => row.status === status);
  const put = (status: StateRow["status"], next: readonly StateRow[]) =>
    rows.onValueChange(statesStatuses.flatMap((one) => (one === status ? withDefault(next) : rowsOf(one))));
  const removed = list.states.filter(({ id }) => !rows.value.some(({ key }) => key === id));
  const isChanged = !isSameValue(rows.value, storedOf(list).values.states);
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  async function stop() {
    setIsRemoving(false);
    await save(list, { states: [] }, { said: "Own states removed", refetch })
      .then(() => rows.onValueChange([]))
      .catch((error: unknown) => notify.error(errorMessage(error, "Failed to save the states")));
    // Also after a refusal: someone else has saved them since.
    await refetch();
  }
  return (
    <form noValidate aria-label="States" className="flex flex-col gap-3 border-t pt-4" onSubmit={form.submit}>
      <h3 className="font-semibold text-sm">States</h3>
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <FormClashes form={form} labels={{ states: "States" }} />
      {statesStatuses.map((status) => (
        <fieldset key={status} className="flex flex-col gap-2">
          <legend className="mb-1 font-medium text-muted text-xs">{statusNames[status]}</legend>
          <NameRows
            what={`${statusNames[status]} state`}
            rows={rowsOf(status)}
            most={maxTaskStates - rows.value.length + rowsOf(status).length}
            onChange={(next) => put(status, next)}
            make={(row): StateRow => ({ ...row, status, tone: usualTones[status], isDefault: false })}
            renderMore={(row, change) => (
              <>
                <ToneSelect
                  of={row.name || "the state"}
                  value={row.tone}
                  onChange={(tone) => change({ ...row, tone })}
                />
                <IconButton
                  icon={CircleDot}
                  label={
                    row.isDefault
                      ? `${row.name || "The state"} is the default`
                      : `Make ${row.name || "the state"} the default`
                  }
                  pressed={row.isDefault}
                  onClick={() =>
                    put(
                      status,
                      rowsOf(status).map((one) => ({ ...one, isDefault: one.key === row.key })),
                    )
                  }
                />
              </>
            )}
          />
        </fieldset>
      ))}
      {removed.map(({ id, name, status }) => {
        const others = rowsOf(status).filter((row) => row.name.trim() !== "");
        const usual = others.find(({ isDefault }) => isDefault)?.key ?? "";
        return (
          <Select
            key={id}
            label={`Tasks in “${name}” go to`}
            value={others.some(({ key }) => key === places[id]) ? (places[id] ?? "") : usual}
            onValueChange={(to) => setPlaces({ ...places, [id]: to })}
            options={others.map(({ key, name: other }) => ({ value: key, label: other }))}
          />
        );
      })}
      <p className="text-muted text-xs">
        The default is the state of new tasks, and of those that come to the status from elsewhere.
      </p>
      <div className="flex justify-end gap-2" data-clear-of-toasts>
        <Button variant="ghost" onClick={() => setIsRemoving(true)}>
          Remove own states
        </Button>
        <Button type="submit" loading={form.isSending}>
          Save states
        </Button>
      </div>
      <ConfirmDialog
        open={isRemoving}
        onClose={() => setIsRemoving(false)}
        title="Remove own states?"
        verb="Remove states"
        onConfirm={() => void stop()}
      >
        {`Their tasks keep the status of the board.${isChanged ? " What you have not saved is lost." : ""}`}
      </ConfirmDialog>
    </form>
  );
}

/** A status always has a default: the first state, where it was removed. */
function withDefault(rows: readonly StateRow[]): StateRow[] {
  return rows.some(({ isDefault }) => isDefault)
    ? [...rows]
    : rows.map((row, at) => ({ ...row, isDefault: at === 0 }));
}
