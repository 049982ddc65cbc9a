import {
  firstPathDay,
  itemNoteMaxLength,
  itemTitleMaxLength,
  lastPathDay,
  pathItemKinds,
} from "@atoll/contract/onboarding/limits";
import { type PathItem, pathItemSchema } from "@atoll/contract/onboarding/path-schemas";
import type { Person } from "@atoll/contract/people/schemas";
import { useState } from "react";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/dialog/dialog.tsx";
import { TimeField } from "../../../ui/field/dates/time-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { useChoosablePages } from "../data/queries.ts";
import { itemKindNames } from "../words.ts";

interface ItemDialogProps {
  item: PathItem;
  onSave: (item: PathItem) => void;
  onClose: () => void;
}

function isBlank(item: PathItem): boolean {
  return item.title === "" && item.articleId === null && item.meets === null;
}

/** One item of a path. */
export function ItemDialog({ item: initialItem, onSave, onClose }: ItemDialogProps) {
  const [item, setItem] = useState(initialItem);
  const [error, setError] = useState<string>();
  const set = (change: Partial<PathItem>) => setItem((now) => ({ ...now, ...change }));
  const isPage = item.kind === "read" || item.kind === "sop";
  const mayBeManagers = item.kind === "task" || item.kind === "text";
  function submit() {
    const wanted = {
      ...item,
      doer: mayBeManagers ? item.doer : "newcomer",
      articleId: isPage ? item.articleId : null,
      ...(item.kind === "meet" ? {} : { meets: null, personId: null }),
    };
    const parsed = pathItemSchema.safeParse(wanted);
    if (parsed.success) onSave(parsed.data);
    else setError(parsed.error.issues[0]?.message);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isBlank(initialItem) ? "New item" : "Edit item"}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary">
            Done
          </Button>
        </>
      }
    >
      <Select
        label="Kind"
        options={pathItemKinds.map((value) => ({ value, label: itemKindNames[value] }))}
        value={item.kind}
        onValueChange={(kind) => set({ kind })}
      />
      {isPage && <PageField key={item.kind} item={item} error={error} onChange={set} />}
      {item.kind === "meet" && <PersonField item={item} error={error} onChange={set} />}
      {!isPage && item.kind !== "meet" && (
        <TextField
          label="Title"
          value={item.title}
          maxLength={itemTitleMaxLength}
          error={error}
          onChange={({ target }) => set({ title: target.value })}
        />
      )}
      <TextArea
        label="Note"
        value={item.note}
        maxLength={itemNoteMaxLength}
        onChange={({ target }) => set({ note: target.value })}
      />
      <div className="grid grid-cols-3 gap-3">
        <TextField
          label="Day"
          type="number"
          min={firstPathDay}
          max={lastPathDay}
          value={item.day}
          onChange={({ target }) => set({ day: Math.trunc(target.valueAsNumber || 0) })}
        />
        {item.kind === "event" && (
          <TimeField label="Time" value={item.time} onValueChange={(time) => set({ time })} />
        )}
        {(item.kind === "event" || item.kind === "meet") && (
          <TextField
            label="Minutes"
            type="number"
            min={5}
            max={480}
            value={item.minutes}
            onChange={({ target }) => set({ minutes: Math.trunc(target.valueAsNumber || 30) })}
          />
        )}
      </div>
      {mayBeManagers && (
        <Select
          label="Done by"
          options={[
            { value: "newcomer", label: "The newcomer" },
            { value: "manager", label: "The manager" },
          ]}
          value={item.doer}
          onValueChange={(doer) => set({ doer })}
        />
      )}
    </Dialog>
  );
}

interface PartProps {
  item: PathItem;
  error: string | undefined;
  onChange: (change: Partial<PathItem>) => void;
}

function PageField({ item, error, onChange }: PartProps) {
  const { data = [] } = useChoosablePages(item.kind === "sop" ? "sop" : "article", true);
  return (
    <Select
      label={item.kind === "sop" ? "Procedure to confirm" : "Page to read"}
      error={error}
      options={data.map(({ id, title }) => ({ value: id, label: title }))}
      value={item.articleId}
      onValueChange={(articleId) => onChange({ articleId })}
    />
  );
}

function PersonField({ item, error, onChange }: PartProps) {
  const [people, setPeople] = useState<Person[]>([]);
  const value = item.meets ?? "person";
  return (
    <>
      <Select
        label="Person to meet"
        options={[
          { value: "buddy", label: "Their buddy" },
          { value: "manager", label: "Their manager" },
          { value: "person", label: "Somebody in particular" },
        ]}
        value={value}
        onValueChange={(next) =>
          onChange(next === "person" ? { meets: null } : { meets: next, personId: null })
        }
      />
      {value === "person" && (
        <PeoplePicker
          label="Person"
          people={people}
          max={1}
          error={error}
          onChange={(chosen) => {
            setPeople(chosen);
            onChange({ personId: chosen[0]?.id ?? null });
          }}
        />
      )}
    </>
  );
}
