/**
 * The whole environment of PostgreSQL's programs. Nothing is inherited but the way to programs and temporary files:
 * a PGDATA or a locale from somebody's shell would change what they do, and their messages are read by us.
 */
export function programEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const { PATH = "/usr/local/bin:/usr/bin:/bin", TMPDIR } = process.env;
  return { PATH, ...(TMPDIR === undefined ? {} : { TMPDIR }), LC_ALL: "C", TZ: "UTC", ...extra };
}
