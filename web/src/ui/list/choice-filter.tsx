import { FilterButton } from "../button/filter-button.tsx";
import type { IconType } from "../icon/icon-type.ts";
import { Menu } from "../popup/menu.tsx";
import type { MenuChoice } from "../popup/menu-entry.ts";

export interface ChoiceFilterProps<Value extends string> {
  name: string;
  icon: IconType;
  options: readonly (MenuChoice["options"][number] & { value: Value })[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
}

/** One value of a filter behind a pill that says which. */
export function ChoiceFilter<Value extends string>(props: ChoiceFilterProps<Value>) {
  const { name, icon, options, value, onChange } = props;
  const chosen = options.find((option) => option.value === value);
  const choice: MenuChoice = {
    choice: name,
    options: [{ value: "", label: "Any" }, ...options],
    value: value ?? "",
    onValueChange: (next) => onChange(options.find((option) => option.value === next)?.value),
  };
  return (
    <Menu
      align="end"
      items={[choice]}
      label={name}
      trigger={
        <FilterButton
          active={value !== undefined}
          icon={icon}
          label={chosen ? `${name}: ${chosen.label}` : name}
          onClear={() => onChange(undefined)}
        />
      }
    />
  );
}
