/** The number beside a tool of the sidebar. */
export function ToolCount(_: { path: string }) {
  return null;
}
