/**
 * The page may not evaluate text as code (content security policy), so zod must not even try: each try would be
 * reported as a break of the policy. To be imported before anything that makes a schema.
 *
 * Zod keeps its settings here, so that all its copies share them; set in this way it need not be there yet, and it is
 * not part of the first load.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
