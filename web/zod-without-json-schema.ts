import type { Plugin } from "vite";

/**
 * Leaves zod's writing of JSON Schema out of the browser's bundle: 4.6 kB gzipped that every schema drags in
 * through a method of its own. Only the server describes schemas, for the OpenAPI document. The build fails
 * when a new version of the library is laid out in another way.
 */
export function zodWithoutJsonSchema(): Plugin {
  return {
    name: "atoll:zod-without-json-schema",
    apply: "build",
    transform: {
      filter: { id: /node_modules\/zod\/v4\/classic\/schemas\.js$/ },
      handler(code) {
        let out = code;
        for (const [line, replacement] of replacements) {
          if (!line.test(out)) this.error(`zod: no line matches ${line}`);
          out = out.replace(line, replacement);
        }
        return { code: out, map: null };
      },
    },
  };
}

const replacements: [RegExp, string][] = [
  [
    /^import \* as processors from "\.\.\/core\/json-schema-processors\.js";$/m,
    'const absent = () => { throw new Error("The browser writes no JSON Schema"); };' +
      "const processors = new Proxy({}, { get: () => absent });",
  ],
  [
    /^import \{ createStandardJSONSchemaMethod, createToJSONSchemaMethod \} from "\.\.\/core\/to-json-schema\.js";$/m,
    "const createStandardJSONSchemaMethod = () => absent; const createToJSONSchemaMethod = () => absent;",
  ],
];
