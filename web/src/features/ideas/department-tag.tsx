import type { Idea } from "@atoll/contract/ideas/schemas";

/** The department that an idea is about, small and quiet next to its status. */
export function DepartmentTag({ department }: { department: NonNullable<Idea["department"]> }) {
  return (
    <span
      data-dept={department.slug}
      className="inline-flex h-[18px] min-w-0 items-center gap-[5px] rounded-xs bg-surface-sunken px-1.5 text-2xs text-muted inset-ring-1 inset-ring-border"
    >
      <span className="size-[5px] flex-none rounded-full bg-dept" />
      <span className="truncate">{department.name}</span>
    </span>
  );
}
