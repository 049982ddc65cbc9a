import { initialDepartments } from "@atoll/contract/departments";
import { peopleRoutes } from "@atoll/contract/people/routes";
import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { createPerson } from "../../../test/factories.ts";
import { sharedServer } from "../../../test/for-file.ts";

const server = sharedServer();

test("finds departments by words of their names for everyone with access, including those they are not in", async () => {
  const { client } = await server.signIn(await createPerson(server.db, { name: "Ana Lima" }));
  const names = ["Gestão de Pátios", "Hafen-Betrieb Süd", "港務", "Pátio Norte"];
  const added = await server.db
    .insertInto("departments")
    .values(names.map((name, at) => ({ name, slug: `yard-${at}` })))
    .returning(["id", "name", "slug"])
    .execute();
  const find = async (query: { name?: string; ids?: string; limit?: number }) =>
    (await client.call(peopleRoutes.searchDepartments, { query })).departments;
  const called = async (name: string) => (await find({ name })).map((one) => one.name);

  const all = (await find({ limit: 100 })).map(({ name }) => name);
  expect(all).toEqual(expect.arrayContaining([...initialDepartments, ...names]));
  expect(await find({ limit: 2 })).toHaveLength(2);
  // Names that begin with the text come first. Case, accents and the order of words do not matter.
  expect(await called("PATIO")).toEqual(["Pátio Norte", "Gestão de Pátios"]);
  expect(await called("sud hafen")).toEqual(["Hafen-Betrieb Süd"]);
  expect(await called("港")).toEqual(["港務"]);
  expect(await called("gestoa")).toEqual(["Gestão de Pátios"]);
  for (const nothing of ["moon", "%", "\\", "'--"]) expect(await called(nothing), nothing).toEqual([]);

  const ids = [added[0]!.id, added[2]!.id, uuidv7()].join(",");
  expect((await find({ ids })).map(({ id }) => id).toSorted()).toEqual(
    [added[0]!.id, added[2]!.id].toSorted(),
  );
  expect((await find({ ids, name: "gestao" })).map(({ name }) => name)).toEqual(["Gestão de Pátios"]);
  for (const query of [{ name: "x".repeat(101) }, { limit: 0 }, { ids: "backend" }]) {
    const { body } = await client.refused(peopleRoutes.searchDepartments, { query });
    expect(body.error.code).toBe("invalid_request");
  }
});
