/**
 * Returns a text for operators with the commands as they are run here: in a release there is no npm, and its launcher
 * says what it is called.
 */
export function nameCommands(text: string): string {
  const launcher = process.env.ATOLL_LAUNCHER;
  if (!launcher) return text;
  return text
    .replaceAll(/npm run ([a-z-]+)( --(?= ))?/g, (_all, name: string) => `${launcher} ${name}`)
    .replaceAll("npm start", launcher);
}
