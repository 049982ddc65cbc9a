import { Layers } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { SearchList } from "../../../ui/list/search-list.tsx";
import { useDepartmentSearch } from "../data/departments.ts";

/** Any department, found by its name. */
export function DepartmentChoice({ onChoose }: { onChoose: (departmentId: string) => void }) {
  const viewer = useViewer();
  const [text, setText] = useState("");
  const { departments, name, isSearching, error, retry } = useDepartmentSearch(text);
  const isOwn = (id: string) => viewer.departments.some((one) => one.id === id);
  return (
    <SearchList
      label="Search departments"
      listLabel="Departments"
      text={text}
      onTextChange={setText}
      query={name}
      loading={isSearching}
      error={error && errorMessage(error, "Search failed")}
      onRetry={retry}
      options={departments.map((department) => ({
        id: department.id,
        title: department.name,
        detail: isOwn(department.id) ? "Your department" : "",
        mark: <Layers className="size-4 text-faint" />,
      }))}
      onChoose={onChoose}
      empty={name ? `No results found for "${name}"` : "There are no departments yet"}
    />
  );
}
