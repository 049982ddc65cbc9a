import { isComputed } from "@atoll/contract/fields/field-schemas";
import { newTaskFieldSchema, taskFieldRoutes } from "@atoll/contract/tasks/field-routes";
import { taskFieldKinds } from "@atoll/contract/tasks/field-schemas";
import { maxTaskFields } from "@atoll/contract/tasks/limits";
import { useState } from "react";
import { FieldSettings } from "../../../capabilities/fields/settings/field-settings.tsx";
import { MailAddress } from "../../../capabilities/mail-address/mail-address.tsx";
import { useAllDepartments } from "../../../capabilities/people/use-all-departments.ts";
import { call } from "../../../lib/server/api-client.ts";
import { lazyPart, useLazyPart } from "../../../ui/base/lazy-part.ts";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { useFieldSets, useKeepFieldSet } from "../data/use-task-fields.ts";
import { ManageStates } from "./manage-states.tsx";

const all = "all";

const formulaPart = lazyPart(() => import("./formula-dialog.tsx"));

export interface ManageFieldsProps {
  /** The department whose tasks are shown. */
  departmentId: string | undefined;
  onClose: () => void;
}

/** The company's own fields of tasks: those of all tasks, and those of each department. */
export function ManageFields({ departmentId, onClose }: ManageFieldsProps) {
  const query = useFieldSets();
  const departments = useAllDepartments();
  const [chosen, setChosen] = useState(departmentId ?? all);
  const place = {
    departmentId: chosen === all ? null : chosen,
    name: departments.find(({ id }) => id === chosen)?.name ?? "all tasks",
  };
  return (
    <Drawer title="Fields and states of tasks" width={600} onClose={onClose}>
      <div className="flex flex-col gap-4 p-4">
        <p className="text-muted text-sm">
          Add what your company keeps of its tasks, and name the states that they go through. Fields of all
          tasks come first on every task, then those of its department. A department without states of its own
          has those of all tasks.
        </p>
        <Select
          label="Fields and states of"
          value={chosen}
          onValueChange={setChosen}
          options={[
            { value: all, label: "All tasks" },
            ...departments.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {place.departmentId !== null && (
          <MailAddress id={place.departmentId} key={chosen} kind="department" />
        )}
        {query.data ? (
          <>
            <SetSettings key={chosen} {...place} />
            <ManageStates key={`states of ${chosen}`} {...place} />
          </>
        ) : query.error ? (
          <LoadState query={query} failure="Failed to load the fields" />
        ) : (
          <RowSkeletons label="Loading the fields" mark={28} rowClassName="py-2" />
        )}
      </div>
    </Drawer>
  );
}

function SetSettings({ departmentId, name }: { departmentId: string | null; name: string }) {
  const { data, refetch } = useFieldSets();
  const keep = useKeepFieldSet();
  const find = (sets = data?.sets ?? []) =>
    sets.find((set) => set.departmentId === departmentId) ?? {
      ...{ departmentId, version: 0, fields: [], isComputing: false },
    };
  const { version, fields, isComputing } = find();
  const [opened, setOpened] = useState<{ formula?: string | undefined }>();
  const close = () => setOpened(undefined);
  const part = useLazyPart(formulaPart, opened !== undefined, close);
  const edited = fields.find((field) => field.name === opened?.formula);
  const fetchNewest = async () => find((await refetch()).data?.sets);
  const place = { departmentId, name, version, keep, fetchNewest, sets: data?.sets ?? [] };
  return (
    <>
      {part && !opened?.formula && <part.NewFormulaDialog place={place} onClose={close} />}
      {part && edited && <part.FormulaDialog place={place} field={edited} onClose={close} />}
      <FieldSettings
        place={{
          things: "tasks",
          ...{ name, version, fields },
          empty:
            departmentId === null
              ? "Those that you add here are on every task."
              : `Those that you add here are on tasks of ${name}.`,
          kinds: taskFieldKinds,
          most: maxTaskFields,
          fetchNewest,
          openFormula: (formula) => setOpened({ formula }),
          stateOf: (field) => (isComputed(field) && isComputing ? "Computing" : undefined),
          add: async (field) =>
            keep(
              await call(taskFieldRoutes.addTaskField, {
                body: newTaskFieldSchema.parse({ departmentId, version, ...field }),
              }),
            ),
          change: async (field, change) =>
            keep(await call(taskFieldRoutes.changeTaskField, { params: { field }, body: change })),
          order: async (order) =>
            keep(await call(taskFieldRoutes.orderTaskFields, { body: { departmentId, version, order } })),
        }}
      />
    </>
  );
}
