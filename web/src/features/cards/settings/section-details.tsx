import { type OwnView, ownViews, sectionIcons } from "@atoll/contract/cards/section-schemas";
import { useChoice } from "../../../lib/form/use-choice.ts";
import type { Form } from "../../../lib/form/use-form.ts";
import { Checkbox } from "../../../ui/field/checkbox.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Icon } from "../../../ui/icon/icon.tsx";
import { capital } from "../data/words.ts";

export interface SectionDetailValues {
  name: string;
  singular: string;
  icon: string;
  views: OwnView[];
}

const viewNames: Readonly<Record<OwnView, string>> = {
  board: "Board",
  table: "Table",
  list: "List",
  calendar: "Calendar",
};

/** The name, the icon and the views of a section. */
export function SectionDetails<Values extends SectionDetailValues>({
  form: given,
  help,
}: {
  form: Form<Values>;
  help: string | undefined;
}) {
  // The fields of the form that every section has.
  const form = given as unknown as Form<SectionDetailValues>;
  const icon = useChoice(form, "icon");
  const views = useChoice(form, "views");
  return (
    <>
      <TextField {...form.field("name")} label="Name" help={help} maxLength={60} autoComplete="off" />
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <TextField
          {...form.field("singular")}
          label="Singular name"
          placeholder="supplier"
          maxLength={60}
          autoComplete="off"
        />
        <Select
          {...icon}
          label="Icon"
          options={sectionIcons.map((value) => ({
            value,
            label: capital(value.replaceAll("-", " ")),
            lead: <Icon name={value} />,
          }))}
        />
      </div>
      <fieldset className="flex flex-wrap gap-x-4 gap-y-2">
        <legend className="mb-1 font-medium text-sm">Views</legend>
        {ownViews.map((view) => (
          <Checkbox
            key={view}
            label={viewNames[view]}
            checked={views.value.includes(view)}
            onChange={(event) =>
              views.onValueChange(
                ownViews.filter((one) => (one === view ? event.target.checked : views.value.includes(one))),
              )
            }
          />
        ))}
        {views.error && (
          <p role="alert" className="w-full text-danger-text text-xs">
            {views.error}
          </p>
        )}
      </fieldset>
    </>
  );
}
