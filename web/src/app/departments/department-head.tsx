import type { Person } from "@atoll/contract/people/schemas";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AvatarGroup } from "../../ui/avatar/avatar-group.tsx";
import { DepartmentDot } from "../../ui/badge/department-badge.tsx";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { TabLinks } from "../../ui/layout/tab-links.tsx";
import { departmentSections } from "../navigation/department-places.ts";

export interface DepartmentHeadProps {
  department: { slug: string; name: string };
  /** The section that is open; undefined: the overview. */
  current?: string | undefined;
  sections: readonly { slug: string; name: string }[];
  people?: { people: readonly Person[]; personCount: number } | undefined;
  actions?: ReactNode;
}

/** The head of each page of a department: where it is, its name and people, and its sections as tabs. */
export function DepartmentHead({ department, current, sections, people, actions }: DepartmentHeadProps) {
  const { slug, name } = department;
  const tabs = tabsOf(slug, sections);
  const open = tabs.find((one) => one.slug === current);
  return (
    <div className="mb-4 flex flex-none flex-col gap-2">
      <Breadcrumbs
        items={[
          { label: "Dashboard", link: <Link to="/dashboard" /> },
          { label: name, link: <Link to="/$department" params={{ department: slug }} /> },
          ...(open ? [{ label: open.name }] : []),
        ]}
      />
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="type-page flex min-w-0 flex-1 items-center gap-3 outline-none">
          <DepartmentDot department={slug} />
          <span className="truncate">
            {name}
            {open && <span className="sr-only">, {open.name}</span>}
          </span>
          {people && <AvatarGroup people={people.people} max={3} total={people.personCount} size={24} />}
        </h1>
        {actions}
      </div>
      <TabLinks
        label={`Sections of ${name}`}
        tabs={[{ slug: "", name: "Overview" }, ...tabs].map((tab) => ({
          key: tab.slug,
          label: tab.name,
          link: (
            <Link
              to={tab.slug === "" ? "/$department" : "/$department/$section"}
              params={{ department: slug, section: tab.slug }}
              activeOptions={{ exact: tab.slug === "", includeSearch: false }}
            />
          ),
        }))}
      />
    </div>
  );
}

/** The sections of the navigation in their order, then those that administrators have added. */
function tabsOf(slug: string, sections: DepartmentHeadProps["sections"]): { slug: string; name: string }[] {
  const given = departmentSections(slug).map(({ path, label }) => ({
    slug: path.slice(slug.length + 2),
    name: sections.find((one) => `/${slug}/${one.slug}` === path)?.name ?? label,
  }));
  return [...given, ...sections.filter((one) => given.every((tab) => tab.slug !== one.slug))];
}
