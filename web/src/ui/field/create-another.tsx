import { Checkbox } from "./checkbox.tsx";

/** Left of the buttons of a form that makes something: the form stays open for the next one. */
export function CreateAnother({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Checkbox
      checked={isOn}
      className="mr-auto"
      label="Create another"
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
