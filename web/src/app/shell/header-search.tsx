import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { useShortcut } from "../../lib/page/shortcuts.ts";
import { lazyPart, useLazyPart } from "../../ui/base/lazy-part.ts";
import { SearchField } from "../../ui/field/search-field.tsx";
import { everywhere } from "../palette/shortcuts.ts";
import { useAreas } from "../use-areas.ts";

/** Enter goes to the results; nothing happens without text. `/` comes here from anywhere. What is typed is answered below. */
export function HeaderSearch({ className }: { className?: string }) {
  const field = useRef<HTMLInputElement>(null);
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null);
  const [text, setText] = useState("");
  const navigate = useNavigate();
  const areas = useAreas();
  const [goalsPart] = useState(() =>
    lazyPart(() => import("../palette/load-header-goals.ts").then((all) => all.loadHeaderGoals(areas))),
  );
  // Without it, Enter still goes to the results.
  const goals = useLazyPart(goalsPart, text !== "", () => undefined);
  useShortcut(everywhere.search, () => field.current?.focus());

  const close = () => setText("");
  const go = (href: string) => void navigate({ href });
  const search = (event: FormEvent) => {
    event.preventDefault();
    close();
    const q = field.current?.value.trim();
    if (q) go(`/search?${new URLSearchParams({ q })}`);
  };
  return (
    <search className={`relative ${className ?? ""}`}>
      <form
        onBlur={close}
        onInput={() => setText(field.current?.value.trim() ?? "")}
        onKeyDown={(event) => keys.current?.(event)}
        onSubmit={search}
      >
        <SearchField
          autoComplete="off"
          label="Search people, messages, tasks"
          enterKeyHint="search"
          maxLength={1000}
          ref={field}
          shortcut="/"
          tone="frame"
        />
      </form>
      {goals && text !== "" && (
        <goals.HeaderGoals areas={goals.areas} {...{ text, field, keys }} onGo={go} onClose={close} />
      )}
    </search>
  );
}
