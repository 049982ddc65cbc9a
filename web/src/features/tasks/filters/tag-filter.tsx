import { taskListRoutes } from "@atoll/contract/tasks/list-routes";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Tag } from "lucide-react";
import { useState } from "react";
import { call } from "../../../lib/server/api-client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { SearchField } from "../../../ui/field/search-field.tsx";
import { CheckFilter } from "../../../ui/list/check-filter.tsx";

const debounceMs = 200;

/** Tasks that carry one of these tags; the most used are offered first. */
export function TagFilter({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const [text, setText] = useState("");
  const wanted = useDebounced(text.trim().slice(0, 40).toLowerCase(), debounceMs);
  const { data } = useQuery({
    queryKey: ["tasks", "tags", wanted],
    queryFn: ({ signal }) => call(taskListRoutes.listTaskTags, { query: { text: wanted } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const offered = data?.tags.map(({ tag }) => tag) ?? [];
  return (
    <CheckFilter
      chosen={chosen}
      icon={Tag}
      name="Tags"
      onChange={onChange}
      onClear={() => onChange([])}
      options={[...new Set([...chosen, ...offered])].map((tag) => ({ value: tag, label: tag }))}
    >
      <SearchField label="Find tags" onTextChange={setText} value={text} />
    </CheckFilter>
  );
}
