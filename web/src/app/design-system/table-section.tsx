import { Ellipsis } from "lucide-react";
import { Avatar } from "../../ui/avatar/avatar.tsx";
import { RoleBadge } from "../../ui/badge/role-badge.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { EmptyState } from "../../ui/state/empty-state.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { type Person, people } from "./people.ts";
import { GroupLabel, Specimen } from "./specimen.tsx";

/** The sortable table with its pager, a hovered and a selected row, and one without rows. */
export function TableSection() {
  return (
    <Specimen title="Table" span={7}>
      <DataTable
        label="People"
        columns={columns}
        rows={people}
        rowKey={(person) => person.id}
        pageSize={5}
        initialSort={{ key: "name", direction: "ascending" }}
        isSelected={(person) => person.id === "greta-holm"}
        rowState={(person) => (person.id === "dev-raghunathan" ? "hover" : undefined)}
      />
      <div className="mt-4">
        <GroupLabel>Empty</GroupLabel>
        <DataTable
          label="People, none"
          columns={columns}
          rows={[]}
          rowKey={(person) => person.id}
          empty={<EmptyState title="No users found" drawing="search" />}
        />
      </div>
    </Specimen>
  );
}

const columns: Column<Person>[] = [
  {
    key: "name",
    header: "Name",
    sortBy: (person) => person.name,
    cell: (person) => (
      <span className="flex items-center gap-2 whitespace-nowrap">
        <Avatar decorative picture={null} userId={person.id} name={person.name} size={24} />
        {person.name}
      </span>
    ),
  },
  {
    key: "role",
    header: "Roles",
    sortBy: (person) => person.role,
    cell: (person) => <RoleBadge role={person.role} />,
  },
  {
    key: "active",
    header: "Last Active",
    sortBy: (person) => person.lastActive,
    cell: (person) => <span className="whitespace-nowrap text-muted">{person.lastActive} min ago</span>,
  },
  {
    key: "reads",
    header: "Reads",
    align: "right",
    sortBy: (person) => person.reads,
    cell: (person) => person.reads,
  },
  {
    key: "actions",
    header: "Actions",
    hideHeader: true,
    align: "right",
    cell: (person) => <IconButton label={`Actions for ${person.name}`} icon={Ellipsis} size="sm" />,
  },
];
