import { useState } from "react";
import { DepartmentDot } from "../../ui/badge/department-badge.tsx";
import { MultiSelect } from "../../ui/field/multi-select.tsx";
import { PasswordField } from "../../ui/field/password-field.tsx";
import { SearchField } from "../../ui/field/search-field.tsx";
import { Select, type SelectOption } from "../../ui/field/select.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { Specimen } from "./specimen.tsx";

/** Everything one types into or picks from. */
export function FieldSection() {
  const [chosen, setChosen] = useState(["frontend", "marketing"]);
  const [none, setNone] = useState<string[]>([]);
  const [department, setDepartment] = useState("backend");
  const [query, setQuery] = useState("kestrel");
  return (
    <Specimen title="Fields" span={7}>
      <div className="grid gap-x-3.5 gap-y-3 md:grid-cols-3">
        <TextField label="Default" placeholder="Full name" help="As on the door plate" />
        <TextField label="Hover" defaultValue="Ottilie" data-state-demo="hover" />
        <TextField label="Focus" defaultValue="Ottilie Brandt" data-state-demo="focus" />
        <TextField label="Error" defaultValue="ottilie@" error="Please enter a valid email address" />
        <TextField label="Disabled" placeholder="Only while connected" disabled />
        <TextField label="Loading" defaultValue="kestrel" loading help="Searching people" />
        <PasswordField label="Password" defaultValue="blue-heron-7" />
        <Select label="Select" options={departments} value={department} onValueChange={setDepartment} />
        <Select label="Select, empty" options={departments} value={null} onValueChange={setDepartment} />
        <MultiSelect label="Multi-select" options={departments} value={chosen} onValueChange={setChosen} />
        <MultiSelect label="Multi-select, empty" options={departments} value={none} onValueChange={setNone} />
        <MultiSelect
          label="Multi-select, error"
          options={departments}
          value={[]}
          onValueChange={setNone}
          error="Choose at least one"
        />
        <Select
          label="Select, disabled"
          options={departments}
          value={null}
          onValueChange={setDepartment}
          disabled
        />
        <SearchField label="Search people" value={query} onTextChange={setQuery} className="self-end" />
        <SearchField label="Search people, messages, tasks" shortcut="/" tone="frame" className="self-end" />
        <SearchField label="Search, loading" loading className="self-end" />
        <SearchField label="Search, disabled" disabled className="self-end" />
        <TextField label="Large" size="lg" placeholder="40 high, on the sign-in page" />
        <TextArea label="Text area" defaultValue="Split by terminal, not by module." />
        <TextArea label="Text area, error" defaultValue="" error="Say what happened" />
        <TextArea label="Text area, disabled" defaultValue="Closed on 14 Nov." disabled />
      </div>
    </Specimen>
  );
}

const departments: SelectOption<string>[] = [
  ["business", "Business Development"],
  ["frontend", "Frontend"],
  ["backend", "Backend"],
  ["devops", "DevOps"],
  ["marketing", "Marketing"],
].map(([value = "", label = ""]) => ({ value, label, lead: <DepartmentDot department={value} /> }));
