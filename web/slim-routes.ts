import { type ESTree, type Plugin, parseSync, Visitor } from "vite";

/** The properties needed to make a call from the browser and parse its response, by the function that declares it. */
const kept = new Map([
  ["defineRoute", new Set(["method", "path", "access"])],
  // Responses over the socket are parsed, like every event.
  ["defineCommand", new Set(["answer"])],
]);

/**
 * Leaves out of the browser's bundle what only the server reads of a route or a command: its summary, limits, errors
 * and schemas. The browser parses neither its own questions nor the answers of routes, so the schemas were dead weight;
 * a form that checks what is typed names its schema itself.
 * The build fails when a file holds none that it knows, for then they would be shipped again.
 */
export function slimRoutes(): Plugin {
  return {
    name: "atoll:slim-routes",
    apply: "build",
    transform: {
      order: "pre",
      filter: {
        id: /contract\/src\/[a-z-]+\/[a-z-]+\.ts$/,
        code: /define(?:Route|Command)\(/,
      },
      handler(code, id) {
        const declared = findDeclared(code, id);
        if (declared.length === 0) this.error(`no route or command found in ${id}`);
        const dropped = declared.flatMap(({ properties, names }) =>
          properties.filter((property) => !isOneOf(names, property)),
        );
        return { code: withoutUnusedImports(without(code, dropped), id), map: null };
      },
    },
  };
}

interface Declared {
  properties: ESTree.ObjectPropertyKind[];
  /** Those to keep. */
  names: ReadonlySet<string>;
}

/** Finds the objects that describe a route or a command, and the ones of the file that several of these spread. */
function findDeclared(code: string, file: string): Declared[] {
  const found: Declared[] = [];
  const parts = new Map<string, ESTree.ObjectPropertyKind[]>();
  const spread = new Map<string, { names: ReadonlySet<string>; times: number }>();
  const { program } = parseSync(file, code, { lang: "ts" });
  new Visitor({
    VariableDeclarator({ id: declared, init }) {
      const object = init?.type === "TSAsExpression" ? init.expression : init;
      const name = declared.type === "Identifier" ? declared.name : undefined;
      if (name && object?.type === "ObjectExpression") parts.set(name, object.properties);
    },
    CallExpression({ callee, arguments: [declared] }) {
      const names = callee.type === "Identifier" ? kept.get(callee.name) : undefined;
      if (!names || declared?.type !== "ObjectExpression") return;
      found.push({ properties: declared.properties, names });
      for (const property of declared.properties) {
        if (property.type !== "SpreadElement" || property.argument.type !== "Identifier") continue;
        const { name } = property.argument;
        spread.set(name, { names, times: (spread.get(name)?.times ?? 0) + 1 });
      }
    },
  }).visit(program);
  for (const [name, { names, times }] of spread) {
    const properties = parts.get(name);
    // Not one that something else reads, too.
    const isRead = code.split(new RegExp(`\\b${name}\\b`)).length - 1 > times + 1;
    if (properties && !isRead) found.push({ properties, names });
  }
  return found;
}

function isOneOf(names: ReadonlySet<string>, property: ESTree.ObjectPropertyKind): boolean {
  if (property.type !== "Property" || property.key.type !== "Identifier") return true;
  return names.has(property.key.name);
}

/** Removes the imports that only the dropped properties used, because `area-chunks.ts` would count them as needed. */
function withoutUnusedImports(code: string, id: string): string {
  const { program } = parseSync(id, code, { lang: "ts" });
  const imports = program.body.filter((statement) => statement.type === "ImportDeclaration");
  const rest = without(code, imports);
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(rest);
  return without(
    code,
    imports.filter(({ specifiers }) => specifiers.every(({ local }) => !isUsed(local.name))),
  );
}

function without(code: string, nodes: readonly { start: number; end: number }[]): string {
  let out = "";
  let from = 0;
  for (const { start, end } of [...nodes].sort((one, other) => one.start - other.start)) {
    out += code.slice(from, start);
    // With the comma behind it.
    from = code[end] === "," ? end + 1 : end;
  }
  return out + code.slice(from);
}
