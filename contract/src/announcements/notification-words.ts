/** The title of the notification that an announcement was published. */
export const publishedWords = (actor: string, title: string): string => `${actor} published “${title}”`;

/** The same where readers are asked to confirm it. */
export const askingWords = (actor: string, title: string): string =>
  `${actor} asks you to confirm that you have read “${title}”`;
