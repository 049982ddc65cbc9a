import { maxSections, maxSectionsWithArchived, maxStages } from "@atoll/contract/cards/limits";
import { cardRoutes as routes } from "@atoll/contract/cards/routes";
import { maxFieldOptions } from "@atoll/contract/fields/limits";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, expect, test } from "vitest";
import { type Announcer, createAnnouncer } from "../../../../test/announcers.ts";
import { createRole } from "../../../../test/factories.ts";
import { sharedServer } from "../../../../test/for-file.ts";

const server = sharedServer();
let greta: Announcer;
let departmentId: string;
let builtIn: number;

beforeAll(async () => {
  await createRole(server.db, { name: "departments", permissions: ["departments:manage"] });
  greta = await createAnnouncer(server, "Greta", {
    roles: ["user", "departments"],
    departments: ["Marketing"],
  });
  const { rows } = await sql<{ id: string; sections: number }>`SELECT d.id, count(ct.id)::int AS sections
    FROM departments d JOIN card_types ct ON ct.department_id = d.id WHERE d.slug = 'marketing' GROUP BY d.id`.execute(
    server.db,
  );
  departmentId = rows[0]!.id;
  builtIn = rows[0]!.sections;
});

const names = (count: number) => Array.from({ length: count }, (_, at) => `Number ${at + 1}`);
const inDepartment = () => ({ params: { departmentId } });
const section = (more: object = {}) => ({
  ...inDepartment(),
  body: { id: uuidv7(), name: `Section ${uuidv7()}`, singular: "thing", ...more },
});
const bySection = ({ id }: { id: string }) => ({ params: { sectionId: id } });
const left = async () => (await greta.client.call(routes.listSettings, inDepartment())).left;

test("limits a section to 20 stages and a choice to 50 options", async () => {
  const stages = (count: number) => names(count).map((name) => ({ name, kind: "open" as const }));
  const options = (count: number) => [{ label: "Size", kind: "choice" as const, options: names(count) }];
  const { section: made } = await greta.client.call(
    routes.createSection,
    section({ stages: stages(maxStages), fields: options(maxFieldOptions) }),
  );
  expect([made.stages.length, made.fields[0]?.options?.length]).toEqual([maxStages, maxFieldOptions]);
  for (const more of [{ stages: stages(maxStages + 1) }, { fields: options(maxFieldOptions + 1) }])
    expect(await greta.refused(routes.createSection, section(more))).toMatch(/^invalid_request/);
  const { version } = made;
  const wanted = {
    version,
    stages: [...made.stages.map(({ id, name, kind }) => ({ id, name, kind })), ...stages(1)],
  };
  expect(await greta.refused(routes.changeSection, { ...bySection(made), body: wanted })).toMatch(
    /^invalid_request/,
  );
  const field = { params: { sectionId: made.id, field: made.fields[0]!.name } };
  const more = { version, options: names(maxFieldOptions + 1).map((name) => ({ name })) };
  expect(await greta.refused(routes.changeField, { ...field, body: more })).toMatch(/^invalid_request/);
  const conversion = { kind: "choice" as const, options: names(maxFieldOptions + 1) };
  expect(await greta.refused(routes.checkConversion, { ...field, body: conversion })).toMatch(
    /^invalid_request/,
  );
});

test("limits a department to 40 sections and as many archived ones", async () => {
  const before = await left();
  expect(before).toBe(maxSections - builtIn - 1);
  const { section: first } = await greta.client.call(routes.createSection, section());
  for (let made = 1; made < before - 2; made += 1) await greta.client.call(routes.createSection, section());
  // Administrators who press at the same moment share the last two places.
  const together = await Promise.allSettled(
    Array.from({ length: 5 }, () => greta.client.call(routes.createSection, section())),
  );
  expect(together.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await greta.refused(routes.createSection, section())).toBe("too_many_sections");
  expect(await left()).toBe(0);
  const archive = (version: number, isArchived: boolean) => ({
    ...bySection(first),
    body: { version, isArchived },
  });
  await greta.client.call(routes.changeSection, archive(first.version, true));
  expect(await left()).toBe(1);
  await greta.client.call(routes.createSection, section());
  expect(await greta.refused(routes.changeSection, archive(first.version + 1, false))).toBe(
    "too_many_sections",
  );
  await sql`INSERT INTO card_types (id, department_id, slug, name, singular, icon, place, is_own, stages, fields,
      options, archived_at)
    SELECT gen_random_uuid(), department_id, slug || '-' || n, name || n, singular, icon, place, is_own, stages, fields,
      options, now() FROM card_types, generate_series(1, ${maxSectionsWithArchived - maxSections}) n
    WHERE id = ${first.id}`.execute(server.db);
  await sql`UPDATE card_types SET archived_at = now() WHERE department_id = ${departmentId} AND is_own`.execute(
    server.db,
  );
  expect(await left()).toBe(0);
  expect(await greta.refused(routes.createSection, section())).toBe("too_many_sections");
});

test("refuses an undo into a stage that has been removed", async () => {
  const { rows } = await sql<{ id: string }>`INSERT INTO departments (name, slug, description)
    VALUES ('Workshop', 'workshop', '') RETURNING id`.execute(server.db);
  await sql`INSERT INTO user_departments (user_id, department_id) VALUES (${greta.id}, ${rows[0]!.id})`.execute(
    server.db,
  );
  const stages = ["First", "Second"].map((name) => ({ name, kind: "open" as const }));
  const { section: made } = await greta.client.call(routes.createSection, {
    params: { departmentId: rows[0]!.id },
    body: { id: uuidv7(), name: "Repairs", singular: "repair", stages },
  });
  const body = { id: uuidv7(), title: "Lathe" };
  const { card } = await greta.client.call(routes.createCard, { params: { typeId: made.id }, body });
  const changeId = uuidv7();
  const [first, second] = made.stages;
  const set = { stage: second!.id };
  await greta.client.call(routes.changeCards, { body: { changeId, cardIds: [card.id], set } });
  const kept = { id: second!.id, name: second!.name, kind: second!.kind };
  await greta.client.call(routes.changeSection, {
    ...bySection(made),
    body: { version: made.version, stages: [kept] },
  });
  expect(await greta.refused(routes.undoChange, { params: { changeId } })).toBe("changed_meanwhile");
  const { card: after } = await greta.client.call(routes.getCard, { params: { cardId: card.id } });
  expect([after.stage, first!.id === second!.id]).toEqual([second!.id, false]);
});
