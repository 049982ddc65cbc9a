/** Bodies in the shape of GitLab's hooks, without the parts that nobody reads. */

const project = {
  id: 7,
  name: "Site",
  web_url: "https://gitlab.example.test/harbour/site",
  namespace: "Harbour",
  path_with_namespace: "harbour/site",
  default_branch: "main",
};

export const gitlabMergeRequest = ({
  action,
  state,
  minute,
  description,
}: {
  action: string;
  state: string;
  minute: number;
  description: string;
}) => ({
  object_kind: "merge_request",
  event_type: "merge_request",
  user: { id: 3, name: action === "open" ? "Mo Lind" : "Ann Reed", username: "mo" },
  project,
  object_attributes: {
    ...{ id: 99, iid: 12, title: "Mend the pier", description, state, action },
    ...{ draft: false, work_in_progress: false, source_branch: "mend-pier", target_branch: "main" },
    url: "https://gitlab.example.test/harbour/site/-/merge_requests/12",
    created_at: "2026-11-20 09:00:00 UTC",
    updated_at: `2026-11-20 09:${String(minute).padStart(2, "0")}:00 UTC`,
    last_commit: { id: "da1560886d4f094c3e6c9ef40349f7d38b5d27d7", message: "Mend it" },
  },
  labels: [],
  changes: {},
});

export const gitlabPush = (branch: string, message: string) => ({
  object_kind: "push",
  event_name: "push",
  before: "0".repeat(40),
  after: "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
  ref: `refs/heads/${branch}`,
  user_id: 3,
  user_name: "Mo Lind",
  project,
  commits: [
    {
      id: "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
      message: `${message}\n`,
      title: message,
      timestamp: "2026-11-20T10:05:00+02:00",
      url: "https://gitlab.example.test/harbour/site/-/commit/da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
      author: { name: "Mo Lind", email: "mo@harbour.test" },
    },
  ],
  total_commits_count: 1,
});
