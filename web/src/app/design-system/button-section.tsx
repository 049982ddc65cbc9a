import { Bell, ChevronDown, PanelLeft, Plus } from "lucide-react";
import { Count } from "../../ui/badge/count.tsx";
import { VisuallyHidden } from "../../ui/base/visually-hidden.tsx";
import { Button } from "../../ui/button/button.tsx";
import type { ButtonVariant } from "../../ui/button/button-class.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { GroupLabel, Specimen } from "./specimen.tsx";

/** Five kinds of button in six states, four sizes, and the icon button. */
export function ButtonSection() {
  return (
    <Specimen title="Buttons" span={7}>
      <div className="relative overflow-x-auto pb-1">
        <table className="w-full min-w-[600px]">
          <thead>
            <tr className="text-left text-2xs text-faint">
              <th className="pb-1.5 font-medium">
                <VisuallyHidden>Kind</VisuallyHidden>
              </th>
              {["Default", "Hover", "Active", "Focus", "Disabled", "Loading"].map((state) => (
                <th key={state} scope="col" className="pb-1.5 font-medium">
                  {state}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <KindRow key={kind.variant} {...kind} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2.5">
        <Button variant="primary" size="lg">
          Large 40
        </Button>
        <Button variant="primary">Medium 32</Button>
        <Button variant="primary" size="sm">
          Small 28
        </Button>
        <Button variant="primary" size="xs">
          Mini 24
        </Button>
        <Button icon={Plus}>New Task</Button>
        <Button icon={Plus} loading>
          New Task
        </Button>
        <Button trailingIcon={ChevronDown}>Channel</Button>
      </div>
      <div className="mt-4">
        <GroupLabel>Icon button: default, hover, focus, pressed, disabled, counted, 28, 24</GroupLabel>
        <div className="flex flex-wrap items-center gap-2.5">
          <IconButton label="Notifications" icon={Bell} />
          <IconButton label="Notifications" icon={Bell} data-state-demo="hover" />
          <IconButton label="Notifications" icon={Bell} data-state-demo="focus" />
          <IconButton label="Show the side panel" icon={PanelLeft} pressed />
          <IconButton label="Notifications" icon={Bell} disabled />
          <IconButton
            label="Notifications"
            icon={Bell}
            shortcut="B"
            badge={<Count value={3} tone="bell" ringed label="new" />}
          />
          <IconButton label="Notifications" icon={Bell} size="sm" />
          <IconButton label="Notifications" icon={Bell} size="xs" />
        </div>
      </div>
    </Specimen>
  );
}

function KindRow({ variant, name, verb }: { variant: ButtonVariant; name: string; verb: string }) {
  return (
    <tr>
      <th scope="row" className="py-[5px] pr-3 text-left font-medium text-2xs text-faint">
        {name}
      </th>
      {[undefined, "hover", "active", "focus"].map((state) => (
        <td key={state ?? "default"} className="py-[5px] pr-3">
          <Button variant={variant} data-state-demo={state}>
            {verb}
          </Button>
        </td>
      ))}
      <td className="py-[5px] pr-3">
        <Button variant={variant} disabled>
          {verb}
        </Button>
      </td>
      <td className="py-[5px]">
        <Button variant={variant} loading>
          {verb}
        </Button>
      </td>
    </tr>
  );
}

const kinds: { variant: ButtonVariant; name: string; verb: string }[] = [
  { variant: "primary", name: "Primary", verb: "Save" },
  { variant: "secondary", name: "Secondary", verb: "Cancel" },
  { variant: "soft", name: "Soft", verb: "Publish" },
  { variant: "ghost", name: "Ghost", verb: "View all" },
  { variant: "danger", name: "Danger", verb: "Delete" },
];
