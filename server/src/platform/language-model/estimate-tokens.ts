/** Messages have a frame of a few tokens around them. */
const perMessage = 8;

/**
 * Estimates how many tokens a text takes, on the high side: models cut letters of other scripts smaller than English
 * words, and a prompt that is too long is cut by some servers without a word.
 */
export function estimateTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x24f) wide += 1;
  return Math.ceil((text.length - wide) / 3.2 + wide);
}

export function estimatePrompt(messages: readonly { content: string }[]): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content) + perMessage, 0);
}
