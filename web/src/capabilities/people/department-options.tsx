import { DepartmentDot } from "../../ui/badge/department-badge.tsx";

interface NamedDepartment {
  id: string;
  name: string;
  slug: string;
}

/** Departments as the options of a field or filter, each with its colour. */
export const departmentOptions = (departments: readonly NamedDepartment[]) =>
  departments.map(({ id, name, slug }) => ({
    value: id,
    label: name,
    lead: <DepartmentDot department={slug} />,
  }));
