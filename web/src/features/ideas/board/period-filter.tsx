import { Calendar, ChevronDown } from "lucide-react";
import { Button } from "../../../ui/button/button.tsx";
import { Menu } from "../../../ui/popup/menu.tsx";
import type { ShownIdeas } from "../data/filter.ts";

const periods: Readonly<Record<ShownIdeas["period"], string>> = {
  quarters: "This quarter and next",
  all: "Any time",
};

/** Which part of the past and the future a board shows. */
export function PeriodFilter({
  shown,
  onChange,
}: {
  shown: ShownIdeas;
  onChange: (shown: ShownIdeas) => void;
}) {
  return (
    <Menu
      label="Period"
      trigger={
        <Button size="sm" icon={Calendar} trailingIcon={ChevronDown}>
          {periods[shown.period]}
        </Button>
      }
      items={[
        {
          choice: "Period",
          value: shown.period,
          options: Object.entries(periods).map(([value, label]) => ({ value, label })),
          onValueChange: (value) => onChange({ ...shown, period: value === "all" ? "all" : "quarters" }),
        },
      ]}
    />
  );
}
