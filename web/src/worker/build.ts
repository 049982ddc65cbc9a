/** What the build says of itself, put in place of this name by `web/service-worker.ts`. */
declare const __ATOLL_BUILD__: WebBuild;

export interface WebBuild {
  /** Of all its files: two builds with one id are the same. */
  id: string;
  /** The script that a page of this build begins with. */
  entry: string;
  /** Files whose names say nothing of their content, each with the SHA-256 of it, as hexadecimal digits. */
  checked: Readonly<Record<string, string>>;
  /** Files with a hash in their names, which the first screens need. */
  first: readonly string[];
  /** The others of the kind. */
  rest: readonly string[];
  /** Those of them that few people see. */
  whenUsed: readonly string[];
}

export const build = __ATOLL_BUILD__;
