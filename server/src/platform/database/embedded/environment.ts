/**
 * Returns the whole environment of PostgreSQL's programs. Only the paths to programs and temporary files are inherited:
 * PGDATA or a locale from a shell would change their behaviour, and we parse their messages.
 */
export function programEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const { PATH = "/usr/local/bin:/usr/bin:/bin", TMPDIR } = process.env;
  return { PATH, ...(TMPDIR === undefined ? {} : { TMPDIR }), LC_ALL: "C", TZ: "UTC", ...extra };
}
