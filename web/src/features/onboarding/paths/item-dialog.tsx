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
import { z } from "zod";
import { PeoplePicker } from "../../../capabilities/people/people-picker.tsx";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { type Form, useForm } from "../../../lib/form/use-form.ts";
import { FormDialog } from "../../../ui/dialog/form-dialog.tsx";
import { TimeField } from "../../../ui/field/dates/time-field.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextArea } from "../../../ui/field/text-area.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { useChoosablePages, usePeopleToMeet } from "../data/queries.ts";
import { itemKindNames } from "../words.ts";

interface ItemDialogProps {
  item: PathItem;
  onSave: (item: PathItem) => void;
  onClose: () => void;
}

function isBlank(item: PathItem): boolean {
  return item.title === "" && item.articleId === null && item.meets === null && item.personId === null;
}

/** One item of a path. */
export function ItemDialog({ item: initialItem, onSave, onClose }: ItemDialogProps) {
  const form = useForm<PathItem, PathItem>({ values: initialItem, schema, send: onSave });
  const kind = useChoice(form, "kind");
  const isPage = kind.value === "read" || kind.value === "sop";
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={isBlank(initialItem) ? "New item" : "Edit item"}
      verb="Done"
    >
      <Select
        {...kind}
        label="Kind"
        options={pathItemKinds.map((value) => ({ value, label: itemKindNames[value] }))}
      />
      {isPage && <PageField key={kind.value} form={form} isProcedure={kind.value === "sop"} />}
      {kind.value === "meet" && <PersonField form={form} item={initialItem} />}
      {!isPage && kind.value !== "meet" && (
        <TextField {...form.field("title")} label="Title" maxLength={itemTitleMaxLength} />
      )}
      <TextArea {...form.field("note")} label="Note" maxLength={itemNoteMaxLength} />
      <div className="grid grid-cols-3 gap-3">
        <NumberField form={form} name="day" label="Day" min={firstPathDay} max={lastPathDay} whenEmpty={0} />
        {kind.value === "event" && <EventTime form={form} />}
        {(kind.value === "event" || kind.value === "meet") && (
          <NumberField form={form} name="minutes" label="Minutes" min={5} max={480} whenEmpty={30} />
        )}
      </div>
      {mayBeManagers(kind.value) && <DoerField form={form} />}
    </FormDialog>
  );
}

const mayBeManagers = (kind: PathItem["kind"]) => kind === "task" || kind === "text";

/** The item without what belongs to another kind, which may have been chosen before. */
const schema = z
  .custom<PathItem>()
  .transform(
    (item): z.input<typeof pathItemSchema> => ({
      ...item,
      doer: mayBeManagers(item.kind) ? item.doer : "newcomer",
      articleId: item.kind === "read" || item.kind === "sop" ? item.articleId : null,
      ...(item.kind === "meet" ? {} : { meets: null, personId: null }),
    }),
  )
  .pipe(pathItemSchema);

interface PartProps {
  form: Form<PathItem>;
}

function PageField({ form, isProcedure }: PartProps & { isProcedure: boolean }) {
  const { data = [] } = useChoosablePages(isProcedure ? "sop" : "article", true);
  return (
    <Select
      {...useChoice(form, "articleId")}
      label={isProcedure ? "Procedure to confirm" : "Page to read"}
      options={data.map(({ id, title }) => ({ value: id, label: title }))}
    />
  );
}

interface NumberFieldProps extends PartProps {
  name: "day" | "minutes";
  label: string;
  min: number;
  max: number;
  whenEmpty: number;
}

function NumberField({ form, name, whenEmpty, ...field }: NumberFieldProps) {
  const { onValueChange, ...choice } = useChoice(form, name);
  return (
    <TextField
      {...choice}
      {...field}
      type="number"
      onChange={({ target }) => onValueChange(Math.trunc(target.valueAsNumber || whenEmpty))}
    />
  );
}

function EventTime({ form }: PartProps) {
  return <TimeField {...useChoice(form, "time")} label="Time" />;
}

function DoerField({ form }: PartProps) {
  return (
    <Select
      {...useChoice(form, "doer")}
      label="Done by"
      options={[
        { value: "newcomer", label: "The newcomer" },
        { value: "manager", label: "The manager" },
      ]}
    />
  );
}

function PersonField({ form, item }: PartProps & { item: PathItem }) {
  const known = usePeopleToMeet([item]);
  const [chosen, setChosen] = useState<Person[]>();
  const meets = useChoice(form, "meets");
  const { onValueChange: setPerson, value: _personId, ...field } = useChoice(form, "personId");
  const value = meets.value ?? "person";
  const people = chosen ?? [...(known?.values() ?? [])];
  return (
    <>
      <Select
        label="Person to meet"
        options={[
          { value: "buddy", label: "Their buddy" },
          { value: "manager", label: "Their manager" },
          { value: "person", label: "A specific person" },
        ]}
        value={value}
        onValueChange={(next) => {
          meets.onValueChange(next === "person" ? null : next);
          if (next === "person") return;
          setChosen([]);
          setPerson(null);
        }}
      />
      {value === "person" && (
        <PeoplePicker
          {...field}
          label="Person"
          people={people}
          max={1}
          onChange={(now) => {
            setChosen(now);
            setPerson(now[0]?.id ?? null);
          }}
        />
      )}
    </>
  );
}
