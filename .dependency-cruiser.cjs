// Who may import whom.

// dependency-cruiser reads TypeScript through TypeScript's old programming interface, which TypeScript 7 has not, or
// through swc. With neither it passes over every .ts file and finds all in order, so its absence must be an error.
require.resolve("@swc/core");

const tests = "\\.test\\.tsx?$|\\.spec\\.ts$|(^|/)test/";

module.exports = {
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(web/dist|bench/results)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "module", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"],
    },
  },
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "Files that need each other are one file, or want a third that both use. Types may go round.",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "resolvable",
      severity: "error",
      comment: "What cannot be found cannot be judged.",
      from: {},
      to: { couldNotResolve: true, pathNot: "\\?(raw|url)$" },
    },
    {
      name: "contract-imports-only-zod",
      severity: "error",
      from: { path: "^contract/", pathNot: tests },
      to: { pathNot: "^contract/|^node_modules/zod/" },
    },
    {
      name: "sides-meet-in-the-contract",
      severity: "error",
      comment: "server, web and bench import the contract and never each other.",
      from: { path: "^(server|web|bench)/" },
      to: { path: "^(server|web|bench|e2e)/", pathNot: ["^$1/", "/node_modules/"] },
    },
    {
      name: "journeys-use-the-contract-and-the-servers-test-data",
      severity: "error",
      from: { path: "^e2e/" },
      to: { path: "^(server|web|bench)/", pathNot: "^server/(test|demo)/" },
    },
    {
      name: "platform-knows-no-feature",
      severity: "error",
      from: { path: "^server/src/platform/", pathNot: tests },
      to: { path: "^server/", pathNot: "^server/src/platform/" },
    },
    {
      name: "slices-share-access-and-policy-only",
      severity: "error",
      comment: "Other effects listen to committed changes.",
      from: { path: "^server/src/features/([^/]+)/", pathNot: tests },
      to: {
        path: "^server/src/features/",
        pathNot: "^server/src/features/($1/|[^/]+/(access|policy)\\.ts$)",
      },
    },
    {
      name: "server-runs-without-development-packages",
      severity: "error",
      from: { path: "^server/(src|demo)/", pathNot: tests },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "product-imports-no-tests",
      severity: "error",
      from: { path: "^(contract|server|web)/", pathNot: tests },
      to: { path: tests, pathNot: "node_modules" },
    },
    layer("web-lib-is-the-ground", "lib", "ui|features|app"),
    layer("web-kit-knows-no-feature", "ui", "features|app"),
    layer("web-features-know-no-screen", "features", "app"),
    {
      name: "web-features-never-import-features",
      severity: "error",
      comment: "Screens in app compose them.",
      from: { path: "^web/src/features/([^/]+)/" },
      to: { path: "^web/src/features/", pathNot: "^web/src/features/$1/" },
    },
  ],
};

/** In the web app: lib <- ui <- features <- app. */
function layer(name, from, to) {
  return {
    name,
    severity: "error",
    from: { path: `^web/src/${from}/`, pathNot: tests },
    to: { path: `^web/src/(${to})/` },
  };
}
