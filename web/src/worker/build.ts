/** The build's description, which `web/service-worker.ts` inserts for this name. */
declare const __ATOLL_BUILD__: WebBuild;

export interface WebBuild {
  /** The ID of all its files: two builds with the same ID are equal. */
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
