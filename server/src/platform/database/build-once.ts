import { type CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";

/** Stands in a statement for a value that comes with each run. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A value of the run, to be written where the statement wants one. */
export type ValueOf<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/**
 * A statement that Kysely builds at its first run only, once for each shape. Building one of many columns costs about
 * as much as reading its rows out of PostgreSQL's answer. `build` does not see the values: the text cannot depend on
 * them. Shapes are kept for good, so there must be few.
 * @returns runs it and answers its rows.
 */
export function buildOnce<Tables, Shape extends object, Values extends object, Row>(
  build: (db: Kysely<Tables>, shape: Shape, value: ValueOf<Values>) => { compile(): CompiledQuery<Row> },
): (db: Kysely<Tables>, shape: Shape, values: Values) => Promise<Row[]> {
  const built = new Map<string, CompiledQuery<Row>>();
  return async (db, shape, values) => {
    const key = JSON.stringify(shape);
    const statement = built.get(key) ?? build(db, shape, (name) => sql`${new Place(name)}`).compile();
    built.set(key, statement);
    const given = new Map<string, unknown>(Object.entries(values));
    const parameters = statement.parameters.map((one) => (one instanceof Place ? given.get(one.name) : one));
    const { rows } = await db.executeQuery<Row>({ ...statement, parameters });
    return rows;
  };
}
