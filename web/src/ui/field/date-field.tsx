import { useState } from "react";
import { TextField, type TextFieldProps } from "./text-field.tsx";

export interface DateFieldProps extends Omit<TextFieldProps, "value" | "onChange" | "onBlur" | "type"> {
  /** A day as `2026-11-20`; empty when there is none. */
  value: string;
  onValueChange: (day: string) => void;
}

/**
 * A labelled field for a day, for whoever answers to each change of it. A browser tells of every key, and a year that
 * is begun is a year of its own to it: only days with a whole year are told, and what is being typed stays.
 */
export function DateField({ value, onValueChange, ...field }: DateFieldProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextField
      {...field}
      type="date"
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        // Half a day reads as none, too; only an empty field is one that was emptied.
        const isEmptied = target.value === "" && !target.validity.badInput;
        if (isEmptied || /^[1-9]\d{3}-/.test(target.value)) onValueChange(target.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
