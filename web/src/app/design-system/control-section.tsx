import { Link } from "@tanstack/react-router";
import { Flag } from "lucide-react";
import { useState } from "react";
import { FilterButton } from "../../ui/button/filter-button.tsx";
import { ThemeToggle } from "../../ui/button/theme-toggle.tsx";
import { Checkbox } from "../../ui/field/checkbox.tsx";
import { Radio, RadioGroup } from "../../ui/field/radio.tsx";
import { Toggle } from "../../ui/field/toggle.tsx";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { Segmented } from "../../ui/layout/segmented.tsx";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { GroupLabel, Specimen } from "./specimen.tsx";

/** Checkbox, radio, toggle, segmented, filter, tabs and breadcrumbs, in their states. */
export function ControlSection() {
  const [view, setView] = useState<"month" | "week" | "day">("month");
  const [tab, setTab] = useState("pipeline");
  const [audience, setAudience] = useState<"all" | "departments">("all");
  return (
    <Specimen title="Controls" span={5}>
      <GroupLabel>Off, hover, on, some, focus, error, disabled</GroupLabel>
      <div className="mb-3 flex flex-wrap items-center gap-x-3.5 gap-y-2">
        <Checkbox label="Off" hideLabel />
        <Checkbox label="Hover" hideLabel data-state-demo="hover" />
        <Checkbox label="On" hideLabel defaultChecked />
        <Checkbox label="Some" hideLabel indeterminate />
        <Checkbox label="Focus" hideLabel defaultChecked data-state-demo="focus" />
        <Checkbox label="Error" hideLabel aria-invalid />
        <Checkbox label="Disabled" hideLabel disabled />
        <Checkbox label="Disabled and on" hideLabel disabled defaultChecked />
        <Radio label="Off" hideLabel name="demo-off" />
        <Radio label="On" hideLabel name="demo-on" defaultChecked />
        <Radio label="Focus" hideLabel name="demo-focus" defaultChecked data-state-demo="focus" />
        <Radio label="Disabled" hideLabel name="demo-disabled" disabled />
        <Toggle label="Off" hideLabel />
        <Toggle label="On" hideLabel defaultChecked />
        <Toggle label="Focus" hideLabel defaultChecked data-state-demo="focus" />
        <Toggle label="Disabled and off" hideLabel disabled />
        <Toggle label="Disabled and on" hideLabel disabled defaultChecked />
      </div>
      <GroupLabel>With their words</GroupLabel>
      <div className="mb-3 grid gap-2 md:grid-cols-2">
        <Checkbox label="Send to everyone" help="60 people in five departments" defaultChecked />
        <RadioGroup
          inline
          hideLabel
          label="Audience"
          value={audience}
          onValueChange={setAudience}
          options={[
            { value: "all", label: "Everyone" },
            { value: "departments", label: "Departments" },
          ]}
        />
        <Toggle label="Mentions" help="Push and sound" defaultChecked labelFirst className="md:col-span-2" />
      </div>
      <GroupLabel>Segmented, filter, theme</GroupLabel>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label="View"
          value={view}
          onValueChange={setView}
          options={[
            { value: "month", label: "Month" },
            { value: "week", label: "Week" },
            { value: "day", label: "Day" },
          ]}
        />
        <FilterButton label="Priority" icon={Flag} />
        <FilterButton label="2 selected" icon={Flag} active onClear={() => undefined} />
        <ThemeToggle />
      </div>
      <div className="my-3">
        <Tabs
          label="Business Development"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: "pipeline", label: "Pipeline" },
            { value: "outreach", label: "Outreach", count: 14 },
            { value: "proposals", label: "Proposals" },
            { value: "market", label: "Market", disabled: true },
          ]}
        />
      </div>
      <Breadcrumbs
        label="Breadcrumb example"
        items={[
          { label: "Dashboard", link: <Link to="/dashboard" /> },
          { label: "Business Development", link: <Link to="/dashboard" /> },
          { label: "Pipeline" },
        ]}
      />
    </Specimen>
  );
}
