import { newSectionSchema } from "@atoll/contract/cards/settings-schemas";
import { Plus } from "lucide-react";
import { useState } from "react";
import { z } from "zod";
import { useChoice } from "../../../lib/form/use-choice.ts";
import { useForm } from "../../../lib/form/use-form.ts";
import { uuidv7 } from "../../../lib/uuidv7.ts";
import { Badge } from "../../../ui/badge/badge.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { Drawer } from "../../../ui/dialog/drawer.tsx";
import { Select } from "../../../ui/field/select.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { Icon } from "../../../ui/icon/icon.tsx";
import { RowSkeletons } from "../../../ui/progress/row-skeletons.tsx";
import { EmptyState } from "../../../ui/state/empty-state.tsx";
import { InlineAlert } from "../../../ui/state/inline-alert.tsx";
import { LoadState } from "../../../ui/state/load-state.tsx";
import { notify } from "../../../ui/toast/toast.tsx";
import { SectionEditor } from "./section-editor.tsx";
import { plainSection, sectionTemplates } from "./section-templates.ts";
import { createSection, useKeepSection, useSettings } from "./settings-api.ts";
import { sizeOf } from "./settings-words.ts";

const schema = newSectionSchema.pick({ name: true }).extend({ template: z.string() });

/** Adds a section to a department. Its fields follow in its settings. */
function NewSection({
  department,
  onBack,
  onDone,
}: {
  department: { id: string; slug: string };
  onBack: () => void;
  onDone: (sectionId: string) => void;
}) {
  const [id] = useState(uuidv7);
  const keep = useKeepSection();
  const form = useForm({
    values: { name: "", template: "" },
    schema,
    async send({ name, template }) {
      const draft = sectionTemplates.find((one) => one.id === template)?.section ?? plainSection(name);
      keep(await createSection(department.id, { id, ...draft, name }));
      notify.success(`${name} added`);
      onDone(id);
    },
    fieldOf: { section_name_taken: "name" },
    fallback: "Failed to add the section",
  });
  const { onValueChange: setTemplate, ...template } = useChoice(form, "template");
  const chosen = sectionTemplates.find((one) => one.id === template.value);
  return (
    <form noValidate aria-label="New section" onSubmit={form.submit} className="flex flex-col gap-4">
      {form.failure && <InlineAlert tone="error">{form.failure.text}</InlineAlert>}
      <TextField
        {...form.field("name")}
        label="Name"
        help={`Its address below /${department.slug} is made from it, and stays.`}
        maxLength={60}
        autoComplete="off"
      />
      <Select
        {...template}
        label="Start with"
        help={chosen?.about ?? "Stages, fields and views can be changed at any time."}
        onValueChange={(next) => {
          setTemplate(next);
          const before = chosen?.section.name ?? "";
          const after = sectionTemplates.find((one) => one.id === next)?.section.name ?? "";
          // The name of a template stands in until another is typed.
          if (form.getValues("name") === before) form.fill("name", after);
        }}
        options={[
          { value: "", label: "Open and done" },
          ...sectionTemplates.map(({ id: value, section }) => ({ value, label: section.name })),
        ]}
      />
      <div className="flex justify-between gap-2">
        <Button variant="ghost" onClick={onBack}>
          Back
        </Button>
        <Button type="submit" variant="primary" loading={form.isSending}>
          Add section
        </Button>
      </div>
    </form>
  );
}

export interface SettingsDrawerProps {
  departmentId: string;
  /** Opens at a section, instead of the list. */
  sectionId?: string | undefined;
  /** Opens at the form for a new section. */
  isNew?: boolean | undefined;
  onClose: () => void;
}

type Shown = { screen: "list" | "new" } | { screen: "section"; id: string };

/** The sections of a department for those who manage it: adding one, and the settings of each. */
export function SettingsDrawer({ departmentId, sectionId, isNew, onClose }: SettingsDrawerProps) {
  const query = useSettings(departmentId);
  const [shown, setShown] = useState<Shown>(
    sectionId ? { screen: "section", id: sectionId } : { screen: isNew ? "new" : "list" },
  );
  const { data } = query;
  const section = shown.screen === "section" ? data?.sections.find(({ id }) => id === shown.id) : undefined;
  const toList = () => setShown({ screen: "list" });
  const title = section
    ? `Settings of ${section.name}`
    : shown.screen === "new"
      ? "New section"
      : `Sections${data ? ` of ${data.department.name}` : ""}`;
  return (
    <Drawer onClose={onClose} title={title} width={600}>
      <div className="flex flex-col gap-4 p-4">
        {!data && query.error ? (
          <LoadState query={query} failure="Failed to load the sections" />
        ) : !data ? (
          <RowSkeletons label="Loading the sections" mark={28} rowClassName="py-2" />
        ) : section ? (
          <SectionEditor key={section.id} section={section} onBack={toList} />
        ) : shown.screen === "new" ? (
          <NewSection
            department={data.department}
            onBack={toList}
            onDone={(id) => setShown({ screen: "section", id })}
          />
        ) : (
          <>
            <p className="text-muted text-sm">
              Members see these as tabs of the department. Add fields to any of them, or a section of your
              own.
            </p>
            <Button
              className="self-start"
              variant="primary"
              icon={Plus}
              disabled={data.left === 0}
              onClick={() => setShown({ screen: "new" })}
            >
              Add section
            </Button>
            {data.sections.length === 0 ? (
              <EmptyState title="This department has no sections yet." />
            ) : (
              <ul
                aria-label="Sections"
                className="flex flex-col divide-y rounded-lg border bg-surface-raised"
              >
                {data.sections.map((one) => (
                  <li key={one.id} className="flex min-h-14 items-center gap-3 px-3 py-2">
                    <span className="flex-none text-muted">
                      <Icon name={one.icon} />
                    </span>
                    <div className="min-w-0 flex-1">
                      <p className="truncate font-semibold text-sm">{one.name}</p>
                      <p className="truncate text-muted text-xs">{sizeOf(one)}</p>
                    </div>
                    {one.isArchived && <Badge tone="warning">Archived</Badge>}
                    {!one.isOwn && <Badge className="max-md:hidden">Comes with Atoll</Badge>}
                    <Button
                      size="sm"
                      aria-label={`Settings of ${one.name}`}
                      onClick={() => setShown({ screen: "section", id: one.id })}
                    >
                      Settings
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </Drawer>
  );
}
