/** Query keys for the details of channels. */
export const channelKeys = {
  directory: (search: string) => ["chat", "directory", search],
  allMembers: (channelId: string) => ["chat", "member pages", channelId],
  members: (channelId: string, search: string, limit?: number) =>
    ["chat", "member pages", channelId, search, limit] as const,
  pins: (channelId: string) => ["chat", "pins", channelId],
  retention: (channelId: string) => ["chat", "retention", channelId],
} as const;
