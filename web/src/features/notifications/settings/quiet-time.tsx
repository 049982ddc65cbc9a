import { useEffect, useState } from "react";
import { TextField } from "../../../ui/field/text-field.tsx";

/** A time of the day, which counts once it is whole and the field is left. */
export function QuietTime({
  label,
  value,
  onChange,
}: {
  label: string;
  /** "22:00". */
  value: string;
  onChange: (time: string) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <TextField
      className="w-28"
      hideLabel
      label={label}
      onBlur={() => {
        const time = text.slice(0, 5);
        if (time === "") setText(value);
        else if (time !== value) onChange(time);
      }}
      onChange={({ target }) => setText(target.value)}
      type="time"
      value={text}
    />
  );
}
