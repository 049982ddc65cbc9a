import pg from "pg";

// Loaded into the server's process before it starts: keeps each statement that the server sends to the database, once,
// with the values it was last sent with. Both take `pg` from the same place.
let statements = new Map<string, unknown[]>();

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function keep(this: pg.Client, ...parts: unknown[]) {
  const [first] = parts;
  if (typeof first === "object" && first && "text" in first && "values" in first) {
    statements.set(String(first.text), first.values as unknown[]);
  }
  return Reflect.apply(query, this, parts);
} as typeof query;

process.on("message", () => {
  process.send?.([...statements].map(([text, values]) => ({ text, values })));
  statements = new Map();
});
process.channel?.unref();
