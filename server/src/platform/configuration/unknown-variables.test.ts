import { expect, test } from "vitest";
import { describeUnknownVariables } from "./unknown-variables.ts";

test("lists unknown variables that look like Atoll's, with the nearest known name and without values", () => {
  const env = {
    ATOLL_LOGLEVEL: "info",
    ATOLL_ADMIN_PASWORD: "a secret",
    atoll_data_dir: "somewhere",
    ATOLL_SOMETHING_ELSE_ENTIRELY: "1",
    ATOLL_DEMO: "1",
    PATH: "/bin",
  };
  expect(describeUnknownVariables(env)).toEqual([
    "ATOLL_ADMIN_PASWORD is no setting of Atoll. Did you mean ATOLL_ADMIN_PASSWORD?",
    "ATOLL_LOGLEVEL is no setting of Atoll. Did you mean ATOLL_LOG_LEVEL?",
    "ATOLL_SOMETHING_ELSE_ENTIRELY is no setting of Atoll. It has no effect.",
    "atoll_data_dir is no setting of Atoll. Did you mean ATOLL_DATA_DIR?",
  ]);
});
