import { type ESTree, type Plugin, parseSync, Visitor } from "vite";

/** What a call from the browser is made of. */
const kept = new Set(["method", "path", "access"]);

/**
 * Leaves out of the browser's bundle what only the server reads of a route: its summary, limits, errors and
 * schemas. The browser parses neither its own questions nor their answers, so the schemas were dead weight; a form
 * that checks what is typed names its schema itself.
 * The build fails when a file of routes holds none that it knows, for then they would be shipped again.
 */
export function slimRoutes(): Plugin {
  return {
    name: "atoll:slim-routes",
    apply: "build",
    transform: {
      order: "pre",
      filter: { id: /contract\/src\/[a-z-]+\/(?:[a-z-]+-)?routes\.ts$/, code: /defineRoute\(/ },
      handler(code, id) {
        const routes = findRoutes(code, id);
        if (routes.length === 0) this.error(`no route found in ${id}`);
        const dropped = routes.flatMap((route) => route.properties.filter((property) => !isKept(property)));
        return { code: without(code, dropped), map: null };
      },
    },
  };
}

/** The objects that describe a route. */
function findRoutes(code: string, id: string): ESTree.ObjectExpression[] {
  const found: ESTree.ObjectExpression[] = [];
  const { program } = parseSync(id, code, { lang: "ts" });
  new Visitor({
    CallExpression({ callee, arguments: [route] }) {
      if (callee.type === "Identifier" && callee.name === "defineRoute" && route?.type === "ObjectExpression")
        found.push(route);
    },
  }).visit(program);
  return found;
}

function isKept(property: ESTree.ObjectPropertyKind): boolean {
  if (property.type !== "Property" || property.key.type !== "Identifier") return true;
  return kept.has(property.key.name);
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
