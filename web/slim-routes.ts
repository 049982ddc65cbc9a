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
        id: /contract\/src\/[a-z-]+\/(?:[a-z-]+-)?(?:routes|events|command)\.ts$/,
        code: /define(?:Route|Command)\(/,
      },
      handler(code, id) {
        const declared = findDeclared(code, id);
        if (declared.length === 0) this.error(`no route or command found in ${id}`);
        const dropped = declared.flatMap(({ properties, names }) =>
          properties.filter((property) => !isOneOf(names, property)),
        );
        return { code: without(code, dropped), map: null };
      },
    },
  };
}

interface Declared {
  properties: ESTree.ObjectPropertyKind[];
  /** Those to keep. */
  names: ReadonlySet<string>;
}

/** The objects that describe a route or a command. */
function findDeclared(code: string, id: string): Declared[] {
  const found: Declared[] = [];
  const { program } = parseSync(id, code, { lang: "ts" });
  new Visitor({
    CallExpression({ callee, arguments: [declared] }) {
      const names = callee.type === "Identifier" ? kept.get(callee.name) : undefined;
      if (names && declared?.type === "ObjectExpression")
        found.push({ properties: declared.properties, names });
    },
  }).visit(program);
  return found;
}

function isOneOf(names: ReadonlySet<string>, property: ESTree.ObjectPropertyKind): boolean {
  if (property.type !== "Property" || property.key.type !== "Identifier") return true;
  return names.has(property.key.name);
}

function without(code: string, nodes: readonly { start: number; end: number }[]): string {
  let out = "";
  let from = 0;
  for (const { start, end } of nodes) {
    out += code.slice(from, start);
    // With the comma behind it.
    from = code[end] === "," ? end + 1 : end;
  }
  return out + code.slice(from);
}
