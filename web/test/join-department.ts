import { administrationRoutes } from "@atoll/contract/administration/routes";
import { cardRoutes } from "@atoll/contract/cards/routes";
import type { CardType } from "@atoll/contract/cards/schemas";
import type { RealPerson, RealServer } from "./chat/real-server.ts";

/** Makes people members of a department, and returns its sections. */
export async function joinDepartment(
  { admin }: RealServer,
  slug: string,
  people: readonly RealPerson[],
): Promise<{ departmentId: string; section: (slug: string) => CardType }> {
  const { departments } = await admin.call(administrationRoutes.listDepartments, {});
  const departmentId = departments.find((one) => one.slug === slug)!.id;
  for (const { id: userId } of people)
    await admin.call(administrationRoutes.addDepartmentMember, { params: { departmentId, userId } });
  const { sections } = await people[0]!.call(cardRoutes.listSections, { params: { slug } });
  return { departmentId, section: (of) => sections.find(({ type }) => type.slug === of)!.type };
}
