import { peopleRoutes } from "@atoll/contract/people/routes";
import type { Person } from "@atoll/contract/people/schemas";
import { useQuery } from "@tanstack/react-query";
import { authorName } from "../../../capabilities/people/author-name.ts";
import { call } from "../../../lib/server/api-client.ts";
import { useViewer } from "../../../lib/session/use-session.tsx";
import { Select, type SelectOption } from "../../../ui/field/select.tsx";
import { useExperts } from "../data/use-questions.ts";

interface SendToProps {
  tags: readonly string[];
  departmentId: string | null;
  onDepartment: (id: string | null) => void;
  person: Person | null;
  onPerson: (person: Person | null) => void;
}

/** Whose inbox it reaches: everybody's who follows a tag, and besides a department, or a person who knows the tags. */
export function SendTo({ tags, departmentId, onDepartment, person, onPerson }: SendToProps) {
  const viewer = useViewer();
  const experts = useExperts(tags) ?? [];
  const { data } = useQuery({
    queryKey: ["departments", "choices"],
    queryFn: ({ signal }) => call(peopleRoutes.searchDepartments, { query: { limit: 50 } }, { signal }),
    staleTime: 5 * 60_000,
  });
  const others = experts.filter((one) => one.person.id !== viewer.id);
  const options: SelectOption<string>[] = [
    { value: "nobody", label: "No specific person" },
    ...others.map((one) => ({
      value: `person/${one.person.id}`,
      label: `${authorName(one.person)}, ${one.accepted} accepted`,
    })),
    ...(data?.departments ?? []).map(({ id, name }) => ({ value: `department/${id}`, label: name })),
  ];
  const value = person ? `person/${person.id}` : departmentId ? `department/${departmentId}` : "nobody";
  return (
    <Select
      label="Send to"
      options={options.some((one) => one.value === value) ? options : [...options, { value, label: "…" }]}
      value={value}
      onValueChange={(next) => {
        const [kind, id = ""] = next.split("/");
        onDepartment(kind === "department" ? id : null);
        onPerson(kind === "person" ? (others.find((one) => one.person.id === id)?.person ?? null) : null);
      }}
    />
  );
}
