import { type KeyboardEvent, useId, useState } from "react";
import { RemovableBadge } from "../../../ui/badge/removable-badge.tsx";
import { TextField } from "../../../ui/field/text-field.tsx";
import { useTagNames } from "../data/use-questions.ts";
import { asTag } from "./as-tag.ts";

interface TagFieldProps {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  max: number;
  maxLength: number;
}

/** Tags, typed one after the other; those that others use are offered. */
export function TagField({ tags, onChange, max, maxLength }: TagFieldProps) {
  const [text, setText] = useState("");
  const whole = asTag(text, Number.POSITIVE_INFINITY);
  const isTooLong = whole.length > maxLength;
  const listId = useId();
  const known = useTagNames(asTag(text, maxLength));

  function add(name: string): void {
    const tag = asTag(name, Number.POSITIVE_INFINITY);
    // It stays in the field, which says so, and is never cut.
    if (tag.length > maxLength) return;
    setText("");
    if (tag !== "" && !tags.includes(tag) && tags.length < max) onChange([...tags, tag]);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (["Enter", ",", " "].includes(event.key) && text.trim() !== "") {
      event.preventDefault();
      add(text);
    }
    if (event.key === "Backspace" && text === "") onChange(tags.slice(0, -1));
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <TextField
        label="Tags"
        value={text}
        list={listId}
        error={isTooLong ? `Too long: ${whole.length} of ${maxLength} characters` : undefined}
        data-too-long={isTooLong || undefined}
        disabled={tags.length >= max}
        placeholder={tags.length >= max ? `At most ${max}` : "Add a tag"}
        autoComplete="off"
        onChange={({ target }) => (known.includes(target.value) ? add(target.value) : setText(target.value))}
        onKeyDown={onKeyDown}
        onBlur={() => add(text)}
      />
      <datalist id={listId}>
        {known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {tags.length > 0 && (
        <ul aria-label="Chosen tags" className="flex flex-wrap gap-1.5">
          {tags.map((name) => (
            <li key={name}>
              <RemovableBadge label={name} onRemove={() => onChange(tags.filter((one) => one !== name))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
