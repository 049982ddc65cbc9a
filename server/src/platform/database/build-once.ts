import { type CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";

/** A placeholder for a value that differs per execution. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A value of the run, to be written where the statement wants one. */
export type ValueOf<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/**
 * Returns a statement that Kysely builds only at its first execution, once per shape. Building one with many columns
 * costs about as much as parsing its rows. `build` does not see the values, because the text must not depend on them.
 * Shapes are cached forever, so there must be few.
 * @returns runs it and returns its rows.
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
